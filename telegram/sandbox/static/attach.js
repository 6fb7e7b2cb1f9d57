// The attach menu: everything a person can send besides a text.

import { ask, menu } from "./dialogs.js";
import { element, fileUrl, personName } from "./rendering.js";
import { base64, post, upload } from "./wire.js";

const $ = (id) => document.getElementById(id);

// `where` is {user, chat, and as or reply_to if wanted}; `takeCaption` empties the text field.
export function openAttach(view, where, takeCaption) {
  const send = (verb, body = {}) => post(verb, { ...where, ...body });
  menu("Send", [
    { label: "🖼 Photo or album", act: () => pick("image/*", true, (files) => sendPhotos(files, where, takeCaption)) },
    { label: "📄 File", act: () => pick("", false, ([file]) => sendFile(file, where, takeCaption)) },
    { label: "🙂 Sticker", act: () => openStickers(view, where) },
    { label: "🎤 Voice message", act: () => send("voice") },
    { label: "⏺ Video message", act: () => send("video_note") },
    { label: "🎬 Video", act: () => send("video") },
    { label: "📱 My contact", act: () => send("contact") },
    { label: "👤 Somebody's contact", act: () => openContacts(view, where) },
    { label: "📍 Location", act: () => sendLocation(where) },
    { label: "🎲 Dice", act: () => send("dice") },
    { label: "📊 Poll", act: () => openPoll(where) },
    { label: "↪ Forward from elsewhere", act: () => forwardForeign(view, where) },
  ]);
}

function pick(accept, multiple, use) {
  const input = $("file");
  input.accept = accept;
  input.multiple = multiple;
  input.value = "";
  input.onchange = () => { if (input.files.length) use([...input.files]); };
  input.click();
}

function query({ as, ...where }) {
  return { ...where, as_chat: as };
}

async function sendPhotos(files, where, takeCaption) {
  const caption = takeCaption();
  if (files.length === 1) return upload(files[0], { ...query(where), caption });
  return post("album", { ...where, caption, pictures: await Promise.all(files.map(base64)) });
}

function sendFile(file, where, takeCaption) {
  const facts = { as: "document", name: file.name, mime: file.type, caption: takeCaption() };
  return upload(file, { ...query(where), ...facts });
}

function openStickers(view, where) {
  const all = view.state.sets.flatMap((set) => set.stickers.map((sticker) => ({ set, sticker })));
  menu("Sticker", [
    { label: "🟡 A plain one", act: () => post("sticker", where) },
    { label: "🖼 From a file (PNG or WEBP, 512 px)",
      act: () => pick("image/png,image/webp", false, ([file]) => upload(file, { ...query(where), as: "sticker" })) },
    ...all.map(({ set, sticker }) => ({
      label: element("span", { class: "choice" },
        element("img", { src: fileUrl(sticker), alt: sticker.emoji ?? "sticker" }), set.title),
      act: () => post("sticker", { ...where, file_id: sticker.file_id }),
    })),
  ]);
}

function openContacts(view, where) {
  const others = view.state.people.filter((person) => person.id !== view.user);
  menu("Whose contact?", [
    ...others.map((person) => ({
      label: personName(person), act: () => post("contact", { ...where, of: person.id }),
    })),
    { label: "Somebody without Telegram…", act: () => sendCard(where) },
  ]);
}

async function sendCard(where) {
  const card = await ask("Contact", [
    { name: "first_name", label: "First name", maxlength: 64 },
    { name: "phone_number", label: "Phone number", type: "tel", value: "+998 90 123 45 67" },
  ]);
  if (card) await post("contact", { ...where, ...card });
}

async function sendLocation(where) {
  const place = await ask("Location", [
    { name: "latitude", label: "Latitude", type: "number", step: "any", min: -90, max: 90, value: 41.311 },
    { name: "longitude", label: "Longitude", type: "number", step: "any", min: -180, max: 180, value: 69.28 },
  ]);
  if (place) await post("location", { ...where, ...place });
}

export async function openPoll(where) {
  const poll = await ask("Poll", [
    { name: "question", label: "Question", maxlength: 300 },
    { name: "options", label: "Options, one a line", rows: 4 },
  ]);
  if (!poll) return;
  const options = poll.options.split("\n").map((line) => line.trim()).filter(Boolean);
  await post("poll", { ...where, question: poll.question, options });
}

async function forwardForeign(view, where) {
  const said = await ask("Forward from elsewhere", [
    { name: "name", label: "Name of the sender, who hides the account", maxlength: 128 },
    { name: "text", label: "Text", maxlength: 4096 },
  ], "Forward");
  if (said) await post("forward", { ...where, text: said.text, origin: { name: said.name } });
}
