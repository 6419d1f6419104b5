// Makes every letter transparent, or (`wanted.on`) visible again: what remains is what they stand on.
const cutOut = [...(globalThis.coldreadMemory?.glyphs ?? [])]; // letters that are holes in a background
for (const element of cutOut) {
  if (wanted?.on) element.style.removeProperty("background");
  else element.style.setProperty("background", "none", "important");
}
if (wanted?.on) {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== globalThis.coldreadSheet);
} else {
  const sheet = (globalThis.coldreadSheet ??= new CSSStyleSheet());
  sheet.replaceSync(
    "*, ::before, ::after, ::placeholder { color: transparent !important; -webkit-text-fill-color: transparent !important;" +
      " text-decoration-color: transparent !important; caret-color: transparent !important; transition: none !important }",
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
return new Promise((resolve) => {
  const done = () => resolve("here");
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 80);
});
