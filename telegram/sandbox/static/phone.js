// The phone: shows the state of the sandbox and plays one person. State comes by long polling.

import { begin, renderComposer, say } from "./composer.js";
import { menu } from "./dialogs.js";
import { content, describe, element, fileUrl, personName, safeUrl, senderName } from "./rendering.js";
import { post, toast } from "./wire.js";

const AVATARS = { private: "🤖", group: "👥", supergroup: "👥", channel: "📣" };
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
  atEnd: true,
  height: 0,
  answered: new Set(),
};

function chatOf(user) {
  return view.state.chats.find((chat) => chat.id === user);
}

function currentChat() {
  return view.state.chats.find((chat) => chat.id === view.chat) ?? null;
}

function myChats() {
  return view.state.chats.filter((chat) => String(view.user) in chat.members && !chat.upgraded_to);
}

// Commands and chats depend on the person, so another person means another question.
async function watch() {
  let revision = null;
  let asked = null;
  for (;;) {
    view.watching = new AbortController();
    if (asked !== view.user) revision = null;
    asked = view.user;
    const query = new URLSearchParams();
    if (asked) query.set("user", asked);
    if (revision !== null) { query.set("after", revision); query.set("timeout", 25); }
    try {
      const response = await fetch(`/sandbox/state?${query}`, { signal: view.watching.signal });
      const state = await response.json();
      if (asked !== view.user) continue;
      view.state = state;
      revision = view.state.revision;
      render();
    } catch (error) {
      if (error.name === "AbortError") continue;
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
  view.ready = false;
  view.watching?.abort();
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
    const line = last ? describe(last) : "no messages yet";
    return element("button", { class: "row", type: "button", onclick: () => open(chat.id) },
      element("span", { class: "avatar", "aria-hidden": "true" }, AVATARS[chat.type]),
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
  renderComposer(view, chat);
}

function bubble(chat, message) {
  const mine = message.written_by === view.user && !message.sender_chat;
  const time = new Date(message.date * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const name = chat.type !== "private" && !mine
    ? element("strong", { class: "sender", dir: "auto" }, senderName(message)) : null;
  const quote = message.reply_to_message
    ? element("div", { class: "quote", dir: "auto" }, describe(message.reply_to_message).slice(0, 60)) : null;
  const body = element("div", { class: `bubble${message.sticker ? " bare" : ""}` },
    name, quote, ...content(message, (command) => say(command)),
    element("small", { class: "time" }, message.edit_date ? `edited ${time}` : time));
  const rows = (message.reply_markup?.inline_keyboard ?? []).map((row, line) => element(
    "div", { class: "buttons" },
    ...row.map((button, at) => inlineButton(message, button, `${message.message_id}:${line}:${at}`))));
  const more = element("button", {
    class: "more", type: "button", "aria-label": "Message menu", "data-key": `${message.message_id}:more`,
    onclick: () => openMessage(message),
  }, "⋯");
  const line = element("div", { class: "line" }, body, more);
  return element("article", { class: mine ? "mine" : "theirs" }, line, ...rows);
}

function openMessage(message) {
  const own = message.written_by === view.user && !message.forward_origin;
  const service = message.new_chat_members ?? message.left_chat_member ?? message.migrate_to_chat_id;
  const worded = "text" in message || ["photo", "document", "video"].some((kind) => kind in message);
  const items = [{ label: "↩ Reply", act: () => begin("reply", message) }];
  if (own && worded) items.push({ label: "✏ Edit", act: () => begin("edit", message) });
  if (!service) items.push({ label: "↪ Forward", act: () => openForward(message) });
  menu("Message", items);
}

function openForward(message) {
  menu("Forward to", myChats().map((chat) => ({
    label: `${AVATARS[chat.type]} ${chat.title ?? view.state.bot.first_name}`,
    act: async () => {
      const facts = { user: view.user, chat: chat.id, from_chat: message.chat.id, message: message.message_id };
      if (await post("forward", facts)) open(chat.id);
    },
  })));
}

function inlineButton(message, button, key) {
  const label = button.url ? `${button.text} ↗` : button.text;
  return element("button", { type: "button", "data-key": key, onclick: () => press(message, button) }, label);
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
  const focused = main.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const atEnd = view.atEnd;
  main.replaceChildren(node);
  if (focused) (main.querySelector(`[data-key="${focused}"]`) ?? main).focus({ preventScroll: true });
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

async function newcomer() {
  const dialog = $("newcomer");
  dialog.returnValue = "cancel";
  dialog.showModal();
}

$("newcomer").addEventListener("close", async () => {
  if ($("newcomer").returnValue !== "create") return renderPeople();
  const fields = Object.fromEntries(new FormData($("newcomer").querySelector("form")));
  if (!fields.id) delete fields.id;
  const person = await post("people", fields);
  if (!person) return null;
  // The state shown is older than this person and would not know them.
  if (!view.state.people.some((each) => each.id === person.id)) view.state.people.push(person);
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

// Who reads the newest message keeps reading it when the keyboard opens below.
$("main").addEventListener("scroll", () => {
  const main = $("main");
  // A scroll that is told together with a new height says nothing about what was read before it.
  if (main.clientHeight !== view.height) return;
  view.atEnd = main.scrollTop + main.clientHeight >= main.scrollHeight - 40;
});
new ResizeObserver(() => {
  view.height = $("main").clientHeight;
  if (view.atEnd && view.chat !== null) $("main").scrollTop = $("main").scrollHeight;
}).observe($("main"));

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

watch();
