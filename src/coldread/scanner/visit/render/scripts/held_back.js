// Whether the page holds its heading back: it has its place on the first screen, and nobody can see it.
// MEASURES stands in front.
settle();
return JSON.stringify(
  [...document.querySelectorAll("h1")].slice(0, 5).some((heading) => {
    const rect = heading.getBoundingClientRect();
    return (
      !isNothing(rect) && rect.top < innerHeight && rect.bottom > 0 &&
      heading.checkVisibility({ visibilityProperty: true }) && !heading.checkVisibility({ opacityProperty: true })
    );
  }),
);
