// Follows what happens: when the stream says that something changed, the content is fetched anew and put in place, and what was open,
// focused or scrolled to stays so. Without this script the page is the same and is loaded again now and then.
"use strict";
const stream = document.body.dataset.live;
let fetching = false, again = false;

async function renew() {
  if (fetching) { again = true; return; }
  fetching = true;
  try {
    const answer = await fetch(location.href, { headers: { "X-Live": "1" } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const old = document.getElementById("content"), next = fresh.getElementById("content");
    // A form that is being filled in is not taken away.
    const form = old.querySelector("form.say"), typed = form && [...form.querySelectorAll("textarea")].some((field) => field.value);
    if (!next || typed) return;
    for (const part of old.querySelectorAll("details[id]")) {
      const same = next.querySelector("#" + CSS.escape(part.id));
      if (same) same.open = part.open;
    }
    const focused = document.activeElement && document.activeElement.closest("details[id]");
    old.replaceChildren(...next.childNodes);
    document.title = fresh.title;
    if (focused) document.getElementById(focused.id)?.querySelector("summary")?.focus({ preventScroll: true });
  } finally {
    fetching = false;
    if (again) { again = false; renew(); }
  }
}

if (stream) new EventSource(stream).addEventListener("changed", renew);
