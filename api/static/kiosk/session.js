// Ways through the machine that several events share: where a session view leads, how a session
// is given up, how the page comes back to the start. Pure, as the machine is.
// A view never leads backwards, except to consent when the guest pressed start in Telegram again.

import { OPEN } from "./timers.js";

/** @typedef {import("./machine.js").State} State */
/** @typedef {import("./machine.js").Step} Step */

const RANK = { idle: 0, linked: 1, consented: 2, template_chosen: 3, photo_taken: 4, expired: 4 };
const PHOTO = ["camera", "review", "sending"];

/** What every screen begins with. */
const CLEAN = {
  fresh: true,
  idlePrompt: false,
  slow: false,
  count: null,
  cameraTrouble: null,
  choosing: null,
  again: false,
  upload: 0,
  pending: null,
  stalled: false,
};
/** What no guest leaves to the next one. */
export const NOBODY = {
  session: null,
  qr: null,
  photo: null,
  photoKey: null,
  photoError: null,
  refusal: null,
  reason: null,
  staff: false,
};

/** @returns {Step} */
export const step = (state, ...effects) => ({ state, effects });

/** Enter a state. @param {State} state @returns {State} */
export function enter(state, name, at, changes = {}) {
  return { ...state, ...CLEAN, name, since: at, ...changes };
}

/** Enter a state that has something to ask of the server, repeated until it is answered. */
export function ask(state, name, at, pending, changes = {}) {
  return step(enter(state, name, at, { pending, ...changes }), pending);
}

/** Back to the start, in the language of the house. @returns {Step} */
export function home(state, at) {
  const house = state.settings.languages[0].code;
  const speak = state.lang === house ? [] : [{ do: "texts", lang: house }];
  const looks = state.looks + 1;
  return step(enter(state, "attract", at, { ...NOBODY, looks, wanted: house }), ...speak, { do: "door" });
}

/** Count a sign of life. @param {State} state @returns {State} */
export const touch = (state) => ({ ...state, touches: state.touches + 1, idlePrompt: false });

/** The server has answered. @param {State} state @returns {State} */
export const well = (state) => (state.offline ? { ...state, offline: false } : state);

/** The server has answered what was pending, if it was this. @param {State} state */
export function answered(state, what) {
  const mine = state.pending && state.pending.do === what;
  return mine ? { ...well(state), pending: null, stalled: false } : well(state);
}

/** Whether the session on the screen is still to be followed. @param {State} state */
export function following(state) {
  return !!state.session && (OPEN.includes(state.name) || state.name === "making");
}

function giveUp(state, reason) {
  const open = state.session && OPEN.includes(state.name);
  const stop = state.name === "sending" ? [{ do: "abort" }] : [];
  return open ? [...stop, { do: "expire", token: state.session.token, reason }] : stop;
}

/** Give the session up and go to the start. @returns {Step} */
export function leave(state, reason, at) {
  const back = home(state, at);
  return step(back.state, ...giveUp(state, reason), ...back.effects);
}

/** Give the session up and say why. @returns {Step} */
export function close(state, reason, at) {
  const said = enter(state, "closed", at, { ...NOBODY, reason });
  return step(said, ...giveUp(state, reason));
}

/** Give the session up because the booth cannot go on now. @returns {Step} */
export function shut(state, name, refusal, at) {
  const looks = state.looks + 1;
  const said = enter(state, name, at, { ...NOBODY, refusal, looks });
  return step(said, ...giveUp(state, "kiosk_reset"));
}

/** Follow the session where the server says it is. @returns {Step} */
export function arrive(state, session, at) {
  const before = state.session;
  if (before && (before.token !== session.token || stale(before.status, session.status))) {
    return step(state);
  }
  const next = { ...state, session };
  switch (session.status) {
    case "idle":
      return next.name === "qr" ? step(next) : scan(next, at);
    case "linked": {
      if (next.name === "consent") return step(next);
      return step(enter(next, "consent", at), { do: "outfits", lang: next.lang });
    }
    case "consented":
      return next.name === "outfits" ? step(next) : outfits(next, at);
    case "template_chosen":
      return photographing(state, next, at);
    case "photo_taken":
      return making(next, at);
    default:
      return ended(next, at);
  }
}

function stale(before, now) {
  if (before === "expired") return true;
  return RANK[now] < RANK[before] && !(before === "consented" && now === "linked");
}

function scan(state, at) {
  return ask(state, "qr", at, { do: "qr", url: state.session.qr_url }, { qr: null });
}

/** Show the outfits, asking for them anew. @returns {Step} */
export function outfits(state, at, changes = {}) {
  return ask(state, "outfits", at, { do: "outfits", lang: state.lang }, changes);
}

function photographing(before, next, at) {
  if (PHOTO.includes(next.name)) return step(next);
  const same = before.session && before.session.template_id === next.session.template_id;
  return next.name === "outfits" && next.again && same ? step(next) : step(enter(next, "camera", at));
}

function making(state, at) {
  const job = state.session.job ? state.session.job.status : "queued";
  const name = { done: "done", failed: "failed" }[job] || "making";
  if (name === state.name) return step(state);
  return step(enter(state, name, at, { photo: null, photoKey: null, photoError: null }));
}

function ended(state, at) {
  const { notice, closed_reason: reason } = state.session;
  if (!notice && reason === "cancel") return home(state, at);
  return step(enter(state, notice || "closed", at, { ...NOBODY, reason }));
}
