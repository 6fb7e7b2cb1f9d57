// Facts about this tablet for the staff: short, current, without a word about a guest.

import { cameras } from "/kiosk/camera/found.js";
import { kioskId } from "/kiosk/net.js";
import { lastErrors } from "/kiosk/trouble.js";
import { wakeState } from "/kiosk/wake.js";

/** @typedef {import("/kiosk/machine.js").State} State */

const LIVE = "/health/live";
const LIVE_MS = 5000;
const MEGA = 1024 * 1024;

/**
 * Gather the facts.
 * @param {State} state
 * @returns {Promise<[string, string][]>} name of the fact (text staff_<name>) and what was found
 */
export async function diagnose(state) {
  const [camera, network, storage] = await Promise.all([
    cameras(state.cameraTrouble).catch(said),
    latency(),
    room().catch(said),
  ]);
  return [
    ["camera", camera],
    ["network", state.offline ? `${network}; offline` : network],
    ["version", state.settings.version],
    ["kiosk", kioskId() || "–"],
    ["storage", storage],
    ["wake", wakeState()],
    ["page", `${age()}; ${state.name}; ${state.guest}`],
    ["screen", `${window.innerWidth}×${window.innerHeight} @${window.devicePixelRatio}`],
    ["browser", navigator.userAgent],
    ["errors", lastErrors().join("; ") || "–"],
  ];
}

const said = (error) => error.name;

/** Time of one call of the server, in milliseconds. */
async function latency() {
  const begun = performance.now();
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), LIVE_MS);
  try {
    const answer = await fetch(LIVE, { cache: "no-store", signal: stop.signal });
    return `${answer.status}, ${Math.round(performance.now() - begun)} ms`;
  } catch (error) {
    return error.name === "AbortError" ? `> ${LIVE_MS} ms` : "offline";
  } finally {
    clearTimeout(late);
  }
}

/** How much this page keeps, of how much it may. */
async function room() {
  if (!navigator.storage || !navigator.storage.estimate) return "–";
  const { usage, quota } = await navigator.storage.estimate();
  return `${(usage / MEGA).toFixed(1)} / ${Math.round(quota / MEGA)} MB`;
}

/** How long the page has been open, as hours and minutes. */
function age() {
  const minutes = Math.floor(performance.now() / 60000);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}
