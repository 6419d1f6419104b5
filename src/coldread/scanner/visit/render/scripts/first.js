// The page at the end of the observation window, in page time, before any scrolling: timings, overlays, the first screen.
// Runs after MEASURES and OVERLAYS; `wanted` is {width, height}. Elements that are not visible yet are remembered for the scroll.
settle();
toTop();

// -- timings ------------------------------------------------------------------------------------------------------------
// what came after loading came later by the page time that passed instantly
const inPageTime = (at) => at + memory.passed.filter((one) => one.at < at).reduce((sum, one) => sum + one.ms, 0);
const layoutShift = (shifts) => {
  let worst = 0;
  let current = 0;
  let [first, last] = [-Infinity, -Infinity];
  for (const shift of shifts) {
    const at = inPageTime(shift.at);
    if (at - last > 1000 || at - first > 5000) [current, first] = [0, at];
    last = at;
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

// -- laid out but not visible yet: an element that is transparent or hidden itself -----------------------------------------
const MOST_UNSEEN = 1000; // these are checked again at every step
const isUnseen = (style, parent) =>
  px(style.opacity) <= 0.05 || (style.visibility !== "visible" && (!parent || getComputedStyle(parent).visibility === "visible"));
for (const element of [...body.querySelectorAll("*")].slice(0, MOST_WALKED)) {
  const style = getComputedStyle(element);
  if (memory.unseen.length < MOST_UNSEEN && isUnseen(style, element.parentElement) && element.getClientRects().length) memory.unseen.push(element);
}

// -- the first screen ---------------------------------------------------------------------------------------------------
const stands = "a,button,input,h1,h2,form,iframe,[role=button]";
const firstScreen = [...document.querySelectorAll(stands)]
  .slice(0, 2000)
  .map((element) => ({ element, rect: element.getBoundingClientRect() }))
  .filter(({ element, rect }) =>
    rect.top < innerHeight && rect.bottom > 0 && rect.left < innerWidth && rect.right > 0 && !isNothing(rect) &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .slice(0, 200)
  .map(({ element, rect }) => ({ selector: nameOf(element), box: boxOf(rect) }));

const lying = overlays();
memory.covers = new Set(coversNow());
return JSON.stringify({
  url: location.href,
  at: performance.now(),
  layout_width: root.clientWidth,
  first_screen: firstScreen,
  overlays: lying,
  lcp_ms: seen.lcp ? Math.round(inPageTime(seen.lcp.ms)) : null,
  lcp_selector: seen.lcp?.element?.isConnected ? nameOf(seen.lcp.element) : "",
  cls: Math.round(layoutShift(seen.shifts) * 10000) / 10000,
  cls_selectors: movers(seen.shifts),
  blocking_ms: seen.blocking === null ? null : Math.round(seen.blocking),
}, wellFormed);
