// Runs behind axe itself, which made itself known to this world; `began` stands before it. When it was read is noted, so
// that nobody takes that for the page's own work.
if (globalThis.coldread) globalThis.coldread.ours = [began, performance.now()];
return axe.version;
