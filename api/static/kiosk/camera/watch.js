// Watches an open camera and reports within 3 s that its picture ended, stopped or is black.
// Reports a change only: a code when trouble begins, null when the picture is good (again).

import { isBlack } from "/kiosk/camera/brightness.js";

const TICK_MS = 250;
const STOPPED_MS = 2000;
const BLACK_MS = 1500;
/** A tick this late means that the page itself stood still, so the camera cannot be blamed. */
const LATE_MS = 1000;

/** Counts shown pictures where the browser can, else believes the clock of the video. */
function pictures(video) {
  if (!video.requestVideoFrameCallback) return { count: () => video.currentTime, close() {} };
  let count = 0;
  let handle = 0;
  const seen = () => {
    count += 1;
    handle = video.requestVideoFrameCallback(seen);
  };
  handle = video.requestVideoFrameCallback(seen);
  return { count: () => count, close: () => video.cancelVideoFrameCallback(handle) };
}

/**
 * Watch until the returned function is called.
 * @param {HTMLVideoElement} video it plays the stream
 * @param {MediaStream} stream
 * @param {(code: string|null) => void} report unplugged, frozen, black, or null for a good picture
 * @returns {() => void} ends the watch
 */
export function watch(video, stream, report) {
  const [track] = stream.getVideoTracks();
  const shown = pictures(video);
  const begun = performance.now();
  let before = begun;
  let moved = begun; // when a new picture was seen last
  let dark = null; // since when pictures are black
  let count = shown.count();
  let last; // what was reported last; undefined before the first report

  const look = (now) => {
    const next = shown.count();
    if (next === count || track.muted) return;
    count = next;
    moved = now;
    if (!isBlack(video)) dark = null;
    else if (dark === null) dark = now;
  };
  const judge = (now) => {
    if (track.readyState === "ended") return "unplugged";
    if (now - moved > STOPPED_MS) return "frozen";
    if (dark !== null) return moved - dark > BLACK_MS ? "black" : last;
    return moved > begun ? null : last;
  };
  const tick = () => {
    const now = performance.now();
    if (now - before > LATE_MS) {
      moved = now;
      dark = null;
    }
    before = now;
    look(now);
    const code = judge(now);
    if (code === last) return;
    last = code;
    report(code);
  };

  track.addEventListener("ended", tick);
  const ticking = setInterval(tick, TICK_MS);
  return () => {
    clearInterval(ticking);
    track.removeEventListener("ended", tick);
    shown.close();
  };
}
