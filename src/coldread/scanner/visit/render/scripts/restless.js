// Reads which canvases were painted since `wanted.since`, from our hook's records, and which videos play. In the page's own world.
// Boxes of the page; a fixed element is everywhere.
const MOST = 50;
const staysWithWindow = (element) => {
  for (let place = element; place; place = place.parentElement) {
    if (["fixed", "sticky"].includes(getComputedStyle(place).position)) return true;
  }
  return false;
};
const boxOf = (element) => {
  if (staysWithWindow(element)) return [0, 0, 1e6, 1e6];
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + scrollX, top + scrollY, width, height];
};
const painted = window.__coldread?.painted;
const isRestless = (one) =>
  one.localName === "canvas" ? painted?.get(one) > wanted.since : !one.paused && !one.ended && one.readyState >= 2;
const restless = [...document.querySelectorAll("canvas, video")].filter(isRestless);
return JSON.stringify(restless.slice(0, MOST).map(boxOf));
