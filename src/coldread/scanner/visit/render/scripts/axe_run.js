// Runs axe in our isolated world, after NAMING and axe itself. `wanted` is {tags} or {rules}.
const options = {
  runOnly: wanted.tags ? { type: "tag", values: wanted.tags } : { type: "rule", values: wanted.rules },
  rules: Object.fromEntries((wanted.without ?? []).map((rule) => [rule, { enabled: false }])),
  resultTypes: ["violations"],
  elementRef: true,
  iframes: false,
  preload: false, // preloading would fetch style sheets again
};
const collapse = (text) => (text ?? "").replace(/\s+/g, " ").trim().slice(0, 300);
const inTopDocument = (node) => node.element?.isConnected && node.element.getRootNode() === document;

return axe.run(document, options).then((results) =>
  JSON.stringify(
    results.violations.map(({ id, impact, help, tags, nodes }) => ({
      rule: id, impact: impact ?? "minor", help, tags,
      nodes: nodes.filter(inTopDocument).slice(0, 200).map((node) => ({
        selector: nameOf(node.element), html: collapse(node.html), summary: collapse(node.failureSummary),
      })),
    })),
    wellFormed,
  ),
);
