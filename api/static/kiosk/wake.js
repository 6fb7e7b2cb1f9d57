// Keeps the screen awake where the browser can: the lock is asked for anew whenever the page is
// seen again, since browsers take it away with the page.

let lock = null;
let trouble = null;

/** What the staff should know: "held", "missing" (no such thing here) or why it was refused. */
export function wakeState() {
  if (!("wakeLock" in navigator)) return "missing";
  return lock ? "held" : trouble || "released";
}

/** Keep the screen awake from now on. */
export function stayAwake() {
  if (!("wakeLock" in navigator)) return;
  document.addEventListener("visibilitychange", hold);
  hold();
}

async function hold() {
  if (document.visibilityState !== "visible" || lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => {
      lock = null;
      // Not only hiding takes it away; a low battery may, too.
      hold();
    });
    trouble = null;
  } catch (error) {
    trouble = error.name;
  }
}
