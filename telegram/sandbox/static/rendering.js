// Turns API objects into page elements. Text only ever becomes text nodes, never markup.

const TAGS = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", pre: "pre",
  blockquote: "blockquote", expandable_blockquote: "blockquote", text_link: "a", url: "a",
  bot_command: "span", mention: "span", spoiler: "span", custom_emoji: "span", date_time: "span",
};

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

export function fileUrl(file) {
  return `/sandbox/file/${encodeURIComponent(file.file_id)}`;
}

export function safeUrl(url) {
  try {
    const parsed = new URL(url, location.origin);
    const known = ["http:", "https:", "mailto:", "tg:"].includes(parsed.protocol);
    return known ? localUrl(parsed) : null;
  } catch {
    return null;
  }
}

// Links to sets and to the bot open here, as the app would open them.
function localUrl(parsed) {
  const home = ["t.me", "telegram.me"].includes(parsed.hostname);
  if (home && parsed.pathname.startsWith("/addstickers/")) return parsed.pathname;
  if (home && parsed.searchParams.has("start")) {
    return `/?start=${encodeURIComponent(parsed.searchParams.get("start"))}`;
  }
  return parsed.href;
}

// Entities are sorted by offset, longer first; offsets are UTF-16 units, as in JavaScript strings.
export function richText(text, entities = [], onCommand = () => {}) {
  const root = document.createDocumentFragment();
  const stack = [{ node: root, end: text.length }];
  let at = 0;
  const writeTo = (end) => {
    if (end > at) stack.at(-1).node.append(text.slice(at, end));
    at = Math.max(at, end);
  };
  const closeBefore = (offset) => {
    while (stack.length > 1 && stack.at(-1).end <= offset) {
      writeTo(stack.at(-1).end);
      stack.pop();
    }
    writeTo(Math.min(offset, stack.at(-1).end));
  };
  for (const entity of entities) {
    closeBefore(entity.offset);
    const piece = text.slice(entity.offset, entity.offset + entity.length);
    const node = entityNode(entity, piece, onCommand);
    stack.at(-1).node.append(node);
    stack.push({ node, end: Math.min(entity.offset + entity.length, stack.at(-1).end) });
  }
  closeBefore(text.length);
  return root;
}

function entityNode(entity, piece, onCommand) {
  const tag = TAGS[entity.type] ?? "span";
  if (tag === "a") {
    const url = safeUrl(entity.url ?? piece);
    if (!url) return element("span");
    const outside = /^https?:/.test(url);
    return element("a", { href: url, target: outside ? "_blank" : null, rel: "noopener noreferrer" });
  }
  if (entity.type === "bot_command") {
    return element("button", { class: "command", type: "button", onclick: () => onCommand(piece) });
  }
  return element(tag, { class: entity.type });
}

export function personName(person) {
  return [person.first_name, person.last_name].filter(Boolean).join(" ") || `#${person.id}`;
}

// Who a message seems to be from: a chat if it was written in the name of one.
export function senderName(message) {
  if (message.sender_chat) return message.sender_chat.title;
  return message.from ? personName(message.from) : "";
}

function originName(origin) {
  if (origin.type === "user") return personName(origin.sender_user);
  return origin.sender_user_name ?? (origin.sender_chat ?? origin.chat).title;
}

const WORDS = {
  photo: "🖼 photo", sticker: "🙂 sticker", voice: "🎤 voice message", video: "🎬 video",
  video_note: "⏺ video message", contact: "👤 contact", location: "📍 location", dice: "🎲 dice",
  poll: "📊 poll", document: "📄 file", new_chat_members: "somebody came", left_chat_member: "somebody left",
};

// A message in one line.
export function describe(message) {
  const said = message.text ?? message.caption;
  return said ?? WORDS[Object.keys(WORDS).find((kind) => kind in message)] ?? "message";
}

function cards(message) {
  const parts = [];
  const seconds = (file) => `${file.duration} s`;
  if (message.voice) parts.push(fileLink(message.voice, `🎤 voice message, ${seconds(message.voice)}`));
  if (message.video) parts.push(fileLink(message.video, `🎬 video, ${seconds(message.video)}`));
  if (message.video_note) parts.push(fileLink(message.video_note, `⏺ video message, ${seconds(message.video_note)}`));
  if (message.contact) {
    const { contact } = message;
    parts.push(element("div", { class: "card", dir: "auto" }, `👤 ${personName(contact)}`,
      element("small", {}, contact.phone_number)));
  }
  if (message.location) {
    parts.push(element("div", { class: "card" }, `📍 ${message.location.latitude}, ${message.location.longitude}`));
  }
  if (message.dice) parts.push(element("div", { class: "dice" }, `${message.dice.emoji} ${message.dice.value}`));
  if (message.poll) {
    parts.push(element("div", { class: "card", dir: "auto" }, element("b", {}, `📊 ${message.poll.question}`),
      element("ul", {}, ...message.poll.options.map((option) => element("li", {}, option.text)))));
  }
  for (const person of message.new_chat_members ?? []) parts.push(element("em", {}, `${personName(person)} came`));
  if (message.left_chat_member) parts.push(element("em", {}, `${personName(message.left_chat_member)} left`));
  return parts;
}

function fileLink(file, label) {
  return element("a", { class: "file", href: fileUrl(file), download: true }, label);
}

export function content(message, onCommand) {
  const parts = [];
  if (message.forward_origin) {
    const name = originName(message.forward_origin);
    parts.push(element("small", { class: "origin", dir: "auto" }, `Forwarded from ${name}`));
  }
  if (message.photo) {
    const photo = message.photo.at(-1);
    parts.push(element("img", {
      class: "photo", src: fileUrl(photo), width: photo.width, height: photo.height,
      alt: message.caption ?? "photo", loading: "lazy",
    }));
  }
  if (message.sticker) {
    const sticker = message.sticker;
    const image = element("img", {
      class: "sticker", src: fileUrl(sticker), alt: sticker.emoji ?? "sticker", loading: "lazy",
    });
    parts.push(sticker.set_name
      ? element("a", { href: `/addstickers/${encodeURIComponent(sticker.set_name)}` }, image)
      : image);
  }
  if (message.document) {
    const name = message.document.file_name ?? "file";
    parts.push(element("a", { class: "file", href: fileUrl(message.document), download: name }, `📄 ${name}`));
  }
  parts.push(...cards(message));
  const text = message.text ?? message.caption;
  if (text) {
    const entities = message.entities ?? message.caption_entities ?? [];
    parts.push(element("div", { class: "text", dir: "auto" }, richText(text, entities, onCommand)));
  }
  if (message.migrate_to_chat_id) parts.push(element("em", {}, "the group was upgraded"));
  return parts;
}
