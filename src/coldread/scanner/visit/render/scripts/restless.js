// Reads in the page's own world which canvases were painted since `wanted.since`, by our hook's notes, and which videos play.
// Boxes of the page; what stays with the window lies everywhere.
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
