// After the scroll: waits for pictures that it sent for, and lets the page hold still. MEASURES and OVERLAYS stand in front;
// `wanted` is {pictures} (milliseconds). Keeps what came to lie on the page meanwhile.
const picturesCome = () => {
  const coming = [...document.images].filter(
    (image) => !image.complete && image.getBoundingClientRect().top + scrollY < memory.reached && image.getClientRects().length,
  );
  if (!coming.length) return null;
  const all = coming.map((image) => new Promise((resolve) => {
    image.addEventListener("load", resolve, { once: true });
    image.addEventListener("error", resolve, { once: true });
  }));
  return Promise.race([Promise.all(all), pause(wanted.pictures)]);
};

return (async () => {
  await picturesCome();
  await frame();
  settle();
  memory.late = coversNow().filter((node) => !memory.covers.has(node));
  return JSON.stringify(memory.late.length);
})();
