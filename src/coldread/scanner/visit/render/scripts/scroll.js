// Scrolls through the page as a visitor would, and back to the top. Runs after MEASURES; `wanted` is
// {steps, patience, step}: places, real milliseconds for all of them, and page time for each. Remembers what was visible
// only then.
const began = performance.now();
const left = () => Math.max(0, wanted.patience - (performance.now() - began));

const isSeen = (element) => {
  const style = getComputedStyle(element);
  return element.isConnected && px(style.opacity) > 0.05 && style.visibility === "visible";
};
const note = () => {
  settle();
  memory.unseen = memory.unseen.filter((element) => {
    if (!isSeen(element)) return true;
    memory.revealed.add(element);
    return false;
  });
};
const places = () => {
  const step = Math.max(200, Math.floor(innerHeight * 0.9));
  const last = Math.max(0, scrolling.scrollHeight - innerHeight);
  const all = [];
  for (let y = step; y < last && all.length < wanted.steps; y += step) all.push(y);
  if (last > 0 && all.length < wanted.steps) all.push(last);
  return all;
};
return (async () => {
  memory.reached = innerHeight;
  note();
  for (const y of places()) {
    if (!left()) break;
    window.scrollTo({ top: y, left: 0, behavior: "instant" });
    await frame();
    await pass(wanted.step, left()); // libraries look at the scroll at most every 100 ms
    note();
    memory.reached = y + innerHeight;
  }
  toTop();
  await frame();
  return JSON.stringify({ reached: Math.round(memory.reached) });
})();
