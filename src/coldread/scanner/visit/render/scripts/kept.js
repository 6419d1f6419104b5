// Reads what hook.js recorded, in the page's own world. Runs after NAMING.
const PROPERTIES = { onclick: "click", onsubmit: "submit", onmousedown: "mousedown", onchange: "change" };
const kept = window.__coldread ?? { listeners: [], errors: [] };
const found = new Map();
const note = (selector, event) => found.set(`${selector} ${event}`, { selector, event });

for (const [target, event] of kept.listeners) {
  if (target === window) note("window", event);
  else if (target === document) note("document", event);
  else if (target instanceof Element && target.isConnected && target.getRootNode() === document) note(nameOf(target), event);
}
for (const element of [...document.querySelectorAll("a, button, form, input, [role]")].slice(0, 2000)) {
  for (const [property, event] of Object.entries(PROPERTIES)) {
    if (typeof element[property] === "function") note(nameOf(element), event);
  }
}
return JSON.stringify({ listeners: [...found.values()].slice(0, 500), errors: kept.errors }, wellFormed);
