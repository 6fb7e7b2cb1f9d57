// The pack comes to be: a sheet whose places fill in, and the word that the guest may go.

import { pack } from "/kiosk/drawings.js";
import { sticker } from "/kiosk/stickers.js";
import { button, fill, heading, make, say, t } from "/kiosk/ui.js";

const MINUTE = 60;

/**
 * @param {HTMLElement} root
 * @param {object} state
 * @param {(event: object) => void} act
 */
export function show(root, state, act) {
  const title = heading("");
  const count = make("p", { class: "count", role: "status" });
  const sheet = make("div", { class: "sheet", role: "progressbar", "aria-valuemin": "0" });
  fill(
    root,
    "making",
    make("div", { class: "tell" }, title, count),
    sheet,
    make(
      "div",
      { class: "leave" },
      make("p", { class: "ticket" }, sticker("plane"), make("span", {}, t(state, "go"))),
      button(t(state, "to_start"), () => act({ type: "home" }), "main"),
    ),
  );
  update(state);

  function update(now) {
    const job = (now.session && now.session.job) || { status: "queued", stickers_done: 0, stickers_total: pack.length };
    const total = job.stickers_total || pack.length;
    say(title, t(now, job.status === "delivering" ? "checking" : "making"));
    say(count, stand(now, job, total));
    while (sheet.children.length < total) sheet.append(place(sheet.children.length));
    Array.from(sheet.children).forEach((one, at) => one.classList.toggle("stuck", at < job.stickers_done));
    sheet.setAttribute("aria-label", t(now, "making"));
    sheet.setAttribute("aria-valuemax", String(total));
    sheet.setAttribute("aria-valuenow", String(Math.min(job.stickers_done, total)));
  }

  return { update };
}

function place(at) {
  return make("div", { class: "slot", "aria-hidden": "true" }, sticker(pack[at % pack.length]));
}

function stand(state, job, total) {
  const parts = [];
  if (job.status === "queued" && job.queue_position) {
    parts.push(t(state, "in_queue", { position: job.queue_position }));
  } else if (job.status !== "delivering") {
    parts.push(t(state, "progress", { done: Math.min(job.stickers_done, total), total }));
  }
  if (job.eta_sec > MINUTE) parts.push(t(state, "left_minutes", { minutes: Math.ceil(job.eta_sec / MINUTE) }));
  else if (job.eta_sec > 0) parts.push(t(state, "left_minute"));
  return parts.join(" · ");
}
