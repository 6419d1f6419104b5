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

  // <p data-count="id">: how many characters of a field are left (code points, as the server counts).
  for (const place of document.querySelectorAll("[data-count]")) {
    const field = document.getElementById(place.dataset.count);
    const show = () => { place.textContent = place.dataset.text.replace("%", Number(place.dataset.most) - [...field.value].length); };
    field.addEventListener("input", show);
    place.hidden = false;
    show();
  }

  // A form that was sent is not sent twice.
  for (const form of document.querySelectorAll("form[data-once]")) {
    form.addEventListener("submit", () => {
      for (const button of form.querySelectorAll("button")) {
        setTimeout(() => { button.disabled = true; if (button.dataset.busy) button.textContent = button.dataset.busy; });
      }
    });
  }
  // Back from the next page: it can be sent again.
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  // <output data-seconds="3">: counts on.
  for (const place of document.querySelectorAll("[data-seconds]")) {
    const began = Date.now() - 1000 * Number(place.dataset.seconds);
    setInterval(() => { place.textContent = String(Math.round((Date.now() - began) / 1000)); }, 500);
  }
})();
