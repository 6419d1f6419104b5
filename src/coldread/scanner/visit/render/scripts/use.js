// Uses each element once, with the network cut, and reports what happened. Runs after MEASURES; `wanted` is
// {uses: [{selector, event}], patience}.
// What an element prevents or changes at once is its own effect; `later` is what happened afterwards, by any cause.
const AT_LEAST = 100; // ms, for requests to be noticed
const own = (url) => url.split("#")[0];
const before = own(location.href);
let later = null;
const mutations = new MutationObserver(() => (later ??= "dom"));
const scrolled = () => (later ??= "scroll");
mutations.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
document.addEventListener("scroll", scrolled, true);

const mouse = (element, type) =>
  element.dispatchEvent(
    new (type.startsWith("pointer") ? PointerEvent : MouseEvent)(type, { bubbles: true, cancelable: true, composed: true, view: window }),
  );
const dispatch = (element, event) => {
  if (event === "submit") {
    return element.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  }
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup"]) mouse(element, type);
  return mouse(element, "click");
};
const use = ({ selector, event }) => {
  const element = document.querySelector(selector);
  if (!element) return "gone";
  const prevented = !dispatch(element, event);
  const changed = mutations.takeRecords().length > 0;
  return prevented ? "prevented" : changed ? "dom" : "";
};

const outcomes = wanted.uses.map(use);
return (async () => {
  // timers run in page time, the network and the browser in real time
  if (outcomes.includes("")) await Promise.all([pass(wanted.patience, wanted.patience).then(frame), pause(AT_LEAST)]);
  if (mutations.takeRecords().length > 0) later ??= "dom";
  mutations.disconnect();
  document.removeEventListener("scroll", scrolled, true);
  // its own empty or missing fragment is no other place
  if (own(location.href) !== before) later ??= "url";
  return JSON.stringify({ outcomes, later: later ?? "" });
})();
