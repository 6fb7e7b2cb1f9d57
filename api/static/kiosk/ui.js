// Elements, words and focus: the few things that every screen is made of.
//
// Text reaches the page only as text nodes, never as markup, since the operator's words are free.

/**
 * Make an element. Attributes that start with "on" are listeners; `true` stands for an attribute
 * without a value; `null`, `undefined` and `false` leave it out.
 * @param {string} tag
 * @param {Object<string, *>} [attributes]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter(present));
  return element;
}

function present(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}

/**
 * Make a button. Its kind is a class of base.css: "hero", "main", "quiet".
 * @param {string|Node} label
 * @param {() => void} tapped
 * @param {string} [kind]
 * @param {Object<string, *>} [more] further attributes
 * @returns {HTMLElement}
 */
export function button(label, tapped, kind = "main", more = {}) {
  return make("button", { type: "button", class: kind, onclick: tapped, ...more }, label);
}

/**
 * Say a text of the catalog in the guest's language, its `{placeholders}` filled in.
 * @param {{texts: Object<string, string>}} state
 * @param {string} name
 * @param {Object<string, *>} [values]
 * @returns {string} the text; nothing while the texts are still coming
 */
export function t(state, name, values = {}) {
  const text = (state.texts || {})[name] || "";
  return text.replace(/\{(\w+)\}/g, (_, key) => (key in values ? String(values[key]) : ""));
}

/**
 * Make the heading of a screen; it takes the focus, so that a screen reader begins there.
 * @param {string} text
 * @returns {HTMLElement}
 */
export function heading(text) {
  return make("h1", { class: "title", tabindex: "-1" }, text);
}

/**
 * Fill the screen and put the focus on its heading.
 * @param {HTMLElement} root
 * @param {string} name class of the screen for the style sheets
 * @param {...(Node|null)} children
 */
export function fill(root, name, ...children) {
  const body = make("div", { class: `screen ${name}` }, ...children);
  root.replaceChildren(body);
  root.scrollTop = 0;
  focus(body.querySelector("h1"));
}

/**
 * Put the focus on an element without moving the page under the guest's finger.
 * @param {HTMLElement|null} element
 */
export function focus(element) {
  if (element) element.focus({ preventScroll: true });
}

/**
 * Change a text only when it differs, so that a live region speaks once.
 * @param {HTMLElement} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Return the address under which a picture can be shown: pictures behind the kiosk key are fetched
 * by main.js, for an <img> cannot send the key.
 * @param {{pictures?: Object<string, string>}} state
 * @param {string} url
 * @returns {string|undefined} undefined while it is coming, "" when it cannot be had
 */
export function picture(state, url) {
  return (state.pictures || {})[url];
}

/**
 * Show how long something lasts, by a CSS animation that base.css draws (`--lasts`, `--passed`).
 * @param {HTMLElement} element
 * @param {number} seconds
 * @param {number} [passed] seconds that are over already
 */
export function lasts(element, seconds, passed = 0) {
  element.style.setProperty("--lasts", `${seconds}s`);
  element.style.setProperty("--passed", `${-passed}s`);
}
