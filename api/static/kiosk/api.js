// Calls of the server. Every failure is a Refusal with a code; "offline" when nobody answered.

const KEY = "stickerbooth.key";

// The operator opens the page once with #key=...; it stays on the tablet and leaves the address.
const given = new URLSearchParams(location.hash.slice(1)).get("key");
if (given) {
  localStorage.setItem(KEY, given);
  history.replaceState(null, "", location.pathname);
}

export class Refusal extends Error {
  constructor(code, detail = "", problem = {}) {
    super(detail || code);
    this.code = code;
    this.detail = detail;
    this.problem = problem;
  }
}

function headers(more = {}) {
  const key = localStorage.getItem(KEY);
  return key ? { "X-Kiosk-Key": key, ...more } : more;
}

async function call(method, path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, { method, cache: "no-store", ...options, headers: headers(options.headers) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("offline");
  }
  if (answer.ok) return answer;
  let problem = {};
  try {
    problem = await answer.json();
  } catch {
    // A proxy's error page says nothing to the guest.
  }
  throw new Refusal(problem.code || "error", problem.detail, problem);
}

function json(body) {
  return { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
}

export const texts = async (lang) => (await call("GET", `/texts.json?lang=${lang}`)).json();
export const templates = async (lang) => (await call("GET", `/templates?lang=${lang}`)).json();
export const start = async (kiosk) => (await call("POST", "/session", json({ kiosk_id: kiosk }))).json();
export const session = async (token) => (await call("GET", `/session/${token}`)).json();
export const choose = async (token, id) =>
  (await call("POST", `/session/${token}/template`, json({ template_id: id }))).json();
export const expire = async (token, reason) =>
  (await call("POST", `/session/${token}/expire?reason=${reason}`)).json();

// Pictures come by fetch, because an <img> cannot send the kiosk key.
export async function picture(path) {
  return URL.createObjectURL(await (await call("GET", path)).blob());
}

export async function photo(token, file, key) {
  const form = new FormData();
  form.append("photo", file, "photo.jpg");
  const options = { body: form, headers: { "Idempotency-Key": key } };
  return (await call("POST", `/session/${token}/photo`, options)).json();
}

// Streams session views until aborted; reads the stream by fetch, since EventSource sends no key.
export async function watch(token, signal, seen) {
  const answer = await call("GET", `/session/${token}/events`, { signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    buffer += value;
    const blocks = buffer.split("\n\n");
    buffer = blocks.pop();
    for (const block of blocks) {
      const data = block.split("\n").find((line) => line.startsWith("data: "));
      if (data) seen(JSON.parse(data.slice(6)));
    }
  }
}
