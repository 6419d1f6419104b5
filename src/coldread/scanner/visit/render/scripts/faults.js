// Visible faults: cut text, broken words, text over text, empty parts of the page.
// Runs after MEASURES, when SIGHT has walked the page, at the top of the page.
const MOST_FAULTS = 20;
const MOST_LINES = 4000;

const facts = new Map(); // element → computed style and box, read once
const factsOf = (element) => {
  if (!facts.has(element)) {
    const style = getComputedStyle(element);
    facts.set(element, { style, rect: element.getBoundingClientRect(), cutsX: /hidden|clip/.test(style.overflowX), cutsY: /hidden|clip/.test(style.overflowY) });
  }
  return facts.get(element);
};
const ownLines = (element) => {
  const range = document.createRange();
  const rects = [];
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) if (rect.width >= 2 && rect.height >= 4) rects.push(rect);
  }
  return rects;
};

// -- cut by a box or by the edge of the window ------------------------------------------------------------------------------
const isTrack = ({ style }, element) =>
  style.transform !== "none" || style.translate !== "none" || style.animationName !== "none" || /transform|translate|left|margin|scroll/.test(style.willChange) ||
  (/flex|grid/.test(style.display) && element.scrollWidth > 1.3 * element.clientWidth) || style.scrollSnapType !== "none" ||
  element.scrollLeft !== 0 || /\b(?:transform|translate|left|margin-left)\b/.test(style.transitionProperty) || isNamedTrack(element) || isSetMoving(element);
// what moves for ordinary visitors; we open the page as a visitor who prefers reduced motion
const movers = (() => {
  const found = [];
  let left = 8000; // most rules to read
  const read = (rules) => {
    for (const rule of rules) {
      if (--left < 0) return;
      if (rule.cssRules?.length) read(rule.cssRules);
      const name = rule.selectorText && rule.style?.animationName;
      if (name && !/^(?:none|initial|unset|inherit)$/.test(name)) found.push(rule.selectorText);
    }
  };
  for (const sheet of document.styleSheets) {
    try {
      read(sheet.cssRules);
    } catch {
      // a style sheet from another origin cannot be read
    }
  }
  return found.slice(0, 500);
})();
const isSetMoving = (element) =>
  movers.some((selector) => {
    try {
      return element.matches(selector);
    } catch {
      return false;
    }
  });
const isNamedTrack = (element) =>
  /(?:^|[\s_-])(?:marquee|ticker|carousel|swiper|splide|slick|flickity|embla|glide|keen-slider)(?=$|[\s_\d-])/i.test(`${element.getAttribute("class") ?? ""} ${element.id}`) ||
  element.getAttribute("aria-roledescription") === "carousel";
const isDecoration = (element) => element.closest("[aria-hidden=true],[inert],marquee") !== null;
// controls that move the box's content: arrows, or buttons that say so
const MOVES_ON = /^(?:[‹›«»←→❮❯<>]|prev(?:ious)?|next|back|föregående|nästa|scroll (?:left|right))\b|^[‹›«»←→❮❯<>]$|\b(?:previous|next|föregående|nästa) (?:slide|item|picture|bild|sida)\b/i;
const hasArrows = (place) =>
  [place, place.parentElement].some((around) =>
    around && around !== body && around !== root &&
    [...around.querySelectorAll("button,[role=button]")].slice(0, 40).some((one) => MOVES_ON.test(collapse(one.getAttribute("aria-label") ?? one.textContent ?? ""))));
const isMeant = ({ style }, element) =>
  style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none" || style.maskImage !== "none" || style.clipPath !== "none" ||
  (element.scrollHeight > 2 * element.clientHeight && isFold(style, element));
// a collapsed part: most of it is hidden, and something opens it
const isFold = (style, element) =>
  style.maxHeight !== "none" || Boolean(element.parentElement?.querySelector("button,summary,label,[aria-expanded],[role=button]"));
const cutOf = (element, line) => {
  if (isDecoration(element)) return null;
  let [slides, out] = [false, ""];
  for (let place = element; place && place !== body && place !== root; place = place.parentElement) {
    const its = factsOf(place);
    if (its.style.position === "fixed" || place.localName === "marquee") return null;
    const skipped = out === "absolute" && its.style.position === "static" && its.style.transform === "none";
    slides ||= isTrack(its, place);
    if (!skipped && (its.cutsX || its.cutsY)) {
      if (slides || isMeant(its, place)) return null;
      const [x, y] = [its.rect.left + place.clientLeft, its.rect.top + place.clientTop];
      const high = its.cutsY ? Math.max(0, y - line.top, line.bottom - (y + place.clientHeight)) : 0;
      const wide = its.cutsX ? Math.max(0, x - line.left, line.right - (x + place.clientWidth)) : 0;
      const [lost, across] = [high / line.height, wide / line.width];
      if (lost >= 1 || across >= 0.95) return null; // completely out of sight: a fold or a slide, not a cut
      if (lost >= 0.3 && high >= 5) return { by: "box", place, share: lost };
      if (wide >= 6 && across >= 0.03) return { by: "box", place, share: across };
    }
    if (out !== "absolute" || !skipped) out = its.style.position;
  }
  if (slides || !edgeCuts) return null;
  const wide = Math.max(-line.left, line.right - root.clientWidth);
  return wide >= 6 && wide / line.width < 0.95 && wide / line.width >= 0.03 ? { by: "window", place: root, share: wide / line.width } : null;
};
const edgeCuts = (() => {
  const own = getComputedStyle(root).overflowX;
  return /hidden|clip/.test(own === "visible" ? getComputedStyle(body).overflowX : own);
})();

// -- a table or block that is wider than the window, in a box that hides the rest and does not scroll
const MOST_WIDE = 200;
const hidesBeyond = (block) => {
  let out = factsOf(block).style.position;
  for (let place = block.parentElement; place && place !== body && place !== root; place = place.parentElement) {
    const its = factsOf(place);
    if (its.style.position === "fixed" || isTrack(its, place) || place.localName === "marquee") return null;
    const skipped = out === "absolute" && its.style.position === "static";
    if (!skipped && /auto|scroll/.test(its.style.overflowX)) return null;
    if (!skipped && its.cutsX) return isMeant(its, place) || hasArrows(place) ? null : { place, edge: its.rect.left + place.clientLeft + place.clientWidth };
    if (!skipped) out = its.style.position;
  }
  return edgeCuts ? { place: root, edge: root.clientWidth } : null;
};
const movesIn = (part, block) => {
  for (let place = part; place && place !== block; place = place.parentElement) if (isTrack(factsOf(place), place)) return true;
  return false;
};
const wordsBeyond = (block, edge) => {
  const [near, away] = [new Set(), []];
  for (const part of [...block.querySelectorAll("td,th,p,li,a,span,h2,h3,h4,label,button")].slice(0, 500)) {
    if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const lines = ownLines(part);
    if (!lines.length) continue;
    const said = collapse(part.innerText ?? "");
    if (lines.some((line) => line.left >= edge - 2)) {
      if (!isDecoration(part) && !movesIn(part, block)) away.push(said);
    } else near.add(said);
  }
  // a strip that repeats its content hides nothing
  return (away.find((said) => !near.has(said)) ?? "").slice(0, 80);
};
const cutBlocks = () => {
  const found = [];
  const wide = [...body.querySelectorAll("table,pre,form,section,article,div,ul,ol,dl")].slice(0, MOST_LINES)
    .filter((one) => one.offsetWidth > root.clientWidth + 8).slice(0, MOST_WIDE);
  for (const block of wide) {
    const { style, rect } = factsOf(block);
    if (found.length >= MOST_FAULTS || found.some((one) => one.block.contains(block))) continue;
    if (rect.left >= root.clientWidth || rect.right <= 0 || ["fixed", "absolute"].includes(style.position)) continue;
    if (isDecoration(block) || isTrack(factsOf(block), block) || !block.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const cut = hidesBeyond(block);
    const edge = cut && Math.min(cut.edge, root.clientWidth);
    if (!cut || rect.right - edge < 24) continue;
    const said = wordsBeyond(block, edge);
    if (said) found.push({ block, selector: nameOf(block), place: nameOf(cut.place), lost: Math.round(rect.right - edge), said, box: boxOf(rect) });
  }
  return found.map(({ block, ...told }) => told);
};

// -- words ---------------------------------------------------------------------------------------------------------------
const mayBreak = ({ wordBreak, overflowWrap, lineBreak, hyphens }) =>
  hyphens !== "auto" && (wordBreak === "break-all" || wordBreak === "break-word" || ["anywhere", "break-word"].includes(overflowWrap) || lineBreak === "anywhere");
let wordsLeft = 3000;
const brokenWord = (element) => {
  const range = document.createRange();
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE) continue;
    for (const match of node.data.matchAll(/\p{L}{4,}/gu)) {
      if (--wordsLeft < 0) return "";
      const around = node.data.slice(Math.max(0, match.index - 1), match.index + match[0].length + 1);
      if (/[-/@._\u00ad\u200b\u2010]/.test(around)) continue;
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 0.5);
      if (rects.length > 1 && rects[1].top >= rects[0].top + 0.6 * rects[0].height) return match[0];
    }
  }
  return "";
};

// -- text over text ------------------------------------------------------------------------------------------------------
const isCover = (element, above, shared) => {
  for (let place = element; place && !place.contains(above); place = place.parentElement) {
    const { style } = factsOf(place);
    if (colour(style.backgroundColor)[3] > 0.5 || style.backgroundImage !== "none" || ["fixed", "sticky"].includes(style.position)) return true;
    // two slides over each other have a picture in between
    if ([...place.querySelectorAll("img,video,canvas,iframe")].slice(0, 20).some((one) => holds(one.getBoundingClientRect(), shared))) return true;
  }
  return false;
};
const collisions = (lines) => {
  const found = [];
  const sorted = [...lines].sort((a, b) => a.rect.top - b.rect.top);
  for (let one = 0; one < sorted.length && found.length < MOST_FAULTS; one++) {
    for (let two = one + 1; two < sorted.length && two < one + 200; two++) {
      const [a, b] = [sorted[one], sorted[two]];
      if (b.rect.top >= a.rect.bottom) break;
      if (a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) continue;
      const shared = overlap(a.rect, b.rect);
      const [wide, high] = [shared.right - shared.left, shared.bottom - shared.top];
      if (wide < 12 || high < 0.5 * Math.min(a.rect.height, b.rect.height)) continue;
      if (wide * high < 0.2 * Math.min(a.rect.width * a.rect.height, b.rect.width * b.rect.height)) continue;
      if (collapse(a.element.innerText ?? "") === collapse(b.element.innerText ?? "")) continue; // one text drawn twice is an effect
      if (isCover(a.element, b.element, shared) || isCover(b.element, a.element, shared)) continue;
      found.push({ selector: nameOf(b.element), other: nameOf(a.element), box: boxOf({ ...shared, width: wide, height: high }) });
      break;
    }
  }
  return found;
};

// -- empty parts of the page -----------------------------------------------------------------------------------------------
const gaps = (contents, least) => {
  const spans = contents.map((rect) => [rect.top, rect.bottom]).sort((a, b) => a[0] - b[0]);
  const found = [];
  let bottom = spans.length ? spans[0][1] : 0;
  for (const [top, end] of spans) {
    if (top - bottom >= least) found.push([bottom, top]);
    bottom = Math.max(bottom, end);
  }
  return found.slice(0, MOST_FAULTS);
};
const placeOf = (top, bottom) => {
  let place = body;
  for (let next = place; next; ) {
    place = next;
    next = [...place.children].find((child) => {
      const { rect, style } = factsOf(child);
      return style.display !== "none" && rect.width > innerWidth / 3 && rect.top <= top + 40 && rect.bottom >= bottom - 40;
    });
  }
  return place;
};
const silentText = (top, bottom) =>
  memory.unseen.filter((element) => {
    const rect = element.getBoundingClientRect();
    return rect.top >= top - 4 && rect.bottom <= bottom + 4 && collapse(element.textContent ?? "").length >= 12 && !inPopup(element);
  }).slice(0, 5).map(nameOf);
const inPopup = (element) => {
  for (let place = element; place && place !== body; place = place.parentElement) {
    if (["absolute", "fixed"].includes(factsOf(place).style.position) || place.matches("dialog,[role=dialog],[aria-hidden=true],[hidden],[popover]")) return true;
  }
  return false;
};

// without its font, an icon is a word that no author wrote
const isIcon = (element) => /icon|awesome|symbol|glyph/i.test(factsOf(element).style.fontFamily);
const shownBox = ({ left, top, right, bottom }) => ({ left, top, right, bottom, width: right - left, height: bottom - top });
const faultsOf = (walkedItems) => {
  const [clipped, broken, lines] = [[], [], []];
  for (const { entry, element, clip } of walkedItems) {
    if (!entry.visible || !entry.own_chars || lines.length > MOST_LINES || isIcon(element)) continue;
    const its = ownLines(element);
    for (const line of its) {
      const shown = clip ? overlap(line, clip) : line; // a cut-away part covers nothing
      if (!isNothing(shown)) lines.push({ element, rect: shownBox(shown) });
    }
    const cut = clipped.length < MOST_FAULTS && entry.own_chars >= 3 && its.map((line) => cutOf(element, line)).find(Boolean);
    if (cut) clipped.push({ selector: entry.selector, by: cut.by, place: nameOf(cut.place), share: Math.round(cut.share * 100) / 100, box: entry.box });
    const word = broken.length < MOST_FAULTS && its.length > 1 && mayBreak(factsOf(element).style) ? brokenWord(element) : "";
    if (word) broken.push({ selector: entry.selector, word: word.slice(0, 60), box: entry.box });
  }
  return { clipped, broken_words: broken, overlapping: collisions(lines), lines };
};
