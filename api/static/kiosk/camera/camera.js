// The camera of one visit to the camera screen: opened, watched, opened again, closed.
// When to try again is the machine's business (the timer camera_retry); this only knows whether it helps.
// After close(), and while the page is hidden, nothing of it runs and its light is off, also when the
// browser hands out the camera only then.

import { open, present, release } from "/kiosk/camera/device.js";
import { photograph } from "/kiosk/camera/photo.js";
import { healsAlone, impossible, troubleOf } from "/kiosk/camera/troubles.js";
import { watch } from "/kiosk/camera/watch.js";

/** An opening that takes longer waits for a person who answers the browser's question. */
const ASKING_MS = 2500;

/**
 * Open the front camera on a video element and keep it open.
 * @param {HTMLVideoElement} video
 * @param {(code: string|null) => void} report trouble by code, null when the picture is good; only changes
 * @returns {{retry: (byHand: boolean) => void, photograph: () => Promise<Blob>, close: () => void}}
 */
export function camera(video, report) {
  let stream = null;
  let unwatch = null;
  let attempt = 0; // what an earlier attempt brings is given back
  let trouble; // undefined until the first report
  let closed = false;

  const tell = (code) => {
    if (closed || code === trouble) return;
    trouble = code;
    report(code);
  };

  const drop = () => {
    attempt += 1;
    if (unwatch) unwatch();
    unwatch = null;
    video.srcObject = null;
    release(stream);
    stream = null;
  };

  const fail = (code) => {
    tell(code);
    // A slow camera may yet begin, and a covered one shows best itself when it is uncovered.
    if (code !== "frozen" && code !== "black") drop();
  };

  const start = async () => {
    drop();
    if (closed || document.hidden) return;
    const why = impossible();
    if (why) return fail(why);
    const mine = attempt;
    const asking = setTimeout(() => mine === attempt && tell("asking"), ASKING_MS);
    try {
      const opened = await open();
      if (mine !== attempt) return release(opened);
      play(opened);
    } catch (error) {
      if (mine === attempt) fail(troubleOf(error));
    } finally {
      clearTimeout(asking);
    }
  };

  const play = (opened) => {
    stream = opened;
    const { facingMode } = opened.getVideoTracks()[0].getSettings();
    video.classList.toggle("mirrored", facingMode !== "environment");
    video.srcObject = opened;
    video.play().catch(() => {}); // a video that does not play is reported as frozen
    unwatch = watch(video, opened, (code) => (code ? fail(code) : tell(null)));
  };

  const ends = [
    on(document, "visibilitychange", start),
    on(window, "pagehide", drop),
    on(window, "pageshow", (event) => event.persisted && start()),
    on(navigator.mediaDevices, "devicechange", async () => {
      if (!stream) return trouble && healsAlone(trouble) && start();
      const watched = stream;
      // A browser that cannot list its devices is no reason to doubt the one that shows a picture.
      const there = await present(watched).catch(() => true);
      if (!there && watched === stream) fail("unplugged");
    }),
    onPermission(() => !stream && start()),
  ];
  Promise.resolve().then(start); // nothing is reported before the caller has what this returns

  return {
    retry(byHand) {
      if (trouble && (byHand || healsAlone(trouble))) start();
    },
    photograph: () => photograph(video, stream.getVideoTracks()[0]),
    close() {
      closed = true;
      ends.forEach((end) => end());
      drop();
    },
  };
}

/** Listen; the returned function ends it. A target that this browser lacks never speaks. */
function on(target, name, act) {
  if (!target) return () => {};
  target.addEventListener(name, act);
  return () => target.removeEventListener(name, act);
}

/** Call when the permission was granted in the browser's own settings; not every browser tells. */
function onPermission(act) {
  let end = () => {};
  let ended = false;
  const listen = (status) => {
    if (!ended) end = on(status, "change", () => status.state === "granted" && act());
  };
  if (navigator.permissions) navigator.permissions.query({ name: "camera" }).then(listen, () => {});
  return () => {
    ended = true;
    end();
  };
}
