// How many headings, lines and buttons have a place on the first screen but are invisible. Runs after MEASURES.
settle();
const MOST_ASKED = 2000;
return JSON.stringify(
  [...document.querySelectorAll("h1, h2, p, a, button")].slice(0, MOST_ASKED).filter((one) => {
    const rect = one.getBoundingClientRect();
    return (
      !isNothing(rect) && rect.top < innerHeight && rect.bottom > 0 && rect.left < innerWidth && rect.right > 0 &&
      one.checkVisibility({ visibilityProperty: true }) && !one.checkVisibility({ opacityProperty: true })
    );
  }).length,
);
