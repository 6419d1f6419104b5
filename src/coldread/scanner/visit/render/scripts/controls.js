// What is painted in the clickable area of a control, by any element: its parts, its pseudo-elements, an open shadow
// root, the box around it. Runs after MEASURES.
const PRESSABLE = "a,button,[role=button],input[type=submit],input[type=button],[onclick]";
const INNER = "a[href],button,[role=button],input";
const MOST_INNER = 60;

const textBox = (element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const rect = range.getBoundingClientRect();
  return isNothing(rect) ? element.getBoundingClientRect() : rect;
};
const holds = (outer, inner) => {
  const shared = overlap(outer, inner);
  const area = (inner.right - inner.left) * (inner.bottom - inner.top);
  return !isNothing(shared) && (shared.right - shared.left) * (shared.bottom - shared.top) >= 0.8 * area;
};
const borderSides = (style) =>
  ["Top", "Right", "Bottom", "Left"].filter((side) =>
    px(style[`border${side}Width`]) >= 1 && !["none", "hidden"].includes(style[`border${side}Style`]) &&
    colour(style[`border${side}Color`])[3] > 0).length;
const isDressed = (style, behind) => {
  const tint = colour(style.backgroundColor);
  const differs = !behind || [0, 1, 2].some((index) => tint[index] !== behind[index]);
  return (
    style.backgroundImage !== "none" || (tint[3] >= 0.1 && differs) || borderSides(style) >= 3 ||
    (px(style.outlineWidth) >= 1 && style.outlineStyle !== "none" && style.outlineStyle !== "auto")
  );
};
const dressedPseudo = (element, words, behind) =>
  ["::before", "::after"].map((which) => getComputedStyle(element, which)).find((style) =>
    style.content !== "none" && style.content !== "normal" && isDressed(style, behind) &&
    px(style.width) >= 0.8 * (words.right - words.left) && px(style.height) >= 0.8 * (words.bottom - words.top));
// where a pseudo-element is, as far as its style says: centred on its element
const pseudoBox = (element, style, area) => {
  const rect = element.getBoundingClientRect();
  const [width, height] = [Math.max(area.width, px(style.width)), Math.max(area.height, px(style.height))];
  const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
  return { left: x - width / 2, top: y - height / 2, width, height };
};
const flat = (style) => {
  const tint = colour(style.backgroundColor);
  return style.backgroundImage === "none" && tint[3] === 1 ? tint : null;
};
const union = (rects) => {
  const drawn = rects.filter((rect) => !isNothing(rect));
  if (!drawn.length) return null;
  const [left, top] = [Math.min(...drawn.map((rect) => rect.left)), Math.min(...drawn.map((rect) => rect.top))];
  const [right, bottom] = [Math.max(...drawn.map((rect) => rect.right)), Math.max(...drawn.map((rect) => rect.bottom))];
  return { left, top, right, bottom, width: right - left, height: bottom - top };
};

// {drawn_by, area, fill}: empty if there is only its own box
const dressOf = (element, style, behind) => {
  const own = element.getBoundingClientRect();
  const below = [...element.querySelectorAll("*")].slice(0, 40).filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const area = union([own, ...below.map((one) => one.getBoundingClientRect())]);
  if (!area) return {};
  const found = (drawn_by, fill = null) => ({ drawn_by, area: boxOf(area), fill });
  const words = textBox(element);
  if (!isDressed(style, behind)) {
    const part = below.find((one) => !MEDIA.has(one.localName) && isDressed(getComputedStyle(one), behind) && holds(one.getBoundingClientRect(), words));
    if (part) return found("part", flat(getComputedStyle(part)));
    for (const one of [element, ...below]) {
      const pseudo = dressedPseudo(one, words, behind);
      if (pseudo) return { ...found("pseudo", flat(pseudo)), area: boxOf(pseudoBox(one, pseudo, area)) };
    }
    if (/inset/.test(style.boxShadow)) return found("shadow");
    const picture = below.find((one) => ["img", "svg"].includes(one.localName) && holds(one.getBoundingClientRect(), own));
    if (picture && !element.innerText?.trim()) return found("picture");
    const around = element.parentElement;
    if (around && around !== body && collapse(around.innerText ?? "") === collapse(element.innerText ?? "")) {
      const its = getComputedStyle(around);
      const rect = around.getBoundingClientRect();
      if (isDressed(its, null) && around.querySelectorAll(PRESSABLE).length === 1 && rect.height <= 130 && rect.width <= 420 &&
          (colour(its.backgroundColor)[3] >= 0.1 || borderSides(its) >= 3)) return { drawn_by: "around", area: boxOf(rect), fill: flat(its) };
    }
  }
  const grown = area.width > own.width + 4 || area.height > own.height + 4;
  return grown ? { area: boxOf(area) } : {};
};

// controls inside open shadow roots, listed with their host
const labelOf = (control) => {
  if (control.localName === "input") return collapse(control.value || control.getAttribute("aria-label") || control.placeholder || "");
  const slotted = [...control.querySelectorAll("slot")].flatMap((slot) => slot.assignedNodes({ flatten: true }));
  const said = collapse(`${control.innerText ?? ""} ${slotted.map((node) => node.textContent).join(" ")}`);
  return said || collapse(control.getAttribute("aria-label") ?? "");
};
const inner = [];
const innerControls = (host, shadow, depth = 0) => {
  if (depth > 4 || inner.length >= MOST_INNER) return;
  for (const control of shadow.querySelectorAll("*")) {
    if (control.shadowRoot) innerControls(host, control.shadowRoot, depth + 1);
    if (!control.matches(INNER) || inner.length >= MOST_INNER) continue;
    const rect = control.getBoundingClientRect();
    if (isNothing(rect) || !control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    inner.push({
      selector: nameOf(host), tag: control.localName, kind: control.localName === "input" ? control.type : "",
      label: labelOf(control).slice(0, 200), href: (control.getAttribute("href") ?? "").slice(0, 2000), box: boxOf(rect),
      dressed: isDressed(getComputedStyle(control), null) || Boolean(dressOf(control, getComputedStyle(control), null).drawn_by),
    });
  }
};
