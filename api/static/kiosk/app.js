// The kiosk page: shows the session as the server tells it, one screen a status.
// The server is the truth; the page keeps the token and forgets everything else.

import * as api from "/kiosk/api.js";

const QR_SECONDS = 90;
const CLOSING_SECONDS = 20;
const RETRY_MS = 2000;
const TOKEN = "stickerbooth.token";
const LANG = "stickerbooth.lang";

const screen = document.getElementById("screen");
const cancel = document.getElementById("cancel");
const languages = document.getElementById("languages");

let words = {};
let lang = localStorage.getItem(LANG) || "";
let view = null; // the session view last shown
let watching = null; // AbortController of the stream
let timers = [];
let pictures = [];
let busy = false;
let outfits = [];
let photoError = "";
let again = null; // redraws the present screen after a change of language

function t(name, values = {}) {
  const text = words[name] || name;
  return text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function button(label, act, kind = "") {
  return make("button", { type: "button", class: kind, onclick: () => once(act) }, label);
}

// Ten taps are one: whatever was tapped is done before anything else is.
async function once(act) {
  if (busy) return;
  busy = true;
  try {
    await act();
  } catch (error) {
    refused(error);
  } finally {
    busy = false;
  }
}

function draw(name, { cancellable = false } = {}, ...children) {
  timers.forEach(clearInterval);
  timers = [];
  pictures.forEach(URL.revokeObjectURL);
  pictures = [];
  screen.dataset.screen = name;
  screen.replaceChildren(...children.filter(Boolean));
  cancel.textContent = t("cancel");
  cancel.hidden = !cancellable;
}

function every(ms, act) {
  timers.push(setInterval(act, ms));
}

async function show(image, path) {
  const url = await api.picture(path);
  pictures.push(url);
  image.src = url;
}

function message(name, emoji, title, hint, ...actions) {
  draw(
    name,
    {},
    make("div", { class: "emoji", "aria-hidden": "true" }, emoji),
    make("h1", {}, title),
    make("p", {}, hint),
    make("div", { class: "actions" }, ...actions),
  );
}

function attract() {
  again = attract;
  draw(
    "attract",
    {},
    make("h1", {}, t("title")),
    make("p", {}, t("tagline")),
    button(t("start"), begin, "big"),
  );
}

async function begin() {
  const kiosk = new URLSearchParams(location.search).get("kiosk");
  follow(await api.start(kiosk));
}

function follow(next) {
  sessionStorage.setItem(TOKEN, next.token);
  photoError = "";
  update(next);
  watching?.abort();
  watching = new AbortController();
  stay(next.token, watching.signal);
}

// Keeps the stream; when it breaks, asks once and streams again.
async function stay(token, signal) {
  while (!signal.aborted) {
    try {
      await api.watch(token, signal, (next) => signal.aborted || update(next));
    } catch (error) {
      if (signal.aborted) return;
      if (error.code === "not_found") return home();
      if (error.code === "offline") offline();
      else if (error.code === "unauthorized") return refused(error);
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function home() {
  watching?.abort();
  watching = null;
  view = null;
  sessionStorage.removeItem(TOKEN);
  attract();
}

function soonHome() {
  let left = CLOSING_SECONDS;
  every(1000, () => {
    left -= 1;
    if (left <= 0) home();
  });
}

function offline() {
  again = offline;
  message("offline", "📡", t("offline"), t("offline_hint"));
  view = null;
}

// Shows a view; the same view twice changes nothing, so a running timer keeps its time.
function update(next) {
  const before = view;
  view = next;
  again = () => {
    view = null;
    update(next);
  };
  const step = `${next.status}/${next.job?.status}/${next.template_id}`;
  if (before && step === `${before.status}/${before.job?.status}/${before.template_id}`) {
    progress(next.job);
    return;
  }
  const screens = {
    idle: scan,
    linked: consent,
    consented: choice,
    template_chosen: picked,
    photo_taken: making,
    expired: closed,
  };
  screens[next.status](next);
}

function scan({ qr_url, token, created_at }) {
  const image = make("img", { alt: t("qr_alt") });
  const time = make("progress", { class: "time", max: QR_SECONDS, value: QR_SECONDS });
  draw(
    "scan",
    { cancellable: true },
    make("h1", {}, t("scan")),
    make("div", { class: "qr" }, image),
    time,
    make("p", {}, t("scan_hint")),
  );
  show(image, qr_url).catch(refused);
  const began = performance.now() - resumedAfter(token, created_at) * 1000;
  every(250, () => {
    time.value = QR_SECONDS - (performance.now() - began) / 1000;
    if (time.value <= 0) once(() => give("qr_timeout"));
  });
}

// Seconds that passed before a reload; the two clocks may differ, so never more than half the time.
function resumedAfter(token, created) {
  const passed = (Date.now() - Date.parse(created)) / 1000;
  return Math.min(Math.max(passed, 0), QR_SECONDS / 2);
}

function consent() {
  draw(
    "consent",
    { cancellable: true },
    make("div", { class: "emoji", "aria-hidden": "true" }, "📱"),
    make("h1", {}, t("consent")),
    make("p", {}, t("consent_hint")),
  );
}

async function choice() {
  draw("choose", { cancellable: true }, make("h1", {}, t("choose")));
  try {
    outfits = await api.templates(lang);
  } catch (error) {
    return refused(error);
  }
  if (screen.dataset.screen !== "choose") return;
  const cards = outfits.map((outfit) => {
    const image = make("img", { alt: "" });
    show(image, outfit.preview_url).catch(() => image.replaceWith(make("div", { class: "blank" })));
    const pick = () => once(() => pickOutfit(outfit.id));
    return make("button", { type: "button", class: "outfit", onclick: pick }, image, outfit.title);
  });
  screen.append(make("div", { class: "outfits" }, ...cards));
}

async function pickOutfit(id) {
  const { token } = view;
  const next = await api.choose(token, id);
  view = null; // the same outfit again must lead back to the photo, too
  update(next);
}

function picked() {
  const input = make("input", {
    type: "file",
    accept: "image/*",
    capture: "user",
    onchange: () => input.files[0] && once(() => send(input.files[0])),
  });
  draw(
    "photo",
    { cancellable: true },
    make("h1", {}, t("photo")),
    make("p", {}, t("photo_hint")),
    photoError && make("p", { class: "error", role: "alert" }, photoError),
    make("label", { class: "button big" }, t("pick_photo"), input),
    button(t("other_outfit"), choice, "quiet"),
  );
}

// The same key until the server has answered, so a lost answer never makes a second job.
async function send(file) {
  const { token } = view;
  const key = newKey();
  draw("sending", {}, make("h1", {}, t("sending")), make("progress", {}));
  for (;;) {
    try {
      return update(await api.photo(token, file, key));
    } catch (error) {
      if (error.code === "offline" || error.code === "store_down") {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      } else if (["bad_photo", "too_large", "unsupported_image", "invalid"].includes(error.code)) {
        photoError = t(error.problem.reason || (error.code === "invalid" ? "error" : error.code));
        return picked();
      } else {
        throw error;
      }
    }
  }
}

// crypto.randomUUID is missing on plain http addresses of a local network.
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function making({ job }) {
  if (job?.status === "done") {
    message("done", "🎉", t("done"), t("done_hint"), button(t("to_start"), home));
    return soonHome();
  }
  if (job?.status === "failed") {
    message("failed", "🙈", t("failed"), t("failed_hint"), button(t("to_start"), home));
    return soonHome();
  }
  const title = job?.status === "delivering" ? t("checking") : t("making");
  draw(
    "making",
    {},
    make("div", { class: "emoji", "aria-hidden": "true" }, "✨"),
    make("h1", {}, title),
    make("progress", { id: "bar", max: job?.stickers_total ?? 10, value: 0 }),
    make("p", { id: "count" }),
    make("p", {}, t("go")),
    button(t("to_start"), home, "quiet"),
  );
  progress(job);
}

function progress(job) {
  const bar = document.getElementById("bar");
  if (!bar || !job) return;
  bar.value = job.stickers_done;
  document.getElementById("count").textContent =
    job.status === "queued" && job.queue_position
      ? t("in_queue", { position: job.queue_position })
      : t("progress", { done: job.stickers_done, total: job.stickers_total });
}

function closed({ notice, closed_reason }) {
  if (notice === "pack_ready") {
    message("pack_ready", "🎁", t("pack_ready"), t("pack_ready_hint"), button(t("to_start"), home));
  } else if (notice === "pack_in_progress") {
    message("pack_in_progress", "⏳", t("pack_in_progress"), t("pack_in_progress_hint"), button(t("to_start"), home));
  } else if (closed_reason === "cancel") {
    return home();
  } else {
    message("expired", "⌛", t("expired"), t("expired_hint"), button(t("to_start"), home));
  }
  soonHome();
}

async function give(reason) {
  const { token } = view;
  update(await api.expire(token, reason));
}

// Screens for what the server refuses; the session, if there is one, is looked at again.
function refused(error) {
  const back = () => (sessionStorage.getItem(TOKEN) ? resume() : home());
  const retry = button(t("again"), back);
  again = () => refused(error);
  view = null;
  switch (error.code) {
    case "wrong_status":
    case "pack_limit":
      return void resume();
    case "not_found":
      return home();
    case "maintenance": {
      const hint = error.problem.operator_text || t("maintenance_hint");
      return message("maintenance", "☕", t("maintenance"), hint, retry);
    }
    case "unavailable":
      return message("unavailable", "🕰️", t("unavailable"), t("unavailable_hint"), retry);
    case "rate_limited":
      return message("rate_limited", "🐢", t("rate_limited"), "", retry);
    case "unauthorized":
      return message("unauthorized", "🔑", t("unauthorized"), "", retry);
    case "offline":
      message("offline", "📡", t("offline"), t("offline_hint"), retry);
      return every(RETRY_MS, () => once(back));
    default:
      return message("error", "🤕", t("error"), "", retry);
  }
}

async function resume() {
  const token = sessionStorage.getItem(TOKEN);
  if (!token) return attract();
  try {
    follow(await api.session(token));
  } catch (error) {
    refused(error);
  }
}

async function speak(wanted) {
  const answer = await api.texts(wanted);
  words = answer.texts;
  lang = answer.language;
  document.documentElement.lang = lang;
  localStorage.setItem(LANG, lang);
  languages.setAttribute("aria-label", t("language"));
  languages.replaceChildren(
    ...answer.languages.map(({ code, name }) =>
      make(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-pressed": String(code === lang),
          "aria-label": name,
          onclick: () => once(() => speak(code).then(() => again?.())),
        },
        code.toUpperCase(),
      ),
    ),
  );
}

cancel.addEventListener("click", () =>
  once(() => (view && view.status !== "photo_taken" ? give("cancel") : home())),
);
document.addEventListener("contextmenu", (event) => event.preventDefault());

async function open() {
  try {
    await speak(lang);
  } catch {
    setTimeout(open, RETRY_MS);
    return;
  }
  await resume();
}

open();
