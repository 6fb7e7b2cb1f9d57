// Tells a black picture from a dark one, by a small sample on one canvas for all guests.

const SAMPLE = { width: 32, height: 24 };
/** Of 255, mean of the strongest colour. A dark room is lighter: sensors amplify until there is noise. */
const BLACK_MEAN = 6;

let sampler = null;

function samplerContext() {
  if (!sampler) {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, SAMPLE);
    sampler = canvas.getContext("2d", { willReadFrequently: true });
  }
  return sampler;
}

/**
 * Mean brightness of a picture.
 * @param {CanvasImageSource} picture
 * @returns {number} 0 to 255
 */
export function brightness(picture) {
  const context = samplerContext();
  context.drawImage(picture, 0, 0, SAMPLE.width, SAMPLE.height);
  const { data } = context.getImageData(0, 0, SAMPLE.width, SAMPLE.height);
  context.clearRect(0, 0, SAMPLE.width, SAMPLE.height);
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum += Math.max(data[at], data[at + 1], data[at + 2]);
  return sum / (data.length / 4);
}

/**
 * Tell whether a picture is black, as that of a covered camera.
 * @param {CanvasImageSource} picture
 * @returns {boolean}
 */
export function isBlack(picture) {
  return brightness(picture) <= BLACK_MEAN;
}
