// Names elements by the rule in scanner/page/observations.py. Must be at the top of a function body.
const idCounts = new Map();
for (const element of document.querySelectorAll("[id]")) {
  idCounts.set(element.id, (idCounts.get(element.id) ?? 0) + 1);
}

const ordinals = new WeakMap(); // parent → Map(element → [place among its tag, how many of that tag])

const ordinal = (parent, element) => {
  if (!ordinals.has(parent)) {
    const counts = new Map();
    const places = new Map();
    for (const child of parent.children) {
      counts.set(child.localName, (counts.get(child.localName) ?? 0) + 1);
      places.set(child, counts.get(child.localName));
    }
    ordinals.set(parent, { counts, places });
  }
  const { counts, places } = ordinals.get(parent);
  return [places.get(element), counts.get(element.localName)];
};

const names = new WeakMap();

const nameOf = (element) => {
  if (names.has(element)) return names.get(element);
  const tag = element.localName.replace(/[^a-z0-9_-]/gi, "\\$&");
  const parent = element.parentElement;
  let name = tag;
  if (!["html", "head", "body"].includes(tag)) {
    if (/^[A-Za-z][A-Za-z0-9_-]*$/.test(element.id) && idCounts.get(element.id) === 1) {
      name = `#${element.id}`;
    } else if (parent) {
      const [place, count] = ordinal(parent, element);
      name = `${nameOf(parent)} > ${tag}${count > 1 ? `:nth-of-type(${place})` : ""}`;
    }
  }
  names.set(element, name);
  return name;
};

// for JSON.stringify: a lone surrogate (a cut emoji) is not text
const wellFormed = (_key, value) => (typeof value === "string" ? value.toWellFormed() : value);
