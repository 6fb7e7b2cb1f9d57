// What the machine does when the server says no, or says nothing. Pure.
// No answer is ever the end: what was asked is asked again until the network is back or the
// guest has been given up.

import { enter, following, home, NOBODY, outfits, shut, step, well } from "./session.js";
import { WAITING } from "./timers.js";

/** @typedef {import("./machine.js").State} State */
/** @typedef {import("./machine.js").Step} Step */

/** Codes of an answer that never came, or of a server that could not answer properly. */
const AWAY = ["offline", "store_down", "internal", "error", "not_ready"];

/** @param {State} state @param {any} event `code`, `of` (the effect), `text`, `seconds` */
export function refused(state, event) {
  const { code, of, at } = event;
  const mine = !!state.pending && state.pending.do === of;
  if (AWAY.includes(code)) return stalled({ ...state, offline: true }, mine);
  const heard = well(state);
  if (code === "unauthorized") {
    return state.name === "locked" ? step(heard) : shut(heard, "locked", null, at);
  }
  if (state.name === "opening") return mine ? turnedAway(heard, event) : step(heard);
  return following(heard) ? stopped(heard, event, mine) : step(heard);
}

function stalled(state, mine) {
  return step(mine ? { ...state, stalled: true, tries: state.tries + 1 } : state);
}

function turnedAway(state, event) {
  if (event.code === "not_found") return home(state, event.at);
  const name = event.code === "maintenance" ? "maintenance" : "unavailable";
  return shut(state, name, refusal(event), event.at);
}

function stopped(state, event, mine) {
  const look = { do: "look", token: state.session.token };
  switch (event.code) {
    case "maintenance":
      return shut(state, "maintenance", refusal(event), event.at);
    case "not_found":
      return broken(state, event.at);
    case "unavailable":
    case "rate_limited":
      return stalled(state, mine);
    case "unknown_template":
      return state.name === "outfits" ? outfits(state, event.at, { again: state.again }) : step(state);
    default:
      // The session is elsewhere than this page believes; a look tells where.
      return mine ? step({ ...state, pending: null, choosing: null, stalled: false }, look) : step(state);
  }
}

function refusal({ code, text, seconds }) {
  return { code, text: text || null, seconds: seconds === undefined ? null : seconds };
}

/** The session is no longer there, so nothing is left to give up. @returns {Step} */
export function broken(state, at) {
  const stop = state.name === "sending" ? [{ do: "abort" }] : [];
  return step(enter(state, "broken", at, NOBODY), ...stop);
}

/** What the door says while nobody is served. @param {State} state @param {any} event @returns {Step} */
export function door(state, event) {
  const heard = well(state);
  if (!WAITING.includes(state.name)) return step(heard);
  if (!event.open) {
    const why = refusal({ code: event.reason, text: event.text, seconds: event.wait_sec });
    const name = event.reason === "maintenance" ? "maintenance" : "unavailable";
    return state.name === name ? step({ ...heard, refusal: why }) : shut(heard, name, why, event.at);
  }
  const wait = { seconds: event.wait_sec, ahead: event.ahead };
  const next = state.name === "attract" ? step(heard) : home(heard, event.at);
  const renewed = event.version !== state.settings.version ? [{ do: "reload" }] : [];
  return step({ ...next.state, wait }, ...next.effects, ...renewed);
}
