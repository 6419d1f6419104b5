// Runs before the page, in the page's own world: records listeners, errors and painting that no other world can see.
(() => {
  if (window !== window.top) return;
  const EVENTS = new Set(["click", "submit", "mousedown", "pointerdown", "touchstart", "keydown", "change"]);
  const kept = { listeners: [], errors: [], painted: new WeakMap() };
  Object.defineProperty(window, "__coldread", { value: kept, enumerable: false });

  // by index: a page may have replaced Array.prototype.push
  const append = (list, most, item) => {
    if (list.length < most) list[list.length] = item;
  };

  const addEventListener = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (listener && EVENTS.has(type)) append(kept.listeners, 1000, [this ?? window, type]);
    return addEventListener.call(this ?? window, type, listener, options);
  };

  // when each canvas was last painted; two pictures of it can be equal by chance
  const PAINTERS = {
    CanvasRenderingContext2D: ["clearRect", "drawImage", "fill", "fillRect", "fillText", "putImageData", "reset", "stroke", "strokeRect", "strokeText"],
    WebGLRenderingContext: ["clear", "drawArrays", "drawElements"],
    WebGL2RenderingContext: ["clear", "drawArrays", "drawArraysInstanced", "drawElements", "drawElementsInstanced", "drawRangeElements"],
    ImageBitmapRenderingContext: ["transferFromImageBitmap"],
    GPUCanvasContext: ["getCurrentTexture"],
    HTMLCanvasElement: ["transferControlToOffscreen"],
  };
  const { apply } = Reflect;
  const now = performance.now.bind(performance);
  const remember = kept.painted.set.bind(kept.painted);
  for (const [kind, names] of Object.entries(PAINTERS)) {
    for (const name of names) {
      const painter = window[kind]?.prototype;
      const paint = painter?.[name];
      if (typeof paint !== "function") continue;
      painter[name] = function (...how) {
        const done = apply(paint, this, how); // throws as it would without our hook
        if (kind === "HTMLCanvasElement") remember(this, Infinity); // from now on another context paints it
        else if (this.canvas) remember(this.canvas, now());
        return done;
      };
    }
  }

  const keep = (message) => append(kept.errors, 20, String(message).slice(0, 300));
  const error = console.error;
  console.error = (...words) => {
    try {
      keep(words.map(String).join(" "));
    } catch {
      // an object that has no text form
    }
    error.apply(console, words);
  };
  addEventListener.call(window, "error", (event) => {
    if (event.message) keep(event.message); // a picture that did not load has none
  });
  addEventListener.call(window, "unhandledrejection", (event) => {
    try {
      keep(`Uncaught (in promise) ${event.reason}`);
    } catch {
      // the same
    }
  });
})();
