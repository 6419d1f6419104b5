// Shared by all scripts and put before them: constants, small measures, and a page without motion.
const MOST_WALKED = 20000;
const NEVER_SHOWN = new Set(["script", "style", "template", "noscript", "link", "meta", "base", "title", "head"]);
const MEDIA = new Set(["img", "video", "canvas", "svg", "iframe", "picture", "object", "embed"]);
const BUTTON_INPUTS = new Set(["submit", "button", "reset"]);

const root = document.documentElement;
const body = document.body ?? root;
const scrolling = document.scrollingElement ?? root;
//: shared between the scripts of one scan, in this world only
const memory = (globalThis.coldreadMemory ??= { unseen: [], revealed: new Set(), covers: new Set(), reached: 0, passed: [], cut: false });

// -- a page without motion --------------------------------------------------------------------------------------
const settle = () => {
  for (let round = 0; round < 3; round++) {
    for (const animation of document.getAnimations()) {
      try {
        animation.finish();
      } catch {
        animation.cancel(); // an endless animation has no end to jump to
      }
    }
  }
};
// -- page time (page_time.js) and painting ------------------------------------------------------------------------------
const PATIENCE_FOR_FRAME = 1000; // for a tab that is not painted at all
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const frame = () =>
  Promise.race([new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 1))), pause(PATIENCE_FOR_FRAME)]);
// Lets this much page time pass, in at most `patience` real milliseconds; the next frame paints the result. `memory.cut`:
// the page's timers and frames took longer, so it shows less than it would have.
const pass = async (ms, patience) => {
  const at = performance.now();
  const passed = new Promise((resolve) => document.addEventListener("coldread-passed", (event) => resolve(event.detail !== "cut"), { once: true }));
  const event = new CustomEvent("coldread-pass", { cancelable: true, detail: `${ms} ${patience}` });
  if (document.dispatchEvent(event)) return; // the page has removed it: real time continues
  memory.passed.push({ at, ms });
  if (!(await Promise.race([passed, pause(patience + PATIENCE_FOR_FRAME)]))) memory.cut = true;
};
const toTop = () => window.scrollTo({ top: 0, left: 0, behavior: "instant" });

// -- small measures ---------------------------------------------------------------------------------------------
const collapse = (text) => text.replace(/\s+/g, " ").trim();
const round = (number) => Math.round(number * 10) / 10;
const px = (value) => Number.parseFloat(value) || 0;
const boxOf = (rect) => [round(rect.left + scrollX), round(rect.top + scrollY), round(rect.width), round(rect.height)];
const overlap = (a, b) => ({
  left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
});
const isNothing = (rect) => rect.right - rect.left < 2 || rect.bottom - rect.top < 2;

const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const colours = new Map();
const colour = (css) => {
  if (colours.has(css)) return colours.get(css);
  const plain = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(css);
  let parts;
  if (plain) {
    parts = [Number(plain[1]), Number(plain[2]), Number(plain[3]), plain[4] === undefined ? 1 : Number(plain[4])];
  } else {
    brush.clearRect(0, 0, 1, 1); // oklch, color-mix and the like: the browser paints them for us
    brush.fillStyle = "rgba(0, 0, 0, 0)";
    brush.fillStyle = css;
    brush.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data;
    parts = [red, green, blue, Math.round((alpha / 255) * 100) / 100];
  }
  colours.set(css, parts);
  return parts;
};
const over = (top, bottom) => [0, 1, 2].map((i) => Math.round(top[i] * top[3] + bottom[i] * (1 - top[3]))).concat(1);

const ownText = (element) => {
  let text = "";
  for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) text += node.data;
  return text;
};
