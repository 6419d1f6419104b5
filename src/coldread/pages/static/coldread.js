// Small conveniences; every page works without them.
"use strict";
(() => {
  const said = (button) => {
    const before = button.textContent;
    button.textContent = button.dataset.done || before;
    setTimeout(() => { button.textContent = before; }, 2000);
  };

  // What is wrong with a form is where the reader begins.
  const wrong = document.getElementById("faults");
  if (wrong) wrong.focus();

  // <p data-with-script hidden>: true only where this runs.
  for (const each of document.querySelectorAll("[data-with-script]")) each.hidden = false;

  // <button data-copy="#id" hidden>: copies the text of an element.
  for (const button of document.querySelectorAll("[data-copy]")) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const from = document.querySelector(button.dataset.copy);
      const plain = from.dataset.plain || ("value" in from ? from.value : from.textContent.trim());
      await navigator.clipboard.writeText(plain);
      said(button);
    });
  }

  // <button data-print hidden>: the browser's own way to paper and PDF. What is folded is printed unfolded, with its pictures.
  const pictures = () => [...document.images].filter((each) => !each.closest(".no-print")).map((each) => {
    each.loading = "eager";
    return each.decode().catch(() => {});
  });
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await Promise.race([Promise.all(pictures()), new Promise((done) => setTimeout(done, 4000))]);
      print();
    });
  }
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")].filter((each) => !each.closest(".no-print"));
    for (const each of folded) each.open = true;
    pictures();
  });
  addEventListener("afterprint", () => { for (const each of folded) each.open = false; });

  // <p data-count="id">: how many characters of a field are left (code points, as the server counts).
  for (const place of document.querySelectorAll("[data-count]")) {
    const field = document.getElementById(place.dataset.count);
    const show = () => { place.textContent = place.dataset.text.replace("%", Number(place.dataset.most) - [...field.value].length); };
    field.addEventListener("input", show);
    place.hidden = false;
    show();
  }

  // A page that renews itself waits while somebody is typing: what was typed is not thrown away.
  let typed = false;
  document.addEventListener("input", () => { typed = true; });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (typed && event.target.matches("[hx-swap=none]")) event.preventDefault();
  });

  // A form that was sent is not sent twice.
  for (const form of document.querySelectorAll("form[data-once]")) {
    form.addEventListener("submit", () => {
      for (const button of form.querySelectorAll("button")) {
        const label = button.textContent;
        setTimeout(() => { button.disabled = true; if (button.dataset.busy) { button.dataset.label = label; button.textContent = button.dataset.busy; } });
      }
    });
  }
  // A form with a key is one order for as long as its page is in the history, also where the browser makes the page anew.
  const key = document.querySelector("form[data-once] input[name=key]");
  if (key && history.state && history.state.key) key.value = history.state.key;
  else if (key) history.replaceState({ ...history.state, key: key.value }, "");
  // Back from the next page: what was typed stays and can be sent again; a page of something that goes on is requested again.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    if (!key) { location.reload(); return; }
    for (const button of key.form.querySelectorAll("button")) {
      button.disabled = false;
      if (button.dataset.label) button.textContent = button.dataset.label;
    }
  });

  // <output data-seconds="3">: counts on.
  for (const place of document.querySelectorAll("[data-seconds]")) {
    const began = Date.now() - 1000 * Number(place.dataset.seconds);
    setInterval(() => { place.textContent = String(Math.round((Date.now() - began) / 1000)); }, 500);
  }

  // <p data-reading="id">: a model still reads; the page shows what it said as soon as it has.
  const reading = document.querySelector("[data-reading]")?.dataset.reading;
  if (reading) {
    const ends = Date.now() + 300000;
    const wait = async () => {
      const answer = await fetch(`/v1/scans/${reading}`, { headers: { Prefer: "wait=25" }, cache: "no-store" });
      const notes = answer.ok ? (await answer.json()).model_notes : {};
      if (!notes || !notes.pending) location.reload();
      else if (Date.now() < ends) setTimeout(wait, 1000);
    };
    wait().catch(() => {});
  }

  // A piece of a picture that is deleted leaves no empty box.
  const drop = (image) => { if (image.matches?.("img.crop, .before-after img")) (image.closest("figure") || image).remove(); };
  addEventListener("error", (event) => drop(event.target), true);
  for (const image of document.images) { if (image.complete && !image.naturalWidth && image.loading !== "lazy") drop(image); }

  // A link to a finding that is folded opens it, and on paper nothing is folded.
  const unfold = () => {
    const folded = document.getElementById(location.hash.slice(1))?.querySelector(":scope > .whole-finding:not([open])");
    if (folded) folded.open = true;
  };
  addEventListener("hashchange", unfold);
  unfold();
  addEventListener("beforeprint", () => {
    for (const each of document.querySelectorAll("main details:not([open])")) { each.open = true; each.dataset.printed = ""; }
  });
  addEventListener("afterprint", () => {
    for (const each of document.querySelectorAll("details[data-printed]")) { each.open = false; delete each.dataset.printed; }
  });
})();
