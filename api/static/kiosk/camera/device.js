// Opens the front camera and gives it back. Whatever was opened here is ended by release().

/** Largest first; a camera that cannot do one is asked for less. Sides are those of the sensor, which is
    landscape on every tablet: the browser turns the picture with the tablet, and so swaps the sides. */
const WISHES = [
  {
    facingMode: "user",
    width: { ideal: 2560 },
    height: { ideal: 1440 },
    frameRate: { ideal: 30, min: 15 }, // a webcam's largest modes may give five pictures a second
    resizeMode: { ideal: "none" }, // else the browser may cut the picture to the wished sides
  },
  { facingMode: "user", width: { ideal: 1280 }, height: { ideal: 720 } },
  true,
];

/** Refusals that a smaller wish may avoid. */
const TOO_MUCH = ["OverconstrainedError", "NotReadableError", "AbortError"];

/** Sides of the last stream and name of its camera, for the staff; never a picture. */
let lastOpened = "";

/**
 * Open the front camera, or the only one, at its best size.
 * @returns {Promise<MediaStream>} refuses with the browser's error of the last wish
 */
export async function open() {
  let refusal = null;
  for (const video of WISHES) {
    try {
      return noted(await navigator.mediaDevices.getUserMedia({ video, audio: false }));
    } catch (error) {
      refusal = error;
      if (!TOO_MUCH.includes(error.name)) break;
    }
  }
  throw refusal;
}

function noted(stream) {
  const [track] = stream.getVideoTracks();
  const { width, height, frameRate } = track.getSettings();
  lastOpened = `${track.label || "?"}, ${width}×${height}, ${Math.round(frameRate || 0)}/s`;
  return stream;
}

/**
 * Say which camera was opened last, and how.
 * @returns {string} empty before the first
 */
export function opened() {
  return lastOpened;
}

/**
 * End a stream; its light goes out.
 * @param {MediaStream|null} stream
 */
export function release(stream) {
  if (stream) stream.getTracks().forEach((track) => track.stop());
}

/**
 * Tell whether the camera of a stream is still plugged in. A browser that names no devices is believed.
 * @param {MediaStream} stream
 * @returns {Promise<boolean>}
 */
export async function present(stream) {
  const [track] = stream.getVideoTracks();
  const { deviceId } = track.getSettings();
  const devices = await navigator.mediaDevices.enumerateDevices();
  const cameras = devices.filter((device) => device.kind === "videoinput");
  if (!deviceId || cameras.some((camera) => !camera.deviceId)) return true;
  return cameras.some((camera) => camera.deviceId === deviceId);
}
