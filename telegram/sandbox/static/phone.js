// The phone: shows the state of the sandbox and plays one person. State comes by long polling.

import { content, element, fileUrl, safeUrl } from "./rendering.js";

const $ = (id) => document.getElementById(id);
const params = new URLSearchParams(location.search);
const view = {
  state: null,
  user: Number(params.get("user")) || Number(sessionStorage.getItem("user")) || null,
  chat: null,
  start: params.get("start"),
  set: location.pathname.startsWith("/addstickers/")
    ? decodeURIComponent(location.pathname.slice("/addstickers/".length)) : null,
  shown: "",
  answered: new Set(),
};

async function post(verb, body) {
  const response = await fetch(`/sandbox/${verb}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) toast(answer.error ?? "refused");
  return response.ok ? answer : null;
}

function toast(text) {
  $("toast").textContent = text;
  $("toast").hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { $("toast").hidden = true; }, 4000);
}

function chatOf(user) {
  return view.state.chats.find((chat) => chat.id === user);
}

function currentChat() {
  return view.state.chats.find((chat) => chat.id === view.chat) ?? null;
}

function myChats() {
  return view.state.chats.filter((chat) => String(view.user) in chat.members && !chat.upgraded_to);
}

function personName(person) {
  return [person.first_name, person.last_name].filter(Boolean).join(" ") || `#${person.id}`;
}

async function watch() {
  let revision = null;
  for (;;) {
    try {
      const query = revision === null ? "" : `?after=${revision}&timeout=25`;
      const response = await fetch(`/sandbox/state${query}`);
      view.state = await response.json();
      revision = view.state.revision;
      render();
    } catch {
      $("subtitle").textContent = "the sandbox is gone, trying again…";
      revision = null;
      await new Promise((resolve) => { setTimeout(resolve, 1500); });
    }
  }
}

function render() {
  renderPeople();
  if (view.start !== null && view.user && view.chat === null) view.chat = view.user;
  const chat = currentChat();
  $("back").hidden = !(chat || view.set);
  $("block").hidden = !(chat && chat.type === "private" && chat.started);
  if (view.set) renderSet();
  else if (chat || (view.start !== null && view.user)) renderChat(chat);
  else renderChats();
  showAnswers();
}

function renderPeople() {
  const people = view.state.people;
  if (view.user && !people.some((person) => person.id === view.user)) view.user = null;
  if (!view.user && people.length === 1) choose(people[0].id);
  const options = [
    element("option", { value: "" }, people.length ? "choose a person" : "nobody yet"),
    ...people.map((person) => element(
      "option", { value: person.id, selected: person.id === view.user }, personName(person))),
    element("option", { value: "new" }, "＋ new person"),
  ];
  if (document.activeElement !== $("person")) $("person").replaceChildren(...options);
}

function choose(user) {
  view.user = user;
  view.chat = null;
  if (user) sessionStorage.setItem("user", user);
}

function renderChats() {
  $("title").textContent = "Chats";
  $("subtitle").textContent = `@${view.state.bot.username}`;
  $("footer").hidden = true;
  if (!view.user) {
    const make = element("button", { class: "primary", type: "button", onclick: newcomer }, "New person");
    show(element("div", { class: "empty" },
      element("p", {}, "This page is a phone. Choose a person, or make one."), make));
    return;
  }
  const items = myChats().map((chat) => {
    const last = chat.messages.at(-1);
    const line = last ? (last.text ?? last.caption ?? "picture") : "no messages yet";
    return element("button", { class: "row", type: "button", onclick: () => open(chat.id) },
      element("span", { class: "avatar", "aria-hidden": "true" }, chat.type === "private" ? "🤖" : "👥"),
      element("span", { class: "lines" },
        element("strong", { dir: "auto" }, chat.title ?? view.state.bot.first_name),
        element("small", { dir: "auto" }, line.slice(0, 80))));
  });
  const sets = view.state.sets.map((set) => element(
    "a", { class: "row", href: `/addstickers/${encodeURIComponent(set.name)}` },
    element("span", { class: "avatar", "aria-hidden": "true" }, "🎨"),
    element("span", { class: "lines" }, element("strong", { dir: "auto" }, set.title),
      element("small", {}, `${set.stickers.length} stickers`))));
  const heading = sets.length ? element("h2", {}, "Sticker sets") : null;
  show(element("div", { class: "list" }, ...items, heading, ...sets));
}

function open(chat) {
  view.chat = chat;
  view.set = null;
  render();
  $("main").focus();
}

function renderChat(chat) {
  const bot = view.state.bot;
  $("title").textContent = chat?.title ?? bot.first_name;
  $("subtitle").textContent = chat?.type === "private" ? `@${bot.username}` : (chat?.type ?? "bot");
  $("block").textContent = chat?.blocked ? "Unblock" : "Block";
  const messages = (chat?.messages ?? []).map((message) => bubble(chat, message));
  const hint = messages.length ? null : element("p", { class: "empty" }, "Press START to begin.");
  show(element("div", { class: "messages" }, hint, ...messages), true);
  renderFooter(chat);
}

function bubble(chat, message) {
  const mine = message.from.id === view.user;
  const time = new Date(message.date * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const name = chat.type !== "private" && !mine
    ? element("strong", { class: "sender", dir: "auto" }, personName(message.from)) : null;
  const quote = message.reply_to_message
    ? element("div", { class: "quote", dir: "auto" }, (message.reply_to_message.text ?? "picture").slice(0, 60)) : null;
  const body = element("div", { class: `bubble${message.sticker ? " bare" : ""}` },
    name, quote, ...content(message, (command) => say(command)),
    element("small", { class: "time" }, message.edit_date ? `edited ${time}` : time));
  const rows = (message.reply_markup?.inline_keyboard ?? []).map((row) => element(
    "div", { class: "buttons" }, ...row.map((button) => inlineButton(message, button))));
  return element("article", { class: mine ? "mine" : "theirs" }, body, ...rows);
}

function inlineButton(message, button) {
  const label = button.url ? `${button.text} ↗` : button.text;
  return element("button", { type: "button", onclick: () => press(message, button) }, label);
}

async function press(message, button) {
  if (button.url) {
    const url = safeUrl(button.url);
    if (url?.startsWith("/")) location.assign(url);
    else if (url) window.open(url, "_blank", "noopener");
    return;
  }
  await post("press", {
    user: view.user, chat: view.chat, message: message.message_id,
    label: button.callback_data ?? button.text,
  });
}

function renderFooter(chat) {
  const started = chat && (chat.type !== "private" || (chat.started && !chat.blocked));
  const asksStart = !started || view.start !== null;
  $("footer").hidden = false;
  $("start").hidden = !asksStart;
  $("compose").hidden = asksStart;
  const rows = asksStart ? [] : (chat.keyboard?.keyboard ?? []);
  $("keys").hidden = rows.length === 0;
  $("keys").replaceChildren(...rows.map((row) => element("div", { class: "buttons" },
    ...row.map((key) => element("button", { type: "button", onclick: () => say(key.text, true) }, key.text)))));
}

function renderSet() {
  const set = view.state.sets.find((each) => each.name.toLowerCase() === view.set.toLowerCase());
  $("footer").hidden = true;
  $("title").textContent = set ? set.title : "No such set";
  $("subtitle").textContent = set ? `${set.stickers.length} stickers` : view.set;
  if (!set) {
    show(element("p", { class: "empty" }, "There is no sticker set with this name."));
    return;
  }
  show(element("div", { class: "set" }, ...set.stickers.map((sticker) => element("figure", {},
    element("img", { src: fileUrl(sticker), alt: sticker.emoji ?? "sticker", loading: "lazy" }),
    element("figcaption", {}, `${sticker.emoji ?? ""} ${Math.ceil(sticker.file_size / 1024)} KiB`)))));
}

function show(node, toEnd = false) {
  const main = $("main");
  const key = node.outerHTML;
  if (key === view.shown) return;
  view.shown = key;
  const atEnd = main.scrollTop + main.clientHeight >= main.scrollHeight - 40;
  main.replaceChildren(node);
  if (toEnd && (atEnd || view.lastChat !== view.chat)) main.scrollTop = main.scrollHeight;
  view.lastChat = view.chat;
}

function showAnswers() {
  for (const callback of view.state.callbacks) {
    if (callback.from !== view.user || !callback.answer || view.answered.has(callback.id)) continue;
    view.answered.add(callback.id);
    if (view.ready && callback.answer.text) {
      if (callback.answer.show_alert) alert(callback.answer.text);
      else toast(callback.answer.text);
    }
  }
  view.ready = true;
}

async function say(text, isKey = false) {
  if (!text.trim()) return;
  const verb = isKey ? ["press", { label: text }] : ["text", { text }];
  await post(verb[0], { user: view.user, chat: view.chat, ...verb[1] });
}

async function newcomer() {
  const dialog = $("newcomer");
  dialog.returnValue = "cancel";
  dialog.showModal();
}

$("newcomer").addEventListener("close", async () => {
  if ($("newcomer").returnValue !== "create") return renderPeople();
  const fields = Object.fromEntries(new FormData($("newcomer").querySelector("form")));
  const person = await post("people", fields);
  if (!person) return null;
  choose(person.id);
  view.chat = person.id;
  return render();
});

$("person").addEventListener("change", () => {
  const value = $("person").value;
  $("person").blur();
  if (value === "new") return newcomer();
  choose(Number(value) || null);
  return render();
});

$("back").addEventListener("click", () => {
  if (view.set && location.pathname !== "/") {
    if (history.length > 1) history.back();
    else location.assign("/");
    return;
  }
  view.chat = null;
  view.start = null;
  render();
});

$("start").addEventListener("click", async () => {
  const payload = view.start ?? "";
  view.start = null;
  view.chat = view.user;
  history.replaceState(null, "", "/");
  await post("start", { user: view.user, payload });
  render();
});

$("block").addEventListener("click", () => post(
  chatOf(view.user)?.blocked ? "unblock" : "block", { user: view.user }));

$("compose").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = $("text").value;
  $("text").value = "";
  await say(text);
});

$("picture").addEventListener("change", async () => {
  const [file] = $("picture").files;
  if (!file) return;
  const query = new URLSearchParams({ user: view.user, chat: view.chat });
  const response = await fetch(`/sandbox/picture?${query}`, { method: "POST", body: file });
  $("picture").value = "";
  if (!response.ok) toast((await response.json()).error ?? "refused");
});

watch();
