// The console's conveniences: keys, autosave and preview in the editor. Everything works without them.
"use strict";
(() => {
  // The reader's language; English times as in Britain, since the console writes the day first.
  const tongue = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
  const typing = (event) => /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.metaKey || event.ctrlKey || event.altKey;

  // Keys: j and k walk through the queue; others press what carries their `data-key`; ? shows them all.
  const help = document.querySelector("dialog[data-keys]");
  document.addEventListener("keydown", (event) => {
    if (typing(event) || (help && help.open)) return;
    if (event.key === "?" && help) { event.preventDefault(); help.showModal(); return; }
    if (event.key === "j" || event.key === "k") {
      const links = [...document.querySelectorAll("table.queue td:first-child a")];
      if (!links.length) return;
      const here = links.indexOf(document.activeElement);
      links[event.key === "j" ? Math.min(here + 1, links.length - 1) : Math.max(here - 1, 0)].focus();
      return;
    }
    const wanted = event.key.length === 1 && document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (!wanted) return;
    event.preventDefault();
    if (wanted.tagName === "DETAILS") {
      wanted.open = true;
      (wanted.querySelector("[required]") || wanted.querySelector("button")).focus();
    } else wanted.click();
  });

  // Times in the operator's own zone, which they name; the title keeps UTC.
  const localTimes = () => {
    for (const time of document.querySelectorAll("time[datetime]")) {
      const at = new Date(time.dateTime);
      if (!isNaN(at)) time.textContent = at.toLocaleString(tongue, { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" }).replace(",", "");
    }
  };
  localTimes();
  document.addEventListener("htmx:afterSwap", localTimes);

  // An order's page has many forms: what is typed into one of them outlives the press of another.
  const order = location.pathname.match(/^\/console\/o\/[^/]+/);
  if (order && document.querySelector(".desk")) {
    const typed = "coldread:typed:" + order[0];
    const fields = () => [...document.querySelectorAll(".desk textarea[id], .desk input[type=text][id]")];
    try {
      const kept = JSON.parse(sessionStorage.getItem(typed)) || {};
      sessionStorage.removeItem(typed);
      for (const field of fields()) {
        if (!(field.id in kept) || field.value !== field.defaultValue) continue;
        field.value = kept[field.id];
        if (field.closest("details")) field.closest("details").open = true;
      }
    } catch { /* nothing was kept */ }
    document.addEventListener("submit", (event) => {
      const others = fields().filter((field) => field.form !== event.target && field.value !== field.defaultValue);
      try { sessionStorage.setItem(typed, JSON.stringify(Object.fromEntries(others.map((field) => [field.id, field.value])))); } catch { /* no room */ }
    });
  }

  // Saving one of two versions is a decision: what this browser had of the other is not offered again.
  const settled = document.querySelector("form[data-settles]");
  if (settled) {
    const settle = () => { try { localStorage.removeItem("coldread:" + settled.dataset.settles); } catch { /* nothing lies there */ } };
    settled.addEventListener("submit", settle);
    settled.querySelector("[data-theirs]").addEventListener("click", settle);
  }

  // A link to a line of the text: the line is marked and scrolled into view.
  const line = Number(new URLSearchParams(location.search).get("line"));
  const text = document.getElementById("spec_md");
  if (line > 0 && text) {
    const lines = text.value.split("\n");
    const whole = text.value, start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    text.value = whole.slice(0, start); // as high as the text above: long lines are broken
    const above = text.scrollHeight;
    text.value = whole;
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1] || "").length);
    text.scrollTop = Math.max(0, above - text.clientHeight / 2);
  }

  // The editor: what is typed lies in this browser at once and on the server after ten seconds; "kept" is said only
  // when the server has answered with the mark of what it stored.
  const form = document.querySelector("form[data-editor]");
  if (!form) return;
  const place = document.querySelector("[data-preview]");
  const told = document.querySelector("[data-told]");
  if (!told) return;
  const words = JSON.parse(form.dataset.words);
  const drawer = "coldread:" + form.dataset.keep;
  const clock = (at) => new Date(at).toLocaleTimeString(tongue, { hour: "2-digit", minute: "2-digit" });
  const now = () => ({ spec_md: form.elements.spec_md.value, diff: form.elements.diff.value, copy: form.elements.copy.value, at: Date.now() });
  const same = (one, other) => one.spec_md === other.spec_md && one.diff === other.diff;
  const put = (text) => { try { localStorage.setItem(drawer, JSON.stringify(text)); return true; } catch { return false; } };
  const got = () => { try { return JSON.parse(localStorage.getItem(drawer)); } catch { return null; } };
  const drop = () => { try { localStorage.removeItem(drawer); } catch { /* nothing lies there either */ } };
  let dirty = false, stopped = false, busy = false, tried = false, sent_at = -Infinity, pressed = null, timer, showing;

  const send = (address, accept) => fetch(address, {
    method: "POST", body: new URLSearchParams(new FormData(form)), credentials: "same-origin", redirect: "manual", headers: { Accept: accept },
  });
  const stop = (sentence, show) => {
    stopped = true;
    told.textContent = sentence + " " + (put(now()) ? words.safe : words.copy);
    const more = document.querySelector(show);
    if (more) more.hidden = false;
  };

  const keep = async () => {
    if (!dirty || stopped || busy) return;
    busy = true;
    const sent = now();
    let status = 0, kept = null;
    try {
      const answer = await send(form.dataset.keep, "application/json");
      status = answer.status;
      if (status === 200 && answer.headers.get("content-type").startsWith("application/json")) kept = (await answer.json()).kept;
    } catch { /* no connection: status stays 0 */ }
    busy = false;
    if (Number.isInteger(kept)) {
      form.elements.copy.value = kept;
      dirty = !same(sent, now());
      if (dirty) put(now()); else drop();
      told.textContent = words.kept.replace("{at}", clock(Date.now()));
    } else if (status === 409) stop(words.changed, "[data-conflict]");
    else if (status === 401 || status === 403) stop(words.signed_out, "[data-signed-out]");
    else told.textContent = status === 0 ? words.offline : words.failed;
    if (pressed) { const button = pressed; pressed = null; form.requestSubmit(button); }
  };

  const show = async () => {
    const answer = await send(form.dataset.show, "text/html").catch(() => null);
    if (answer && answer.status === 200) place.innerHTML = await answer.text();
  };

  const typed = () => {
    dirty = true;
    tried = false;
    for (const said of document.querySelectorAll("[data-said]")) said.remove(); // it refers to the text before
    put(now());
    clearTimeout(showing);
    showing = setTimeout(show, 300);
    timer = timer || setInterval(keep, Number(form.dataset.every || 10000));
  };
  form.addEventListener("input", typed);
  // A button waits until the server has the text, so that nobody is in conflict with himself and no later page takes
  // what is stored for lost; where that fails the form goes as it is. A double click is one.
  form.addEventListener("submit", (event) => {
    if (event.timeStamp - sent_at < 1000) { event.preventDefault(); return; }
    if (busy || (dirty && !stopped && !tried)) {
      event.preventDefault();
      pressed = event.submitter;
      tried = true;
      told.textContent = words.saving;
      keep();
      return;
    }
    sent_at = event.timeStamp;
    if (dirty) put(now());
    dirty = false;
    stopped = true;
  });
  addEventListener("pageshow", () => { stopped = false; });
  addEventListener("beforeunload", (event) => { if (dirty && !stopped) event.preventDefault(); });

  // What an earlier page could not save.
  const left = got(), found = document.querySelector("[data-found]");
  if (!left) return;
  if (same(left, now())) { drop(); return; }
  const bring = () => { form.elements.spec_md.value = left.spec_md; form.elements.diff.value = left.diff; found.hidden = true; typed(); };
  if (left.copy === form.dataset.mark) { bring(); told.textContent = words.back.replace("{at}", clock(left.at)); keep(); return; }
  found.querySelector("[data-found-at]").textContent = clock(left.at);
  found.querySelector("[data-found-how]").textContent = words.both;
  found.hidden = false;
  found.querySelector("[data-bring]").addEventListener("click", () => { form.elements.copy.value = left.copy; bring(); });
  found.querySelector("[data-forget]").addEventListener("click", () => { drop(); found.hidden = true; });
})();
