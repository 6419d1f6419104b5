// One look at the page as it stands: geometry and computed style of what a person can see. NAMING is put in front,
// `wanted` ({width, height, html}) comes from outside. Returns JSON in the field names of scanner/page/observations.py.
const MOST_DRAWN = 3000;
const MOST_WALKED = 20000;
const LISTED =
  "a,button,input,select,textarea,form,label,img,svg,picture,video,iframe,h1,h2,h3,h4,h5,h6,p,li,blockquote,figure," +
  "header,nav,main,footer,section,article,aside,dialog,[role],[onclick],[contenteditable]";
const NEVER_SHOWN = new Set(["script", "style", "template", "noscript", "link", "meta", "base", "title", "head"]);
const MEDIA = new Set(["img", "video", "canvas", "svg", "iframe", "picture", "object", "embed"]);
const BUTTON_INPUTS = new Set(["submit", "button", "reset"]);

const root = document.documentElement;
const body = document.body ?? root;

// -- the page holds still ---------------------------------------------------------------------------------------
for (let round = 0; round < 3; round++) {
  for (const animation of document.getAnimations()) {
    try {
      animation.finish();
    } catch {
      animation.cancel(); // an endless one has no end to go to
    }
  }
}
window.scrollTo({ top: 0, left: 0, behavior: "instant" });

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
    brush.clearRect(0, 0, 1, 1); // oklch, color-mix and their like: let the browser paint them
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
const rectOf = (element, style) => {
  if (style.display !== "contents") return element.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
};
const clippedAway = (style) =>
  (/^rect\(/.test(style.clip) && style.position === "absolute" && px(style.width) <= 2) ||
  /inset\((50|100)%/.test(style.clipPath) || /circle\(0/.test(style.clipPath);

const labelColour = (element, style) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), steps = 0; node && steps < 50; node = walker.nextNode(), steps++) {
    if (node.data.trim()) return colour(getComputedStyle(node.parentElement).color);
  }
  return colour(style.color);
};
const borderOf = (style) => {
  let [widest, tintOfWidest, sides] = [0, [0, 0, 0, 0], 0];
  for (const side of ["Top", "Right", "Bottom", "Left"]) {
    const width = px(style[`border${side}Width`]);
    const tint = colour(style[`border${side}Color`]);
    const drawn = !["none", "hidden"].includes(style[`border${side}Style`]) && tint[3] > 0;
    if (!drawn || width === 0) continue;
    sides += 1;
    if (width > widest) [widest, tintOfWidest] = [width, tint];
  }
  return { border_width: round(widest), border_color: tintOfWidest, border_sides: sides };
};
const linesOf = (element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  let lines = 0;
  let bottom = -Infinity;
  for (const rect of [...range.getClientRects()].sort((a, b) => a.top - b.top)) {
    if (rect.width < 1 || (rect.top + rect.bottom) / 2 < bottom) continue;
    lines += 1;
    bottom = rect.bottom;
  }
  return lines;
};
const textOf = (element, tag) => {
  if (tag === "input") return BUTTON_INPUTS.has(element.type) ? collapse(element.value) : "";
  return tag === "select" || tag === "textarea" ? "" : collapse(element.innerText ?? "");
};

// -- pictures: what the browser knows of each image -----------------------------------------------------------------
const transferred = new Map(performance.getEntriesByType("resource").map((entry) => [entry.name, entry.encodedBodySize]));
const isFixed = (value) => value !== undefined && value !== null && String(value) !== "auto";
const reserves = (image, style) => {
  if (["absolute", "fixed"].includes(style.position) || !/^auto/.test(style.aspectRatio)) return true;
  const computed = image.computedStyleMap();
  const height = computed.get("height");
  if (!isFixed(computed.get("width")) || !isFixed(height)) return false;
  return height.unit !== "percent" || isFixed(image.parentElement?.computedStyleMap().get("height"));
};
const picture = (image, style) => ({
  natural: image.complete && image.naturalWidth > 0 ? [image.naturalWidth, image.naturalHeight] : null,
  source: image.currentSrc.startsWith("data:") ? "" : image.currentSrc,
  source_bytes: transferred.get(image.currentSrc) ?? 0,
  reserved: reserves(image, style),
});

// -- the walk: every element once, with what it inherits from above ---------------------------------------------------
const canvasColour = () => {
  for (const element of [root, body]) {
    const tint = colour(getComputedStyle(element).backgroundColor);
    if (tint[3] > 0) return over(tint, [255, 255, 255, 1]);
  }
  return [255, 255, 255, 1];
};
const drawn = [];
const hidden = [];
const positioned = []; // absolute and fixed elements that paint something
const overflowing = [];
let walked = 0;

const paintsAbove = (element, style) =>
  style.position !== "static" &&
  ["::before", "::after"].some((which) => {
    const pseudo = getComputedStyle(element, which);
    const painted = pseudo.backgroundImage !== "none" || colour(pseudo.backgroundColor)[3] > 0;
    return pseudo.content !== "none" && pseudo.position === "absolute" && painted && px(pseudo.width) > 100 && px(pseudo.height) > 40;
  });

const hidesWhole = (element, style) =>
  style.display === "none" ||
  clippedAway(style) ||
  (style.visibility !== "visible" &&
    ![...element.querySelectorAll("*")].some((below) => getComputedStyle(below).visibility === "visible"));

const describe = (element, tag, style, rect, above) => {
  const clip = above.clip ? overlap(rect, above.clip) : rect;
  const rendered = element.checkVisibility({ visibilityProperty: true });
  const visible =
    rendered && !above.clippedAway && !isNothing(rect) && !isNothing(clip) && above.opacity * px(style.opacity) > 0.05 &&
    rect.right + scrollX > 0 && rect.bottom + scrollY > 0;
  const own = ownText(element);
  const text = rendered ? textOf(element, tag) : "";
  return {
    selector: nameOf(element), tag, text: text.slice(0, 300),
    own_chars: visible ? own.replace(/\s+/g, "").length : 0,
    box: rendered ? boxOf(rect) : [0, 0, 0, 0],
    visible,
    font_size: round(px(style.fontSize)), font_weight: Math.round(px(style.fontWeight)) || 400,
    font_family: style.fontFamily.split(",")[0].replace(/["']/g, "").trim(),
    color: labelColour(element, style), background: colour(style.backgroundColor),
    background_image: style.backgroundImage !== "none",
    behind: above.behind,
    ...borderOf(style),
    padding: [style.paddingTop, style.paddingRight, style.paddingBottom, style.paddingLeft].map((side) => round(px(side))),
    radius: round(px(style.borderTopLeftRadius)), shadow: style.boxShadow !== "none",
    display: style.display, position: style.position, pointer: style.cursor === "pointer",
    lines: visible && (tag === "p" || tag === "li") && own.trim() ? linesOf(element) : 0,
    ...(tag === "img" ? picture(element, style) : {}),
  };
};

const below = (element, style, rect, above) => {
  const tint = colour(style.backgroundColor);
  const painted = style.backgroundImage !== "none" || paintsAbove(element, style);
  const mixed = above.behind === null ? null : over(tint, above.behind);
  const clips = element !== body && element !== root && /hidden|clip/.test(`${style.overflowX} ${style.overflowY}`);
  const clip = clips ? (above.clip ? overlap(rect, above.clip) : rect) : above.clip;
  const holdsAbsolute = style.position !== "static" || style.transform !== "none";
  return {
    behind: painted ? null : tint[3] === 1 ? tint : mixed,
    ground: painted || tint[3] === 1 ? element : above.ground,
    opacity: above.opacity * px(style.opacity),
    clippedAway: above.clippedAway || clippedAway(style),
    clip, absoluteClip: holdsAbsolute ? clip : above.absoluteClip,
    scrolls: above.scrolls || clips || /auto|scroll/.test(style.overflowX),
  };
};

const walk = (element, inherited, isHidden) => {
  const tag = element.localName;
  if (NEVER_SHOWN.has(tag) || ++walked > MOST_WALKED) return;
  const style = getComputedStyle(element);
  const rect = rectOf(element, style);
  const out = style.position === "fixed" || style.position === "absolute";
  const above = { ...inherited };
  if (style.position === "fixed") above.clip = above.absoluteClip = null;
  else if (style.position === "absolute") above.clip = above.absoluteClip;

  const nowHidden = !isHidden && element !== body && hidesWhole(element, style);
  if (nowHidden) hidden.push(nameOf(element));
  if (element !== body && drawn.length < MOST_DRAWN && (element.matches(LISTED) || ownText(element).trim())) {
    const entry = describe(element, tag, style, rect, above);
    drawn.push({ entry, element, rect, ground: above.ground });
    widens(entry, rect, style, above);
  }
  const paints = MEDIA.has(tag) || (out && (style.backgroundImage !== "none" || colour(style.backgroundColor)[3] > 0));
  if (paints && (out || inherited.out) && rect.width > 40 && rect.height > 20) positioned.push({ element, rect });
  if (tag === "svg" || tag === "iframe" || tag === "select") return;
  const passed = below(element, style, rect, above);
  passed.out = inherited.out || out;
  for (const child of element.children) walk(child, passed, isHidden || nowHidden);
};

const widens = (entry, rect, style, above) => {
  if (!entry.visible || above.scrolls || style.position === "fixed" || rect.right + scrollX <= root.clientWidth + 2) return;
  overflowing.push(entry);
};

walk(body, {
  behind: canvasColour(), ground: root, opacity: 1, clippedAway: false, clip: null, absoluteClip: null, scrolls: false, out: false,
}, false);

// Something positioned that lies under an element, in front of the colour we took for its ground: nobody can tell.
for (const { entry, element, rect, ground } of drawn) {
  if (entry.behind === null || !entry.visible) continue;
  const area = rect.width * rect.height;
  const lies = positioned.some(({ element: other, rect: its }) => {
    if (other === element || other.contains(element) || element.contains(other) || !ground.contains(other)) return false;
    const shared = overlap(rect, its);
    return !isNothing(shared) && (shared.right - shared.left) * (shared.bottom - shared.top) > area / 2;
  });
  if (lies) entry.behind = null;
}

// -- overlays: who answers at the points of a grid over the window ------------------------------------------------------
const COLUMNS = 12;
const ROWS = 24;

const innermostAt = (x, y) => {
  let hit = document.elementFromPoint(x, y);
  for (let inside = hit?.shadowRoot?.elementFromPoint(x, y); inside && inside !== hit; ) {
    hit = inside;
    inside = hit.shadowRoot?.elementFromPoint(x, y);
  }
  return hit;
};
const parentOf = (node) => node.parentElement ?? (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null);
const coversText = (x, y, cover) =>
  document.elementsFromPoint(x, y).some((element) => !cover.contains(element) && !element.contains(cover) && ownText(element).trim());

const coverAt = (hit) => {
  let outermost = null;
  for (let node = hit; node && node !== body && node !== root; node = parentOf(node)) {
    const style = getComputedStyle(node);
    const lifted = ["absolute", "sticky"].includes(style.position) && Number(style.zIndex) > 0;
    const top = node.localName === "dialog" && node.matches(":modal, :popover-open");
    if (style.position === "fixed" || top) outermost = { node, floats: true };
    else if (lifted && !(outermost?.floats)) outermost = { node, floats: false };
  }
  return outermost;
};
const hides = (hit, cover) => {
  if (hit.shadowRoot === null && hit.localName.includes("-") && !hit.children.length) return true; // a closed root
  for (let node = hit; node; node = parentOf(node)) {
    const style = getComputedStyle(node);
    const alpha = colour(style.backgroundColor)[3] * px(style.opacity);
    if (MEDIA.has(node.localName) || style.backgroundImage !== "none" || alpha >= 0.5) return true;
    if (node === cover) break;
  }
  return cover.matches(":modal") && colour(getComputedStyle(cover, "::backdrop").backgroundColor)[3] >= 0.5;
};
const wordsOf = (cover) => {
  const frames = [cover, ...cover.querySelectorAll("iframe")].filter((node) => node.localName === "iframe");
  const framed = frames.map((frame) => `${frame.title} ${frame.name} ${frame.id}`);
  const shadow = [cover, ...cover.querySelectorAll("*")].slice(0, 200).map((node) => node.shadowRoot?.textContent ?? "");
  return collapse([cover.innerText ?? "", ...framed, ...shadow].join(" ")).slice(0, 600);
};

const overlays = () => {
  const covers = new Map();
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const [x, y] = [((column + 0.5) * innerWidth) / COLUMNS, ((row + 0.5) * innerHeight) / ROWS];
      const hit = innermostAt(x, y);
      const cover = hit && coverAt(hit);
      if (!cover) continue;
      const count = covers.get(cover.node) ?? { hits: 0, opaque: 0, text: 0, floats: cover.floats };
      count.hits += 1;
      count.opaque += hides(hit, cover.node) ? 1 : 0;
      if (!cover.floats && coversText(x, y, cover.node)) count.text += 1;
      covers.set(cover.node, count);
    }
  }
  return [...covers]
    .filter(([node, count]) => node.getRootNode() === document && (count.floats || count.text >= 3))
    .map(([node, count]) => ({
      selector: nameOf(node), text: wordsOf(node),
      covers: Math.round((count.hits / (ROWS * COLUMNS)) * 1000) / 1000,
      opaque: count.opaque * 2 >= count.hits, box: boxOf(node.getBoundingClientRect()),
    }))
    .sort((a, b) => b.covers - a.covers || (a.selector < b.selector ? -1 : 1))
    .slice(0, 10);
};

// -- timings ------------------------------------------------------------------------------------------------------------
const layoutShift = (shifts) => {
  let worst = 0;
  let current = 0;
  let [first, last] = [-Infinity, -Infinity];
  for (const shift of shifts) {
    if (shift.at - last > 1000 || shift.at - first > 5000) [current, first] = [0, shift.at];
    last = shift.at;
    current += shift.value;
    worst = Math.max(worst, current);
  }
  return worst;
};
const movers = (shifts) => {
  const moved = new Map();
  for (const shift of shifts) {
    for (const node of shift.nodes) {
      const element = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement;
      if (element?.isConnected) moved.set(nameOf(element), (moved.get(nameOf(element)) ?? 0) + shift.value);
    }
  }
  return [...moved].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 5).map(([name]) => name);
};
const seen = globalThis.coldread ?? { lcp: null, shifts: [], blocking: null };

// -- the page is as wide as a person can scroll it ------------------------------------------------------------------------
const rootOverflow = getComputedStyle(root).overflowX;
const sideways = rootOverflow === "visible" ? getComputedStyle(body).overflowX : rootOverflow;
const wider = root.scrollWidth > root.clientWidth && !/hidden|clip/.test(sideways);
const scrolling = document.scrollingElement ?? root;

return JSON.stringify({
  url: location.href,
  html: wanted.html ? root.outerHTML.slice(0, wanted.html) : null,
  scroll_width: wider ? scrolling.scrollWidth : wanted.width,
  scroll_height: scrolling.scrollHeight,
  drawn: drawn.map(({ entry }) => entry),
  hidden: hidden.slice(0, 1000),
  overflowing: wider ? overflowing.sort((a, b) => b.box[0] + b.box[2] - a.box[0] - a.box[2]).slice(0, 10) : [],
  overlays: overlays(),
  lcp_ms: seen.lcp ? Math.round(seen.lcp.ms) : null,
  lcp_selector: seen.lcp?.element?.isConnected ? nameOf(seen.lcp.element) : "",
  cls: Math.round(layoutShift(seen.shifts) * 10000) / 10000,
  cls_selectors: movers(seen.shifts),
  blocking_ms: seen.blocking === null ? null : Math.round(seen.blocking),
}, wellFormed);
