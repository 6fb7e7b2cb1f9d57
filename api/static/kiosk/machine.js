// The state machine of the page: `reduce(state, event)` answers the next state and what is to be
// done, as data. Pure: no clock, no chance, no network; main.js stamps every event with `at`
// (milliseconds of the page) and, when it is an answer or a timer, with the guest it belongs to.
// An event that means nothing in a state changes nothing there, so ten taps are one.

import { broken, door, refused } from "./refusals.js";
import { rung } from "./rung.js";
import { answered, arrive, ask, enter, following, home, leave, outfits, step, touch, well } from "./session.js";
import { COUNTS, OPEN, TIMERS } from "./timers.js";

/**
 * name: the screen; guest: number of the guest, grows at every start; since: when the state was
 * entered (performance.now()); fresh: it was entered just now and takes no taps yet;
 * session: the session view of the contract; qr: address of the code's picture; pictures: address
 * under which a served picture can be shown, "" when it cannot be had; wanted: language asked for;
 * settings, texts, lang, outfits: as served; choosing: outfit tapped and not confirmed yet;
 * again: the guest came back to choose another outfit; photo, photoKey, photoError (a text's
 * name), upload (0 to 1), slow (the upload takes long); count: 3, 2, 1, 0 = take it now, null;
 * cameraTrouble: code; cameraTry: grows when the camera should be tried again;
 * pending: effect that is repeated until answered; stalled: it failed and waits; tries;
 * offline; idlePrompt; touches: grows at every sign of life; staff: the overlay stands;
 * wait: what a new guest has to expect; refusal: why the booth is shut; reason: why it closed;
 * looks: how often the door was looked at.
 * @typedef {{name: string, guest: number, since: number, fresh: boolean, session: object|null,
 *   qr: string|null, pictures: Record<string, string>, wanted: string, settings: object, texts: Record<string, string>, lang: string,
 *   outfits: {id: string, title: string, preview_url: string}[]|null, choosing: string|null,
 *   again: boolean, photo: Blob|null, photoKey: string|null, photoError: string|null,
 *   upload: number, slow: boolean, count: number|null, cameraTrouble: string|null,
 *   cameraTry: number, pending: object|null, stalled: boolean, tries: number, offline: boolean,
 *   idlePrompt: boolean, touches: number, staff: boolean,
 *   wait: {seconds: number|null, ahead: number|null}|null,
 *   refusal: {code: string, text: string|null, seconds: number|null}|null,
 *   reason: string|null, looks: number}} State
 * @typedef {{state: State, effects: object[]}} Step
 */

/** Where Cancel leads back to the start. */
export const CANCELLABLE = ["opening", ...OPEN];
/** Refusals after which the guest takes another photo. */
const BAD_PHOTO = ["bad_photo", "too_large", "unsupported_image", "invalid"];

/** The first state; with a token the session of before a reload is asked for. @returns {Step} */
export function begin({ settings, texts, lang, token = null, at = 0 }) {
  const blank = {
    guest: 0, touches: 0, tries: 0, looks: 0, cameraTry: 0, offline: false, wait: null,
    outfits: null, pictures: {}, settings, texts, lang, wanted: lang, name: "", since: at,
  };
  const first = { ...home(/** @type {any} */ (blank), at).state, fresh: false, wanted: lang };
  if (!token) return step(first, { do: "door" });
  return ask({ ...first, guest: 1 }, "opening", at, { do: "resume", token });
}

/** Answers that are taken whoever stands there by now. */
const ANYBODY = ["opened", "texts", "picture", "qrPicture"];

/** @type {Record<string, (s: State, e: any) => Step>} One row an event. */
const EVENTS = {
  start(s, e) {
    if (s.name !== "attract") return step(s);
    return ask({ ...s, guest: s.guest + 1 }, "opening", e.at, { do: "open" });
  },
  cancel: (s, e) => (CANCELLABLE.includes(s.name) ? leave(s, "cancel", e.at) : step(s)),
  home(s, e) {
    const stays = s.name === "attract" || CANCELLABLE.includes(s.name);
    return stays ? step(s) : home(s, e.at);
  },
  language: (s, e) => step({ ...touch(s), wanted: e.lang }, { do: "texts", lang: e.lang }),
  texts(s, e) {
    if (e.lang !== s.wanted) return step(s);
    const next = { ...s, lang: e.lang, texts: e.texts };
    return s.session ? step(next, { do: "outfits", lang: e.lang }) : step(next);
  },
  settings: (s, e) => step({ ...s, settings: e.settings }),

  opened(s, e) {
    if (s.name !== "opening" || e.guest !== s.guest) {
      return step(s, { do: "expire", token: e.session.token, reason: "cancel" });
    }
    return arrive(answered(s, "open"), e.session, e.at);
  },
  resumed(s, e) {
    if (s.name !== "opening") return step(s);
    // The code's ring goes on from where it was; other waits begin anew.
    return arrive(answered(s, "resume"), e.session, e.session.status === "idle" ? e.since : e.at);
  },
  view: (s, e) => (following(s) ? arrive(well(s), e.session, e.at) : step(s)),
  chosen(s, e) {
    if (!following(s)) return step(s);
    return arrive({ ...answered(s, "choose"), again: false }, e.session, e.at);
  },
  uploaded: (s, e) => EVENTS.view(s, e),
  qrPicture(s, e) {
    const wanted = s.name === "qr" && e.guest === s.guest;
    // A picture that comes when its guest has left would stay in memory for good.
    return wanted ? step({ ...answered(s, "qr"), qr: e.url }) : step(s, { do: "release", url: e.url });
  },
  picture: (s, e) => step({ ...s, pictures: { ...s.pictures, [e.url]: e.address } }),
  outfits(s, e) {
    if (e.lang !== s.lang) return step(s);
    const urls = e.outfits.map((outfit) => outfit.preview_url);
    return step({ ...answered(s, "outfits"), outfits: e.outfits }, { do: "pictures", urls });
  },

  outfit(s, e) {
    if (s.name !== "outfits" || s.choosing) return step(s);
    const pending = { do: "choose", token: s.session.token, id: e.id };
    return step({ ...touch(s), choosing: e.id, pending, stalled: false }, pending);
  },
  otherOutfit(s, e) {
    if (s.name !== "camera" && s.name !== "review") return step(s);
    return outfits(s, e.at, { again: true, photo: null, photoKey: null, photoError: null });
  },
  shoot(s) {
    const ready = s.name === "camera" && s.count === null && !s.cameraTrouble;
    return step(ready ? { ...touch(s), count: COUNTS, photoError: null } : s);
  },
  photo(s, e) {
    if (s.name !== "camera") return step(s);
    return step(enter(s, "review", e.at, { photo: e.blob, photoKey: e.key, photoError: null }));
  },
  retake(s, e) {
    if (s.name !== "review") return step(s);
    return step(enter(s, "camera", e.at, { photo: null, photoKey: null }));
  },
  take(s, e) {
    if (s.name !== "review") return step(s);
    const send = { do: "send", token: s.session.token, blob: s.photo, key: s.photoKey };
    return ask(s, "sending", e.at, send);
  },
  uploadProgress: (s, e) => step(s.name === "sending" ? { ...s, upload: e.part } : s),
  uploadFailed(s, e) {
    if (s.name !== "sending") return step(s);
    if (!BAD_PHOTO.includes(e.code)) return refused(s, { ...e, of: "send" });
    const photoError = e.reason || (e.code === "invalid" ? "error" : e.code);
    return step(enter(well(s), "camera", e.at, { photo: null, photoKey: null, photoError }));
  },

  cameraTrouble(s, e) {
    return step(s.name === "camera" ? { ...s, cameraTrouble: e.code, count: null } : s);
  },
  cameraFine: (s) => step(s.name === "camera" ? { ...s, cameraTrouble: null } : s),
  cameraAgain(s) {
    return step(s.name === "camera" ? { ...touch(s), cameraTry: s.cameraTry + 1 } : s);
  },

  refused,
  gone: (s, e) => (following(s) ? broken(s, e.at) : step(s)),
  door,
  offline: (s) => step({ ...s, offline: true }),
  online(s) {
    if (!s.offline) return step(s);
    if (s.stalled) return step({ ...well(s), stalled: false }, s.pending);
    return following(s) ? step(well(s), { do: "look", token: s.session.token }) : step(well(s));
  },

  // The question must not vanish under the finger that answers it.
  touch: (s) => step(s.idlePrompt ? s : touch(s)),
  stay: (s) => step(touch(s)),
  staffOpen: (s) => step({ ...touch(s), staff: true }),
  staffClose: (s) => step({ ...s, staff: false }),
  staffReset: (s, e) => leave(s, "staff_reset", e.at),
  timer(s, e) {
    const row = TIMERS[e.name];
    return row && row.runs(s) ? rung(s, e.name, e.at) : step(s);
  },
};

/** Names of all events, for the tests. */
export const EVENT_NAMES = Object.keys(EVENTS);

/**
 * Answer the next state and the effects of an event.
 * @param {State} state
 * @param {{type: string, at: number, guest?: number}} event
 * @returns {Step}
 */
export function reduce(state, event) {
  const act = EVENTS[event.type];
  if (!act) return step(state);
  // What was opened or fetched for somebody who has left is still to be closed or let go.
  const former = event.guest !== undefined && event.guest !== state.guest;
  return former && !ANYBODY.includes(event.type) ? step(state) : act(state, event);
}
