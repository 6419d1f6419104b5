// Runs before the page, in an isolated world: records what the browser reports while the page loads.
(() => {
  if (window !== window.top) return;
  const seen = { lcp: null, shifts: [], blocking: 0 };
  globalThis.coldread = seen; // this world's global: the page cannot see it

  const observe = (type, take) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    } catch {
      // a browser without this entry type reports nothing
    }
  };
  observe("largest-contentful-paint", (entry) => {
    seen.lcp = { ms: entry.startTime, element: entry.element };
  });
  observe("layout-shift", (entry) => {
    if (entry.hadRecentInput || seen.shifts.length >= 500) return;
    seen.shifts.push({ at: entry.startTime, value: entry.value, nodes: entry.sources.map((source) => source.node) });
  });
  observe("longtask", (entry) => {
    seen.blocking += Math.max(0, entry.duration - 50);
  });
})();
