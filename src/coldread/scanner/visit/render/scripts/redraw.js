// Replaces words of the page, and reports for each, and for the watched elements, whether it is there and visible without scrolling;
// `wide` is the page's width.
// Runs after MEASURES; `wanted.words` is [{selector, was, new, how, like}]: `replace` the element's words, or add a line
// `under` it. A place whose words are not `was` is left alone, since the page has changed.
const INLINE_ROWS = new Set(["flex", "inline-flex"]);
const MOST_ROWS = 3; // most levels between a button and its row
const TALLEST_ROW = 2.5; // in heights of the button: a taller element is a column, not a row of buttons

const letters = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
const wordsOf = (element) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (collapse(node.data) && !NEVER_SHOWN.has(node.parentElement.localName)) found.push(node);
  }
  return found;
};
const saidBy = (element) => (element.localName === "input" ? element.value : wordsOf(element).map((node) => node.data).join(" "));

const replaced = (element, text) => {
  if (element.localName === "input") {
    element.value = text;
    return element;
  }
  const nodes = wordsOf(element);
  const longest = nodes.reduce((one, other) => (other.data.length > one.data.length ? other : one));
  for (const node of nodes) node.data = node === longest ? text : "";
  for (const end of element.querySelectorAll("br")) end.remove();
  return element;
};

// A button is in a row, where a line below it would be a third item beside it: use the end of the row.
const rowOf = (button) => {
  const tallest = button.getBoundingClientRect().height * TALLEST_ROW;
  let row = button;
  for (let step = 0; step < MOST_ROWS && row.parentElement && row.parentElement !== body; step++) {
    const parent = row.parentElement;
    const style = getComputedStyle(parent);
    const isRow = (INLINE_ROWS.has(style.display) && style.flexDirection.startsWith("row")) || style.display === "inline";
    const isOnly = parent.childElementCount === 1;
    if (!isRow && !isOnly) return row;
    if (parent.getBoundingClientRect().height > tallest) return isRow ? null : row;
    row = parent;
  }
  return row;
};
// Letters filled with a gradient have no colour of their own.
const colourLike = (like, place) => {
  const style = like && getComputedStyle(like);
  const clear = !style || colour(style.webkitTextFillColor)[3] < 0.5 || colour(style.color)[3] < 0.5;
  return clear ? getComputedStyle(place.parentElement).color : style.color;
};
const added = (element, word) => {
  const isHeadline = word.how === "under headline";
  const place = isHeadline ? element : rowOf(element);
  if (place === null) return null;
  const line = document.createElement("p");
  const aligned = getComputedStyle(isHeadline ? place : place.parentElement).textAlign;
  const shown = colourLike(document.querySelector(word.like), place);
  line.textContent = word.new;
  line.style.cssText = `margin: ${isHeadline ? ".75rem" : ".6rem"} 0 0; font-weight: 400; line-height: 1.5; text-transform: none;
    letter-spacing: normal; text-align: ${aligned}; color: ${shown}; font-size: ${isHeadline ? "1.125rem" : ".9rem"};`;
  if (!isHeadline) line.style.flexBasis = "100%";
  place.after(line);
  return line;
};

const done = wanted.words.map((word) => {
  const element = document.querySelector(word.selector);
  if (!element || letters(saidBy(element)) !== letters(word.was)) return null;
  return word.how === "replace" ? replaced(element, word.new) : added(element, word);
});
settle();
toTop();
const isSeen = (element) => {
  const rect = element.getBoundingClientRect();
  const within = rect.top < innerHeight - 8 && rect.bottom > 8 && rect.left < innerWidth && rect.right > 0 && !isNothing(rect);
  return within && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
};
const outcome = (element) => (!element ? "lost" : isSeen(element) ? "seen" : "below");
const told = done.map(outcome);
const watched = wanted.watched.map((selector) => outcome(document.querySelector(selector)));
const wide = (document.scrollingElement || document.documentElement).scrollWidth;
// two frames: the change is painted
return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(JSON.stringify({ url: location.href, told, watched, wide })))));
