// Requests to the control API; what it refuses is shown for a while.

const $ = (id) => document.getElementById(id);

export function toast(text) {
  $("toast").textContent = text;
  $("toast").hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { $("toast").hidden = true; }, 4000);
}

async function answerOf(request) {
  try {
    const response = await request;
    const answer = await response.json();
    if (!response.ok) toast((answer.error ?? "refused").replace(/^\w+: /, ""));
    return response.ok ? answer : null;
  } catch {
    toast("the sandbox does not answer");
    return null;
  }
}

export function post(verb, body) {
  return answerOf(fetch(`/sandbox/${verb}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }));
}

export function upload(file, query) {
  const given = Object.entries(query).filter(([, value]) => value != null && value !== "");
  return answerOf(fetch(`/sandbox/picture?${new URLSearchParams(given)}`, {
    method: "POST", body: file,
  }));
}

export async function base64(file) {
  const url = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(",") + 1);
}
