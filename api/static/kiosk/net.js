// Calls of the server, each with a deadline. Every failure is a Refusal with a code; "offline" when
// nobody answered in time. The kiosk key goes with every call and stands in no address.

const KEY = "stickerbooth.key";
const CALL_MS = 10000;
/** An upload may be slow, but not silent. */
const UPLOAD_SILENCE_MS = 20000;
/** After the last byte the photo is looked at, behind other photos perhaps. */
const JUDGING_MS = 60000;

export class Refusal extends Error {
  /** @param {string} code @param {object} [problem] the problem document */
  constructor(code, problem = {}) {
    super(problem.detail || code);
    this.code = code;
    this.problem = problem;
  }
}

/** The operator opens the page once with #key=...; it stays on the tablet and leaves the address. */
export function learnKey() {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  if (!given) return;
  localStorage.setItem(KEY, given);
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** Which kiosk this is, from ?kiosk=. */
export const kioskId = () => new URLSearchParams(location.search).get("kiosk") || null;

function keyed(headers = {}) {
  const key = localStorage.getItem(KEY);
  return key ? { ...headers, "X-Kiosk-Key": key } : headers;
}

function refusal(text) {
  try {
    const problem = JSON.parse(text);
    return new Refusal(problem.code || "error", problem);
  } catch {
    // A proxy's error page says nothing to the guest.
    return new Refusal("error");
  }
}

async function guarded(work) {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("offline");
  }
}

async function call(method, path, read, options = {}) {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), CALL_MS);
  try {
    return await guarded(async () => {
      const headers = keyed(options.headers);
      const answer = await fetch(path, { method, cache: "no-store", ...options, headers, signal: stop.signal });
      if (!answer.ok) throw refusal(await answer.text());
      return await read(answer);
    });
  } finally {
    clearTimeout(late);
  }
}

const asJson = async (answer) => {
  try {
    return JSON.parse(await answer.text());
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal("error");
    throw error;
  }
};

export const get = (path) => call("GET", path, asJson);

export function post(path, body) {
  const options = body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  return call("POST", path, asJson, options);
}

/** Pictures come by fetch, because an <img> cannot send the kiosk key. */
export const picture = (path) => call("GET", path, async (answer) => URL.createObjectURL(await answer.blob()), { cache: "default" });

/**
 * Send a photo. XMLHttpRequest, since fetch tells nothing of what has arrived.
 * @param {string} path
 * @param {{blob: Blob, key: string, progress: (part: number) => void, signal: AbortSignal}} options
 * @returns {Promise<object>} the session view
 */
export function upload(path, { blob, key, progress, signal }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let silent = 0;
    const wait = (milliseconds) => {
      clearTimeout(silent);
      silent = setTimeout(() => request.abort(), milliseconds);
    };
    const stop = () => request.abort();
    request.open("POST", path);
    for (const [name, value] of Object.entries(keyed({ "Idempotency-Key": key }))) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      wait(UPLOAD_SILENCE_MS);
      if (event.lengthComputable) progress(event.loaded / event.total);
    };
    request.upload.onload = () => {
      wait(JUDGING_MS);
      progress(1);
    };
    request.onload = () => {
      try {
        if (request.status < 200 || request.status > 299) throw refusal(request.responseText);
        resolve(JSON.parse(request.responseText));
      } catch (error) {
        reject(error instanceof Refusal ? error : new Refusal("error"));
      }
    };
    request.onerror = () => reject(new Refusal("offline"));
    request.onabort = () => reject(new Refusal(signal.aborted ? "aborted" : "offline"));
    request.onloadend = () => {
      clearTimeout(silent);
      signal.removeEventListener("abort", stop);
    };
    signal.addEventListener("abort", stop);
    const form = new FormData();
    form.append("photo", blob, "photo.jpg");
    wait(UPLOAD_SILENCE_MS);
    request.send(form);
  });
}

/**
 * Read server-sent events by fetch, since EventSource sends no key. Ends when the server ends them.
 * @param {string} path
 * @param {{signal: AbortSignal, silence: number, seen: (data: object) => void}} options
 *   silence: milliseconds after which a mute stream counts as broken
 */
export async function events(path, { signal, silence, seen }) {
  const stop = new AbortController();
  const end = () => stop.abort();
  let late = setTimeout(end, silence);
  signal.addEventListener("abort", end);
  try {
    await guarded(async () => {
      const answer = await fetch(path, { cache: "no-store", headers: keyed(), signal: stop.signal });
      if (!answer.ok) throw refusal(await answer.text());
      const reader = answer.body.getReader();
      const decoder = new TextDecoder();
      for (let buffer = ""; ; ) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(late);
        late = setTimeout(end, silence);
        const blocks = (buffer + decoder.decode(value, { stream: true })).split("\n\n");
        buffer = blocks.pop();
        blocks.map(data).filter(Boolean).forEach(seen);
      }
    });
  } finally {
    clearTimeout(late);
    signal.removeEventListener("abort", end);
    stop.abort();
  }
}

function data(block) {
  const line = block.split("\n").find((one) => one.startsWith("data: "));
  if (!line) return null;
  try {
    return JSON.parse(line.slice(6));
  } catch {
    throw new Refusal("error");
  }
}
