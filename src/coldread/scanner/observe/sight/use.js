// Uses one element once, with the network cut, and says what came of it. `wanted` is {selector, event, patience}.
const element = document.querySelector(wanted.selector);
if (!element) return JSON.stringify({ handled: null, how: "gone" });

const own = (url) => url.split("#")[0];
const before = { url: location.href, x: scrollX, y: scrollY };
let changed = null;
const mutations = new MutationObserver(() => (changed ??= "dom"));
const scrolled = () => (changed ??= "scroll");
mutations.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
document.addEventListener("scroll", scrolled, true);

const mouse = (type) =>
  element.dispatchEvent(
    new (type.startsWith("pointer") ? PointerEvent : MouseEvent)(type, { bubbles: true, cancelable: true, composed: true, view: window }),
  );
const use = () => {
  if (wanted.event === "submit") {
    return element.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  }
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup"]) mouse(type);
  return mouse("click");
};
const outcome = () => {
  if (changed) return changed;
  // its own empty or missing fragment is not somewhere else
  return own(location.href) !== own(before.url) ? "url" : null;
};

const prevented = !use();
return new Promise((resolve) => {
  const finish = (how) => {
    mutations.disconnect();
    document.removeEventListener("scroll", scrolled, true);
    resolve(JSON.stringify({ handled: how !== null, how: how ?? "" }));
  };
  if (prevented) return finish("prevented");
  setTimeout(() => {
    mutations.takeRecords().length && (changed ??= "dom");
    finish(outcome());
  }, wanted.patience);
});
