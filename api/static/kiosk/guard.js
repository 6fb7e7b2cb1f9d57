// Keeps the page on the screen: Back, context menu, drag, selection, pinch, zoom and the browser's
// own keys do nothing. Signs of life are reported at most once a second.

const LIFE_MS = 1000;
const KEYS = ["F1", "F3", "F6", "F7", "F12", "BrowserBack", "BrowserForward", "BrowserHome"];
const TRAP = "kiosk";

const refuse = (event) => event.cancelable && event.preventDefault();

/** Start guarding. @param {(event: object) => void} act */
export function guard(act) {
  let last = -LIFE_MS;
  const alive = () => {
    trap();
    const now = performance.now();
    if (now - last < LIFE_MS) return;
    last = now;
    act({ type: "touch" });
  };
  const listen = (names, done) =>
    names.forEach((name) => document.addEventListener(name, done, { capture: true, passive: false }));
  listen(["pointerdown", "keydown"], alive);
  listen(["contextmenu", "dragstart", "dragover", "drop", "selectstart", "copy", "cut"], refuse);
  listen(["gesturestart", "gesturechange", "dblclick"], refuse);
  listen(["touchmove"], (event) => event.touches.length > 1 && refuse(event));
  listen(["wheel"], (event) => event.ctrlKey && refuse(event));
  listen(["keydown"], key);
  window.addEventListener("popstate", trap);
  trap();
}

// Going back leads from the trap to the page before it, which is this page; then the trap is set
// again. Browsers skip entries made without a touch, so every touch renews a missing one.
function trap() {
  if (history.state !== TRAP) history.pushState(TRAP, "", location.href);
}

function key(event) {
  const shortcut = (event.ctrlKey || event.metaKey || event.altKey) && event.key.length === 1;
  const step = event.altKey && ["ArrowLeft", "ArrowRight", "Home"].includes(event.key);
  if (shortcut || step || KEYS.includes(event.key)) refuse(event);
}
