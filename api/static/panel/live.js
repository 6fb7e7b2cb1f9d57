// Keeps an open page true: the stream tells that something changed, then the parts marked data-live
// are fetched anew and replaced. A part in which somebody types or has opened a step is left alone.
// The page works without any of this.

const BY_ITSELF = { "X-By-Itself": "1" };
const SECOND = 1000;
const SLOW_LOOK = 15 * SECOND;

/** @param {number} seconds @returns {string} as on a stop watch */
export function span(seconds) {
  const whole = Math.abs(Math.trunc(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = two(whole % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function tick() {
  for (const element of document.querySelectorAll(".ticking")) {
    const seconds = Number(element.dataset.seconds) + 1;
    element.dataset.seconds = String(seconds);
    element.textContent = span(seconds);
  }
}

/** @param {Element} part @returns {boolean} whether somebody is in the middle of something there */
function inUse(part) {
  return part.contains(document.activeElement) || part.querySelector("details[open]") !== null;
}

/** @param {Document} fresh */
function replaceParts(fresh) {
  for (const part of document.querySelectorAll("[data-live]")) {
    const next = fresh.querySelector(`[data-live="${part.dataset.live}"]`);
    if (next && !inUse(part) && next.innerHTML !== part.innerHTML) {
      part.innerHTML = next.innerHTML;
    }
  }
}

let looking = false;
let again = false;

async function look() {
  if (document.hidden) return;
  if (looking) {
    again = true;
    return;
  }
  looking = true;
  try {
    const answer = await fetch(location.href, { headers: BY_ITSELF, redirect: "manual" });
    if (answer.type === "opaqueredirect") {
      location.reload();
      return;
    }
    if (answer.ok) {
      replaceParts(new DOMParser().parseFromString(await answer.text(), "text/html"));
    }
    document.body.classList.toggle("stale", !answer.ok);
  } catch {
    document.body.classList.add("stale");
  } finally {
    looking = false;
    if (again) {
      again = false;
      setTimeout(look, SECOND);
    }
  }
}

// On a phone the menu is wider than the screen.
const here = document.querySelector(".nav [aria-current]");
if (here) here.parentElement.scrollLeft = here.offsetLeft - innerWidth / 3;

if (document.querySelector("[data-live]")) {
  setInterval(tick, SECOND);
  setInterval(look, SLOW_LOOK);
  const stream = new EventSource("/admin/events");
  let first = true;
  stream.addEventListener("board", () => {
    // The first board is the one the page was drawn from.
    if (!first) look();
    first = false;
  });
  stream.addEventListener("error", () => document.body.classList.add("stale"));
  stream.addEventListener("open", () => document.body.classList.remove("stale"));
  document.addEventListener("visibilitychange", look);
}
