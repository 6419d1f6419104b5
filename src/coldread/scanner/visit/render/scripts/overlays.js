// What covers the page: which elements are hit at the points of a grid over the window. Runs after MEASURES.
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

// elements that cover much of the window, by a coarser grid
const coversNow = () => {
  const hits = new Map();
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 6; column++) {
      const hit = innermostAt(((column + 0.5) * innerWidth) / 6, ((row + 0.5) * innerHeight) / 8);
      const cover = hit && coverAt(hit);
      if (cover?.floats) hits.set(cover.node, (hits.get(cover.node) ?? 0) + 1);
    }
  }
  return [...hits].filter(([, count]) => count > 12).map(([node]) => node);
};
