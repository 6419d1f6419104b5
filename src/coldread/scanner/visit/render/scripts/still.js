// After the scroll: waits for pictures that it requested, and stops all motion. Runs after MEASURES and OVERLAYS;
// `wanted` is {pictures} (milliseconds). Remembers what covered the page meanwhile.
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
