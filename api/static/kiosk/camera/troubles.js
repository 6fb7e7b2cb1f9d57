// The troubles a camera can have, as codes: each has texts camera_<code> and camera_<code>_hint.
// A code says what a person can do about it; the browser's own wording never reaches a guest.

/** Troubles in which opening the camera again unasked is pointless, or would repeat the browser's question. */
const NEEDS_A_PERSON = ["insecure", "refused", "asking", "black"];

/** @type {Object<string, string>} */
const BY_NAME = {
  NotAllowedError: "refused",
  PermissionDeniedError: "refused",
  SecurityError: "refused",
  NotFoundError: "missing",
  DevicesNotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "in_use",
  TrackStartError: "in_use",
  AbortError: "in_use",
};

/**
 * Name the trouble behind a refusal of getUserMedia.
 * @param {{name?: string}} error
 * @returns {string} insecure, refused, missing, in_use or broken
 */
export function troubleOf(error) {
  return BY_NAME[error.name] || "broken";
}

/**
 * Say why this page cannot have a camera at all, if so: browsers hide it from plain http addresses.
 * @returns {string|null}
 */
export function impossible() {
  if (!window.isSecureContext) return "insecure";
  if (!navigator.mediaDevices || !navigator.mediaDevices.getUserMedia) return "missing";
  return null;
}

/**
 * Tell whether a camera in this trouble may be asked for again without a tap.
 * @param {string} code
 * @returns {boolean}
 */
export function healsAlone(code) {
  return !NEEDS_A_PERSON.includes(code);
}
