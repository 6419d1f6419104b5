// Texts whose contrast no declared style tells: the boxes of their letters, and the colour. Runs after MEASURES and FAULTS.
const MOST_TEXTS = 60;
const MOST_RECTS = 8;

// letters cut out of a background
const isGlyphs = (style) => [style.backgroundClip, style.webkitBackgroundClip].some((clip) => clip?.includes("text"));
const chainOf = (element) => {
  const found = { opacity: 1, odd: false, still: true, glyphs: null, grounds: [] };
  for (let place = element; place && place !== root; place = place.parentElement) {
    const { style } = factsOf(place);
    found.opacity *= px(style.opacity);
    found.odd ||= style.filter !== "none" || style.mixBlendMode !== "normal";
    for (const [, url] of style.backgroundImage.matchAll(/url\("([^"]+)"\)/g)) if (found.grounds.length < 5) found.grounds.push(url.slice(0, 2000));
    found.glyphs ||= isGlyphs(style) ? place : null;
    found.still &&= style.backgroundAttachment !== "fixed" && style.position !== "fixed" && style.position !== "sticky";
  }
  return found;
};
// something opaque covers its middle
const isCovered = (element, rect) => {
  const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
  const hit = document.elementFromPoint(x, y);
  if (!hit || hit.contains(element) || element.contains(hit)) return false;
  const { style } = factsOf(hit);
  return MEDIA.has(hit.localName) || colour(style.backgroundColor)[3] > 0.5 || style.backgroundImage !== "none" || ["fixed", "sticky"].includes(style.position);
};
const boxLines = (element) => (element.localName === "input" ? [element.getBoundingClientRect()] : ownLines(element));

const lettersOf = (walkedItems) => {
  const found = [];
  memory.glyphs = new Set();
  for (const { entry, element } of walkedItems) {
    const isInput = element.localName === "input" && entry.text;
    if (!entry.visible || !(entry.own_chars >= 2 || isInput)) continue;
    const { style } = factsOf(element);
    const opaque = entry.background[3] === 1 && !entry.background_image;
    const chain = chainOf(element);
    const isKnown = opaque || (entry.behind !== null && !entry.background_image);
    if (isKnown && !chain.odd && !chain.glyphs) continue;
    if (chain.glyphs) memory.glyphs.add(chain.glyphs);
    const rects = boxLines(element);
    if (!rects.length) continue;
    const tint = colour(style.webkitTextFillColor || style.color);
    found.push({
      selector: entry.selector, box: entry.box, rects: rects.slice(0, MOST_RECTS).map(boxOf), color: tint,
      painted: chain.odd || Boolean(chain.glyphs) || chain.opacity < 0.98, still: chain.still,
      size: entry.font_size * (entry.scale ?? 1), weight: entry.font_weight, covered: isCovered(element, rects[0]), grounds: chain.grounds,
    });
  }
  const first = (one) => (one.box[1] < innerHeight ? 0 : 1);
  return {
    texts: found.sort((a, b) => first(a) - first(b) || b.size - a.size || a.box[1] - b.box[1] || (a.selector < b.selector ? -1 : 1)).slice(0, MOST_TEXTS),
    more: Math.max(0, found.length - MOST_TEXTS),
  };
};
