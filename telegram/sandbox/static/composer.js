// The lower end of a chat: text field, reply and edit, keyboard of the bot, menu of commands.

import { openAttach, openPoll } from "./attach.js";
import { menu } from "./dialogs.js";
import { describe, element } from "./rendering.js";
import { post } from "./wire.js";

const $ = (id) => document.getElementById(id);
const pending = { kind: null, message: null, chat: null };
let view = null;
let chat = null;

export function begin(kind, message) {
  Object.assign(pending, { kind, message, chat: chat.id });
  if (kind === "edit") $("text").value = message.text ?? message.caption ?? "";
  renderComposer(view, chat);
  $("text").focus();
}

async function giveUp() {
  const forced = !pending.kind && chat.asked_reply;
  if (pending.kind === "edit") $("text").value = "";
  pending.kind = null;
  if (forced) await post("reply/dismiss", { user: view.user, chat: chat.id });
  renderComposer(view, chat);
  $("text").focus();
}

export function renderComposer(shownView, shownChat) {
  view = shownView;
  const entered = shownChat?.id !== chat?.id;
  chat = shownChat;
  if (pending.chat !== chat?.id) pending.kind = null;
  const started = chat && (chat.type !== "private" || (chat.started && !chat.blocked));
  const asksStart = !started || view.start !== null;
  $("footer").hidden = false;
  $("start").hidden = !asksStart;
  const mayWrite = !asksStart && (chat.type !== "channel" || isAdmin(chat));
  $("compose").hidden = !mayWrite;
  renderBar(mayWrite);
  renderKeys(mayWrite);
  if (!mayWrite) return;
  $("commands").hidden = chat.commands.length === 0;
  renderNames(entered);
  $("text").placeholder = placeholder();
}

function isAdmin(where) {
  return ["creator", "administrator"].includes(where.members[view.user]);
}

function placeholder() {
  if (chat.asked_reply && chat.reply_placeholder) return chat.reply_placeholder;
  const said = keyboardShown() ? chat.keyboard.input_field_placeholder : null;
  return said ?? "Message";
}

function keyboardShown() {
  return Boolean(chat.keyboard) && !chat.keyboard_hidden;
}

// The message the next one will answer, edit, or null.
function target() {
  if (pending.kind) return pending.message;
  return chat.messages.find((message) => message.message_id === chat.asked_reply) ?? null;
}

function renderBar(mayWrite) {
  const message = mayWrite ? target() : null;
  $("bar").hidden = !message;
  if (!message) return;
  const word = pending.kind === "edit" ? "Edit" : "Reply";
  $("barText").textContent = `${word}: ${describe(message).slice(0, 60)}`;
}

// Reply keys are as high as the phone's own keyboard unless the bot asks for small ones.
function renderKeys(mayWrite) {
  const shown = mayWrite && keyboardShown();
  $("keyboard").hidden = !(mayWrite && chat.keyboard && !chat.keyboard.is_persistent);
  $("keyboard").setAttribute("aria-expanded", String(shown));
  $("keys").hidden = !shown;
  const key = shown ? JSON.stringify(chat.keyboard) : "";
  if ($("keys").dataset.shown === key) return;
  $("keys").dataset.shown = key;
  const rows = shown ? chat.keyboard.keyboard : [];
  $("keys").classList.toggle("tall", Boolean(shown && !chat.keyboard.resize_keyboard));
  $("keys").replaceChildren(...rows.map((row) => element("div", { class: "buttons" },
    ...row.map((each) => element("button", { type: "button", onclick: () => pressKey(each) }, each.text)))));
}

function pressKey(key) {
  if (key.request_poll) return openPoll(where());
  return post("press", { user: view.user, chat: chat.id, label: key.text, key: true });
}

// In whose name: one's own, anonymously, or that of an own channel.
function renderNames(entered) {
  const supergroup = chat.type === "supergroup";
  const channels = supergroup
    ? view.state.chats.filter((each) => each.type === "channel" && each.members[view.user] === "creator") : [];
  const options = [["", "as myself"]];
  if (supergroup && isAdmin(chat)) options.push(["group", "anonymously"]);
  options.push(...channels.map((each) => [String(each.id), `as ${each.title}`]));
  $("names").hidden = options.length === 1;
  const key = JSON.stringify(options);
  if (!entered && $("names").dataset.shown === key) return;
  $("names").dataset.shown = key;
  const chosen = entered ? "" : $("names").value;
  $("names").replaceChildren(...options.map(([value, label]) => element(
    "option", { value, selected: value === chosen }, label)));
}

function where() {
  const found = { user: view.user, chat: chat.id };
  if (!$("names").hidden && $("names").value) found.as = $("names").value;
  if (pending.kind === "reply") found.reply_to = pending.message.message_id;
  return found;
}

function takeText() {
  const text = $("text").value;
  $("text").value = "";
  return text;
}

function takeReply() {
  if (pending.kind !== "edit") pending.kind = null;
}

export async function say(text) {
  if (!text.trim()) return false;
  const sent = await post("text", { ...where(), text });
  if (sent) takeReply();
  return Boolean(sent);
}

async function submit() {
  const text = takeText();
  const editing = pending.kind === "edit" ? pending.message : null;
  const done = editing
    ? await post("edit", { user: view.user, chat: chat.id, message: editing.message_id, text })
    : await say(text);
  // What was refused goes back into the field, unless something new is there.
  if (!done && !$("text").value) $("text").value = text;
  if (done) pending.kind = null;
  renderComposer(view, chat);
}

function openCommands() {
  const name = chat.type === "private" ? "" : `@${view.state.bot.username}`;
  menu("Commands", chat.commands.map(({ command, description }) => ({
    label: element("span", { class: "choice" }, element("b", {}, `/${command}`), description),
    act: () => say(`/${command}${name}`),
  })));
}

$("compose").addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
$("text").addEventListener("keydown", (event) => {
  if (event.key === "Escape" && target()) giveUp();
});
$("barClose").addEventListener("click", giveUp);
$("commands").addEventListener("click", openCommands);
$("attach").addEventListener("click", () => {
  openAttach(view, where(), takeText);
  takeReply();
  renderComposer(view, chat);
});
$("keyboard").addEventListener("click", () => post(
  "keyboard", { user: view.user, chat: chat.id, shown: chat.keyboard_hidden }));
