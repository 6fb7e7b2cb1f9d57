// Makes the photo: unmirrored, upright, JPEG, never larger than LONG_SIDE.
// One canvas serves all guests and is emptied after each, so that no face stays in it.

import { isBlack } from "/kiosk/camera/brightness.js";

const LONG_SIDE = 2560;
const QUALITY = 0.92;
/** A still picture that comes later than this shows another moment, and a guest who waits. */
const STILL_MS = 2000;

let canvas = null;
let stillsAreSlow = false;

/** Draw a picture of the given size, and call with the filled canvas. */
async function onCanvas(picture, width, height, use) {
  canvas = canvas || document.createElement("canvas");
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  try {
    return await use(canvas);
  } finally {
    canvas.width = canvas.height = 0; // frees the memory at once, where a browser keeps it
  }
}

/** The canvas as a JPEG. */
function jpeg(filled) {
  return new Promise((resolve, reject) => {
    const done = (blob) => (blob ? resolve(blob) : reject(new Error("the photo cannot be encoded")));
    filled.toBlob(done, "image/jpeg", QUALITY);
  });
}

/** Decode a picture file, turned upright by what its EXIF says. */
async function decoded(blob, use) {
  const image = new Image();
  const url = URL.createObjectURL(blob);
  try {
    image.src = url;
    await image.decode();
    return await use(image);
  } finally {
    URL.revokeObjectURL(url);
    image.src = "";
  }
}

/** Refuse after a time; what comes later is dropped. */
function within(ms, promise) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("too slow")), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(late));
  });
}

/**
 * Ask the camera for a still picture, which may be finer than the preview.
 * @returns {Promise<Blob|null>} null when there is none that is better, or it came too late
 */
async function still(video, track) {
  if (!window.ImageCapture || stillsAreSlow) return null;
  const long = Math.max(video.videoWidth, video.videoHeight);
  const begun = performance.now();
  try {
    const capture = new ImageCapture(track);
    const { imageWidth } = await within(STILL_MS, capture.getPhotoCapabilities());
    if (long >= LONG_SIDE || !imageWidth || imageWidth.max <= long) return null;
    const left = STILL_MS - (performance.now() - begun);
    const blob = await within(left, capture.takePhoto());
    return await decoded(blob, (image) => (suits(image, video) ? redrawn(image) : null));
  } catch {
    stillsAreSlow = true; // or broken: the preview's picture serves as well
    return null;
  }
}

/** A still that is smaller, lies on its side or is black is no improvement. */
function suits(image, video) {
  const larger = image.naturalWidth * image.naturalHeight > video.videoWidth * video.videoHeight;
  const standing = image.naturalHeight > image.naturalWidth;
  return larger && standing === video.videoHeight > video.videoWidth && !isBlack(image);
}

function redrawn(image) {
  return onCanvas(image, image.naturalWidth, image.naturalHeight, jpeg);
}

/**
 * Photograph what the video shows now.
 * @param {HTMLVideoElement} video it plays a camera
 * @param {MediaStreamTrack} track the camera
 * @returns {Promise<Blob>} refuses when the video has no picture
 */
export async function photograph(video, track) {
  if (!video.videoWidth) throw new Error("the camera shows no picture yet");
  const shown = await onCanvas(video, video.videoWidth, video.videoHeight, jpeg);
  return (await still(video, track)) || shown;
}

/**
 * Make a file from the tablet's own camera app a photo like ours.
 * @param {Blob} file
 * @returns {Promise<Blob>} the file itself when this browser cannot read it: the server judges it then
 */
export async function fromFile(file) {
  try {
    return await decoded(file, redrawn);
  } catch {
    return file;
  }
}
