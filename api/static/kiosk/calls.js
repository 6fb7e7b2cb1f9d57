// Carries out the machine's effects. Every answer comes back as an event that carries the number of
// the guest it was asked for.

import { get, kioskId, picture, post, upload } from "./net.js";
import { closings, keepClosings, since } from "./resume.js";

/** Refusals after which a session that is to be closed is closed, or never will be. */
const AWAY = ["offline", "store_down", "internal", "error"];
const CLOSE_AGAIN_MS = 5000;
/** Pictures older than this are asked for again before the next guest: outfits are edited. */
const PICTURE_MS = 300000;

/**
 * @param {(event: object) => void} act
 * @returns {(effect: object, guest: number) => void}
 */
export function caller(act) {
  const texts = new Map();
  const pictures = new Map();
  let sending = new AbortController();
  let closing = false;

  const asked = {
    open: async () => ({ type: "opened", session: await post("/session", { kiosk_id: kioskId() }) }),
    resume: async ({ token }) => ({ type: "resumed", session: await get(`/session/${token}`), since: since() }),
    look: async ({ token }) => ({ type: "view", session: await get(`/session/${token}`) }),
    choose: async ({ token, id }) => ({
      type: "chosen",
      session: await post(`/session/${token}/template`, { template_id: id }),
    }),
    outfits: async ({ lang }) => ({ type: "outfits", lang, outfits: await get(`/templates?lang=${lang}`) }),
    qr: async ({ url }) => ({ type: "qrPicture", url: await picture(url) }),
    door: async () => ({ type: "door", ...(await get("/kiosk/now")) }),
    texts: async ({ lang }) => ({ type: "texts", lang, texts: await words(lang) }),
    send: async ({ token, blob, key }, say) => {
      sending = new AbortController();
      const progress = (part) => say({ type: "uploadProgress", part });
      const session = await upload(`/session/${token}/photo`, { blob, key, progress, signal: sending.signal });
      return { type: "uploaded", session };
    },
  };

  async function words(lang) {
    if (!texts.has(lang)) texts.set(lang, (await get(`/texts.json?lang=${lang}`)).texts);
    return texts.get(lang);
  }

  async function show(url, say) {
    const known = pictures.get(url);
    if (known && performance.now() - known.at < PICTURE_MS) return;
    try {
      const address = await picture(url);
      pictures.set(url, { address, at: performance.now() });
      say({ type: "picture", url, address });
      if (known) URL.revokeObjectURL(known.address);
    } catch {
      if (!known) say({ type: "picture", url, address: "" });
    }
  }

  // Closing does not hold up the next guest, and is not forgotten when the network is away.
  async function close(one) {
    if (one) keepClosings([...closings(), one]);
    if (closing) return;
    closing = true;
    for (let left = closings(); left.length; left = closings()) {
      const [{ token, reason }] = left;
      try {
        await post(`/session/${token}/expire?reason=${reason}`);
      } catch (error) {
        if (AWAY.includes(error.code)) {
          await new Promise((resolve) => setTimeout(resolve, CLOSE_AGAIN_MS));
          continue;
        }
      }
      keepClosings(closings().filter((each) => each.token !== token));
    }
    closing = false;
  }

  async function ask(effect, say) {
    try {
      const answer = await asked[effect.do](effect, say);
      say(answer);
    } catch (error) {
      if (!error.code) throw error;
      const { operator_text: text, expected_wait_sec: seconds, reason } = error.problem;
      const type = effect.do === "send" ? "uploadFailed" : "refused";
      if (error.code !== "aborted") say({ type, of: effect.do, code: error.code, reason, text, seconds });
    }
  }

  close(null);
  return (effect, guest) => {
    const say = (event) => act({ ...event, guest });
    switch (effect.do) {
      case "abort":
        return sending.abort();
      case "expire":
        return void close({ token: effect.token, reason: effect.reason });
      case "words":
        return void words(effect.lang).catch(() => undefined);
      case "pictures":
        return effect.urls.forEach((url) => void show(url, act));
      case "release":
        return URL.revokeObjectURL(effect.url);
      case "reload":
        return location.reload();
      default:
        return void ask(effect, say);
    }
  };
}
