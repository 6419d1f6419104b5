// Runs before the page, in the page's own world: notes listeners and errors that no other world can see.
(() => {
  if (window !== window.top) return;
  const EVENTS = new Set(["click", "submit", "mousedown", "pointerdown", "touchstart", "keydown", "change"]);
  const kept = { listeners: [], errors: [] };
  Object.defineProperty(window, "__coldread", { value: kept, enumerable: false });

  const addEventListener = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (listener && EVENTS.has(type) && kept.listeners.length < 1000) kept.listeners.push([this ?? window, type]);
    return addEventListener.call(this ?? window, type, listener, options);
  };

  const keep = (message) => {
    if (kept.errors.length < 20) kept.errors.push(String(message).slice(0, 300));
  };
  const error = console.error;
  console.error = (...words) => {
    try {
      keep(words.map(String).join(" "));
    } catch {
      // an object that cannot be spelled out
    }
    error.apply(console, words);
  };
  addEventListener.call(window, "unhandledrejection", (event) => {
    try {
      keep(`Uncaught (in promise) ${event.reason}`);
    } catch {
      // the same
    }
  });
})();
