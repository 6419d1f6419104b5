// Makes every letter transparent, or with `wanted.on` visible again, so that a picture shows what is behind them. Returns the
// boxes of elements whose style a script changed in between.
const watched = (globalThis.coldreadChanges ??= { observer: null, seen: new Map() });
const noteChanges = (records) => {
  for (const { target, attributeName, oldValue } of records) {
    if (watched.seen.size >= 500) return;
    if (!watched.seen.has(target)) watched.seen.set(target, {});
    (watched.seen.get(target)[attributeName] ??= new Set()).add(oldValue);
  }
};
const changedBoxes = () => {
  if (!watched.observer) return [];
  noteChanges(watched.observer.takeRecords());
  watched.observer.disconnect();
  const isChanged = ([target, before]) =>
    target.isConnected && Object.entries(before).some(([name, values]) => values.add(target.getAttribute(name)).size > 1);
  return [...watched.seen].filter(isChanged).slice(0, 50).map(([target]) => {
    const { left, top, width, height } = target.getBoundingClientRect();
    return [left + scrollX, top + scrollY, width, height];
  });
};
const changed = wanted?.on ? changedBoxes() : [];
const cutOut = [...(globalThis.coldreadMemory?.glyphs ?? [])]; // letters that are holes in a background
for (const element of cutOut) {
  if (wanted?.on) element.style.removeProperty("background");
  else element.style.setProperty("background", "none", "important");
}
const sheetOf = (rules) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*, ::before, ::after, ::placeholder { ${rules} }`);
  return sheet;
};
const put = (...sheets) => {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
};
const drop = (gone) => {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== gone);
};
const clear = (globalThis.coldreadClear ??= sheetOf(
  "color: transparent !important; -webkit-text-fill-color: transparent !important;" +
    " text-decoration-color: transparent !important; caret-color: transparent !important",
));
const atOnce = (globalThis.coldreadAtOnce ??= sheetOf("transition: none !important"));
if (wanted?.on) {
  drop(clear);
  // Each letter has its colour before transitions work again. Otherwise `a { transition: color 0.2s }` fades it in, and a tool
  // that reads the colour in the meantime, as axe does, gets a transparent one.
  document.documentElement.getBoundingClientRect();
  drop(atOnce);
} else {
  put(clear, atOnce);
  watched.observer = new MutationObserver(noteChanges);
  watched.observer.observe(document, { attributeFilter: ["style", "class", "src"], attributeOldValue: true, subtree: true });
}
return new Promise((resolve) => {
  const done = () => resolve(JSON.stringify(changed));
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 80);
});
