// A script error reloads the page, when the server is there to load it from, and not again for a
// while: a page that is broken for good must not flicker. The session is resumed after it. Loaded
// by itself before everything else, so that a script that does not even load is noticed.

const RELOADED = "stickerbooth.reloaded";
const QUIET_MS = 300000;
const LOOK_MS = 3000;
const KEPT = 5;

const errors = [];
let reloading = false;

/** The last errors, newest first, for the staff. */
export const lastErrors = () => [...errors];

function noted(what) {
  errors.unshift(String(what).slice(0, 200));
  errors.length = Math.min(errors.length, KEPT);
}

function harmless(what) {
  return /ResizeObserver loop|AbortError/.test(String(what));
}

async function reachable() {
  try {
    return (await fetch("/health/live", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function reload() {
  if (reloading) return;
  reloading = true;
  const passed = Date.now() - Number(sessionStorage.getItem(RELOADED) || 0);
  if (passed >= 0 && passed < QUIET_MS) await sleep(QUIET_MS - passed);
  while (!(await reachable())) await sleep(LOOK_MS);
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

function failed(what) {
  if (harmless(what)) return;
  noted(what);
  reload();
}

window.addEventListener("error", (event) => {
  if (event.target instanceof HTMLScriptElement) failed(`script ${new URL(event.target.src).pathname}`);
  else if (event.message) failed(event.message);
}, true);
window.addEventListener("unhandledrejection", (event) => failed(event.reason));
