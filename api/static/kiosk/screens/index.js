// Which screen shows which state of the machine.

import { show as attract } from "/kiosk/screens/attract.js";
import { show as camera } from "/kiosk/screens/camera.js";
import { show as consent } from "/kiosk/screens/consent.js";
import { show as done } from "/kiosk/screens/done.js";
import { show as making } from "/kiosk/screens/making.js";
import { show as notice } from "/kiosk/screens/notices.js";
import { show as opening } from "/kiosk/screens/opening.js";
import { show as outfits } from "/kiosk/screens/outfits.js";
import { show as qr } from "/kiosk/screens/qr.js";
import { show as review } from "/kiosk/screens/review.js";
import { show as sending } from "/kiosk/screens/sending.js";

/** @type {Object<string, (root: HTMLElement, state: object, act: (event: object) => void) => object>} */
export const screens = {
  attract,
  opening,
  qr,
  consent,
  outfits,
  camera,
  review,
  sending,
  making,
  done,
  failed: notice,
  pack_ready: notice,
  pack_in_progress: notice,
  maintenance: notice,
  unavailable: notice,
  closed: notice,
  locked: notice,
  broken: notice,
};
