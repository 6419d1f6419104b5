// The console's conveniences: keys in the queue, autosave and preview in the editor. Everything works without them.
"use strict";
(() => {
  const typing = (event) => /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.metaKey || event.ctrlKey || event.altKey;

  // j and k walk through the queue, Enter opens.
  document.addEventListener("keydown", (event) => {
    if (typing(event) || (event.key !== "j" && event.key !== "k")) return;
    const links = [...document.querySelectorAll("table.queue td:first-child a")];
    if (!links.length) return;
    const here = links.indexOf(document.activeElement);
    const next = event.key === "j" ? Math.min(here + 1, links.length - 1) : Math.max(here - 1, 0);
    links[next].focus();
  });

  // The editor: what is typed is kept after ten seconds, shown after a moment.
  const form = document.querySelector("form[data-editor]");
  if (!form) return;
  const place = document.querySelector("[data-preview]");
  const told = document.querySelector("[data-told]");
  let dirty = false, keeping, showing;

  const send = async (address) => fetch(address, { method: "POST", body: new URLSearchParams(new FormData(form)), credentials: "same-origin" });

  const keep = async () => {
    if (!dirty) return;
    dirty = false;
    try {
      const answer = await send(form.dataset.keep);
      if (!answer.ok) throw new Error(String(answer.status));
      form.elements.copy.value = await answer.text();
      told.textContent = "Kept at " + new Date().toLocaleTimeString();
    } catch (error) {
      told.textContent = error.message === "409" ? "Not kept: somebody else has changed this text. Reload before you go on." : "Not kept: no connection. It is tried again.";
      if (error.message !== "409") dirty = true;
    }
  };

  const show = async () => {
    const answer = await send(form.dataset.show);
    if (answer.ok) place.innerHTML = await answer.text();
  };

  form.addEventListener("input", () => {
    dirty = true;
    clearTimeout(showing);
    showing = setTimeout(show, 300);
    keeping = keeping || setInterval(keep, 10000);
  });
  form.addEventListener("submit", () => { dirty = false; });
  addEventListener("beforeunload", (event) => { if (dirty) event.preventDefault(); });
})();
