// Menus and small forms. Both are modal dialogs: Escape closes, arrow keys walk through a menu.

import { element } from "./rendering.js";

function opened(dialog) {
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.showModal();
  return dialog;
}

// Items are {label, act}; a label may be an element.
export function menu(title, items) {
  const dialog = element("dialog", { class: "sheet", "aria-label": title });
  const buttons = items.map(({ label, act }) => element("button", {
    type: "button", onclick: () => { dialog.close(); act(); },
  }, label));
  dialog.append(element("h2", {}, title), ...buttons);
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = buttons.indexOf(document.activeElement) + step;
    buttons[(at + buttons.length) % buttons.length].focus();
  });
  opened(dialog);
  buttons[0]?.focus();
}

// Fields are {name, label, value, ...attributes of the input}; null when given up.
export function ask(title, fields, done = "Send") {
  const inputs = fields.map(({ name, label, ...rest }) => element(
    "label", {}, label, element(rest.rows ? "textarea" : "input", { name, required: true, ...rest })));
  const form = element("form", { method: "dialog" }, element("h2", {}, title), ...inputs,
    element("menu", {},
      element("button", { value: "", formnovalidate: true }, "Cancel"),
      element("button", { value: "done", class: "primary" }, done)));
  const dialog = element("dialog", { "aria-label": title }, form);
  // Enter must mean the last button, not Cancel, which comes first in the form.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    form.requestSubmit(form.querySelector("button.primary"));
  });
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(
      dialog.returnValue === "done" ? Object.fromEntries(new FormData(form)) : null));
    opened(dialog);
    form.querySelector("input, textarea")?.focus();
  });
}
