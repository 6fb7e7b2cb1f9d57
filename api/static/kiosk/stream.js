// Follows the session of the guest on the screen: by the server's stream, and by asking again and
// again while the stream is broken. One session at a time; what comes late carries its guest's
// number and is dropped by the machine.

import { events, get } from "./net.js";
import { following } from "./session.js";

/** The server says something every 15 s; a stream that is silent for longer is dead. */
const SILENCE_MS = 25000;
/** How long a broken stream is left alone while asking does its work. */
const REST_MS = 15000;

/**
 * @param {(event: object) => void} act
 * @returns {{sync: (state: import("./machine.js").State) => void}}
 */
export function follower(act) {
  let followed = "";
  let stop = new AbortController();

  return {
    sync(state) {
      const wanted = following(state) ? `${state.guest}/${state.session.token}` : "";
      if (wanted === followed) return;
      followed = wanted;
      stop.abort();
      stop = new AbortController();
      if (!wanted) return;
      const { guest, session, settings } = state;
      const say = (event) => act({ ...event, guest });
      follow(session.token, say, stop.signal, settings.timers.retry * 1000);
    },
  };
}

async function follow(token, say, signal, pause) {
  let rest = 0;
  const seen = (session) => {
    rest = 0;
    if (!signal.aborted) say({ type: "view", session });
  };
  while (!signal.aborted) {
    const begun = performance.now();
    try {
      rest = REST_MS;
      await events(`/session/${token}/events`, { signal, silence: SILENCE_MS, seen });
    } catch (error) {
      if (signal.aborted || ended(error, say)) return;
    }
    // A stream that brought nothing is not tried again at once; asking goes on meanwhile.
    do {
      await sleep(pause, signal);
      if (signal.aborted || (await look(token, say, signal))) return;
    } while (performance.now() - begun < rest);
  }
}

/** Ask once; tells whether there is nothing left to follow. */
async function look(token, say, signal) {
  try {
    const session = await get(`/session/${token}`);
    if (!signal.aborted) say({ type: "view", session });
    return false;
  } catch (error) {
    return signal.aborted || ended(error, say);
  }
}

/** Report a failure; tells whether following is over. */
function ended(error, say) {
  if (error.code === "not_found") {
    say({ type: "gone" });
    return true;
  }
  say({ type: "refused", of: "look", code: error.code || "error" });
  return error.code === "unauthorized";
}

function sleep(milliseconds, signal) {
  return new Promise((resolve) => {
    const id = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(id);
      resolve();
    });
  });
}
