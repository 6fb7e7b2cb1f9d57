// The one table of timers, and the runner that keeps them.
// A timer runs exactly while its row says so, fires once, and carries the number of the guest it
// was started for: the machine drops it when another guest stands there. Nothing else in the page
// that a guest can notice waits on a clock of its own.

/** @typedef {import("./machine.js").State} State */

/**
 * One row. `runs` tells whether the timer runs in a state, `key` names what starts it anew when
 * it changes, `share` is the part of the setting that one firing waits for, `entered` counts the
 * length from the moment the state was entered, so that a reload gives nobody more time.
 * @typedef {{runs: (s: State) => boolean, key?: (s: State) => unknown, share?: number,
 *   entered?: boolean}} Row
 */

/** Numbers of the countdown before the photo: three, two, one. */
export const COUNTS = 3;

/** States in which nobody is served; the door is looked at while they stand. */
export const WAITING = ["attract", "maintenance", "unavailable", "locked"];
/** States of a session that is still open. */
export const OPEN = ["qr", "consent", "outfits", "camera", "review", "sending"];
/** Ends that say one sentence and lead back to the start by themselves. */
export const NOTICES = ["closed", "pack_ready", "pack_in_progress", "broken"];

const within = (...names) => (s) => names.includes(s.name);
const touched = (s) => s.touches;
/** Nobody is asked whether they are still there while the network keeps them from going on. */
const unasked = (name) => (s) => s.name === name && !s.idlePrompt && !s.offline && !s.staff;

/** @type {Record<string, Row>} The key is the setting's name and the name of the event. */
export const TIMERS = {
  qr: { runs: within("qr"), entered: true },
  consent: { runs: unasked("consent"), key: touched },
  idle_prompt: { runs: unasked("outfits"), key: touched },
  camera_idle: {
    runs: (s) => unasked("camera")(s) && !s.cameraTrouble && s.count === null,
    key: touched,
  },
  review: { runs: unasked("review"), key: touched },
  idle: { runs: (s) => s.idlePrompt && !s.offline },
  camera_trouble: { runs: (s) => s.name === "camera" && !!s.cameraTrouble, key: touched },
  camera_retry: {
    runs: (s) => s.name === "camera" && !!s.cameraTrouble,
    key: (s) => s.cameraTry,
  },
  countdown: { runs: (s) => s.count !== null && s.count > 0, key: (s) => s.count, share: 1 / COUNTS },
  snap: { runs: (s) => s.count === 0 },
  sending_notice: { runs: (s) => s.name === "sending" && !s.slow },
  sending_give_up: { runs: within("sending") },
  retry: { runs: (s) => s.stalled, key: (s) => s.tries },
  offline_give_up: {
    runs: (s) =>
      s.name === "opening" || (s.offline && OPEN.includes(s.name) && s.name !== "sending"),
  },
  making_to_start: { runs: within("making"), key: touched },
  done: { runs: within("done") },
  failed: { runs: within("failed") },
  notice: { runs: within(...NOTICES) },
  door: { runs: within(...WAITING), key: (s) => s.looks },
  language: {
    runs: (s) => s.name === "attract" && s.lang !== s.settings.languages[0].code,
    key: touched,
  },
  staff: { runs: (s) => s.staff, key: touched },
  settle: { runs: (s) => s.fresh },
};

/** Seconds that a timer waits in a state. */
export function seconds(name, state) {
  return state.settings.timers[name] * (TIMERS[name].share || 1);
}

/**
 * Keeps the timers of the table in step with the state. `sync` is called after every change.
 * @param {(event: object) => void} act
 */
export function runner(act) {
  const running = new Map();

  function stop(name) {
    clearTimeout(running.get(name).id);
    running.delete(name);
  }

  function start(name, state, key) {
    const passed = TIMERS[name].entered ? performance.now() - state.since : 0;
    const wait = Math.max(0, seconds(name, state) * 1000 - passed);
    const { guest } = state;
    const fire = () => {
      running.delete(name);
      act({ type: "timer", name, guest });
    };
    running.set(name, { key, id: setTimeout(fire, wait) });
  }

  return {
    /** @param {State} state */
    sync(state) {
      for (const [name, row] of Object.entries(TIMERS)) {
        const key = row.runs(state) ? `${state.guest}/${state.name}/${row.key ? row.key(state) : ""}` : null;
        const now = running.get(name);
        if (now && now.key !== key) stop(name);
        if (key !== null && !running.has(name)) start(name, state, key);
      }
    },
    /** Names of the timers that run now, for the staff's diagnostics and for tests. */
    names: () => [...running.keys()],
  };
}
