// Scrolls through the page as a visitor would, and back to the top. MEASURES and OVERLAYS stand in front; `wanted` is
// {steps, patience, pictures, step, rest}: milliseconds of ours, then of page time for each step and at the end. Keeps what
// could be seen only then, and what came to lie on the page.
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
const picturesCome = (bottom, patience) => {
  const coming = [...document.images].filter(
    (image) => !image.complete && image.getBoundingClientRect().top + scrollY < bottom && image.getClientRects().length,
  );
  if (!coming.length) return null;
  const all = coming.map((image) => new Promise((resolve) => {
    image.addEventListener("load", resolve, { once: true });
    image.addEventListener("error", resolve, { once: true });
  }));
  return Promise.race([Promise.all(all), pause(patience)]);
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
  await picturesCome(memory.reached, wanted.pictures);
  toTop();
  await frame();
  await pass(wanted.rest, left()); // what the scroll began, such as numbers that count up, ends
  await picturesCome(memory.reached, wanted.pictures);
  await frame();
  settle();
  memory.late = coversNow().filter((node) => !memory.covers.has(node));
  return JSON.stringify({ reached: Math.round(memory.reached) });
})();
