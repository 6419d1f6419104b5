// The page after scrolling: geometry and computed style of everything that a person can see. Runs after NAMING, MEASURES,
// FAULTS and CONTROLS; `wanted` is {width, height, html}. Returns JSON with the field names
// of scanner/page/observations.py.
const LISTED =
  "a,button,input,select,textarea,form,label,img,svg,picture,video,iframe,h1,h2,h3,h4,h5,h6,p,li,blockquote,figure," +
  "header,nav,main,footer,section,article,aside,dialog,[role],[onclick],[contenteditable]";

settle();
toTop();
const html = wanted.html ? root.outerHTML.slice(0, wanted.html) : null;

// What was visible during the scroll counts; what covered the page meanwhile is removed. This happens after `html` was read,
// so that the document is as the page wrote it.
const force = (element, rules) => {
  for (const [name, value] of Object.entries(rules)) element.style.setProperty(name, value, "important");
};
// a button "to the top" and a header that follows are not the page's text
const comesAlong = (element) => {
  for (let place = element; place && place !== body; place = place.parentElement) {
    if (getComputedStyle(place).position === "fixed") return true;
  }
  return false;
};
const revealed = [...memory.revealed].filter((element) => element.isConnected && !comesAlong(element));
for (const element of revealed) {
  const style = getComputedStyle(element);
  if (px(style.opacity) <= 0.05 || style.visibility !== "visible") {
    force(element, { opacity: "1", visibility: "visible", transform: "none", transition: "none", animation: "none" });
  }
}
for (const element of memory.late ?? []) force(element, { display: "none" });

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
// how many lines a text takes, and the characters of the fullest by its share of their widths
const linesOf = (element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const lines = [];
  let bottom = -Infinity;
  for (const rect of [...range.getClientRects()].sort((a, b) => a.top - b.top)) {
    if (rect.width < 1) continue;
    if ((rect.top + rect.bottom) / 2 >= bottom) {
      lines.push([rect.left, rect.right]);
      bottom = rect.bottom;
    } else {
      const line = lines[lines.length - 1];
      line[0] = Math.min(line[0], rect.left);
      line[1] = Math.max(line[1], rect.right);
    }
  }
  const widths = lines.map(([left, right]) => right - left);
  const plain = [...element.querySelectorAll("*")].every((below) => !MEDIA.has(below.localName) && getComputedStyle(below).display === "inline");
  const all = widths.reduce((sum, width) => sum + width, 0);
  const share = plain && all ? Math.max(...widths) / all : 0;
  return { lines: lines.length, line_chars: Math.round(share * collapse(element.innerText ?? "").length) };
};
const textOf = (element, tag) => {
  if (tag === "input") return BUTTON_INPUTS.has(element.type) ? collapse(element.value) : "";
  return tag === "select" || tag === "textarea" ? "" : collapse(element.innerText ?? "");
};

// -- pictures: what the browser knows about each image -----------------------------------------------------------------
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

// -- the walk: every element once, with what it inherits -----------------------------------------------------------------
const canvasColour = () => {
  for (const element of [root, body]) {
    const tint = colour(getComputedStyle(element).backgroundColor);
    if (tint[3] > 0) return over(tint, [255, 255, 255, 1]);
  }
  return [255, 255, 255, 1];
};
const MOST_DRAWN = 3000;
const drawn = [];
const contents = []; // boxes with visible content
const hidden = [];
const positioned = []; // absolute and fixed elements that paint something
const overflowing = [];
let walked = 0;
let dressedLeft = 400; // controls whose parts are examined
const MOST_CONTENTS = 4000;
const FIELDS = new Set(["input", "select", "textarea", "button", "hr", "progress", "meter"]);

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

// by how much it is painted larger or smaller than its style says: transforms and zoom of all ancestors
const scaleOf = (element, rect) => {
  const [wide, high] = [rect.width / element.offsetWidth, rect.height / element.offsetHeight];
  return Math.abs(wide - high) < 0.03 && Math.abs(high - 1) > 0.02 ? Math.round(high * 1000) / 1000 : 1;
};

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
    ...(visible && (tag === "p" || tag === "li") && own.trim() ? linesOf(element) : {}),
    scale: visible ? scaleOf(element, rect) : 1,
    ...(visible && dressedLeft > 0 && element.matches(PRESSABLE) && text.length <= 100 && dressedLeft-- ? dressOf(element, style, above.behind) : {}),
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
  if (element !== body && drawn.length < MOST_DRAWN && (element.matches(LISTED) || element.shadowRoot || ownText(element).trim())) {
    const entry = describe(element, tag, style, rect, above);
    const cuts = element !== body && /hidden|clip/.test(`${style.overflowX} ${style.overflowY}`);
    drawn.push({ entry, element, rect, ground: above.ground, clip: cuts && above.clip ? overlap(rect, above.clip) : cuts ? rect : above.clip });
    widens(entry, rect, style, above);
  }
  const paints = MEDIA.has(tag) || (out && (style.backgroundImage !== "none" || colour(style.backgroundColor)[3] > 0));
  if (paints && (out || inherited.out) && rect.width > 40 && rect.height > 20) positioned.push({ element, rect });
  if (contents.length < MOST_CONTENTS && !isNothing(rect) && (MEDIA.has(tag) || FIELDS.has(tag) || style.backgroundImage.includes("url(")) &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) contents.push(rect);
  if (element.shadowRoot) innerControls(element, element.shadowRoot);
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

// Something positioned lies under an element, in front of the background that we assumed: the colour is unknown.
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

// -- the page is as wide as a person can scroll it ------------------------------------------------------------------------
const rootOverflow = getComputedStyle(root).overflowX;
const sideways = rootOverflow === "visible" ? getComputedStyle(body).overflowX : rootOverflow;
const wider = root.scrollWidth > root.clientWidth && !/hidden|clip/.test(sideways);

const { clipped, broken_words, overlapping, lines } = faultsOf(drawn);
const cut_blocks = cutBlocks();
const empty = gaps([...contents, ...lines.map(({ rect }) => rect)], Math.min(innerHeight, 900) * 0.4)
  .filter(([top, bottom]) => bottom <= memory.reached && top >= 0)
  .map(([top, bottom]) => ({
    selector: nameOf(placeOf(top, bottom)), box: boxOf({ left: 0, top, width: root.clientWidth, height: bottom - top }),
    silent: silentText(top, bottom),
  }));
const pictured = [...document.querySelectorAll("img")].slice(0, 500)
  .filter((image) => image.complete && !image.naturalWidth && image.currentSrc && !image.currentSrc.startsWith("data:") && image.checkVisibility())
  .map((image) => ({
    selector: nameOf(image), url: image.currentSrc.slice(0, 2000), box: boxOf(image.getBoundingClientRect()),
    status: performance.getEntriesByName(image.currentSrc).at(-1)?.responseStatus ?? 0,
  }));

return JSON.stringify({
  url: location.href,
  html,
  scroll_width: wider ? scrolling.scrollWidth : wanted.width,
  scroll_height: scrolling.scrollHeight,
  drawn: drawn.map(({ entry }) => entry),
  hidden: hidden.slice(0, 1000),
  overflowing: wider ? overflowing.sort((a, b) => b.box[0] + b.box[2] - a.box[0] - a.box[2]).slice(0, 10) : [],
  inner,
  clipped, cut_blocks, broken_words, overlapping, empty,
  failed_pictures: pictured.slice(0, 50),
  revealed: revealed.filter((element) => collapse(element.textContent ?? "")).slice(0, 200).map(nameOf),
  letters: lettersOf(drawn),
  reached: Math.round(memory.reached),
  cut: memory.cut,
  has_viewport: Boolean(document.querySelector("meta[name=viewport i]")),
}, wellFormed);
