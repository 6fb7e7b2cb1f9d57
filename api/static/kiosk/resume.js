// What survives a reload: which session is on the screen, since when, in which language, and the
// sessions that were given up without the server knowing yet. Kept with the tab and nowhere else,
// so nothing of a guest outlives the page. The photo does not survive.

const SESSION = "stickerbooth.session";
const CLOSING = "stickerbooth.closing";

function read(name, otherwise) {
  try {
    return JSON.parse(sessionStorage.getItem(name)) || otherwise;
  } catch {
    return otherwise;
  }
}

function write(name, value) {
  if (value === null) sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, JSON.stringify(value));
}

/** @returns {{token: string, began: number, lang: string}|null} */
export const kept = () => read(SESSION, null);

/** Keep or forget the session of a state. @param {import("./machine.js").State} state */
export function keep(state) {
  if (state.name === "opening") return;
  if (!state.session) {
    write(SESSION, null);
    return;
  }
  const { token } = state.session;
  const before = kept();
  const same = before !== null && before.token === token;
  if (same && before.lang === state.lang) return;
  write(SESSION, { token, began: same ? before.began : Date.now(), lang: state.lang });
}

/** When the code of a kept session was shown first, in the milliseconds of this page. */
export function since() {
  const found = kept();
  return performance.now() - (found ? Math.max(0, Date.now() - found.began) : 0);
}

/** @returns {{token: string, reason: string}[]} sessions to be closed */
export const closings = () => read(CLOSING, []);

/** @param {{token: string, reason: string}[]} left */
export const keepClosings = (left) => write(CLOSING, left.length ? left : null);
