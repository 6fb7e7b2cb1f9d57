// What can be said about the cameras of this tablet, for the staff's diagnostics.

import { opened } from "/kiosk/camera/device.js";
import { impossible } from "/kiosk/camera/troubles.js";

/**
 * Describe the cameras: how many there are, whether the page may use them, what was opened last.
 * @param {string|null} trouble code of the present trouble
 * @returns {Promise<string>}
 */
export async function cameras(trouble) {
  const why = impossible();
  if (why) return `${why}: ${window.location.origin}`;
  const devices = await navigator.mediaDevices.enumerateDevices();
  const found = devices.filter((device) => device.kind === "videoinput");
  const names = found.map((device) => device.label).filter(Boolean);
  return [`${found.length}`, ...names, await permission(), opened(), trouble].filter(Boolean).join("; ");
}

async function permission() {
  try {
    return (await navigator.permissions.query({ name: "camera" })).state;
  } catch {
    return ""; // this browser does not tell
  }
}
