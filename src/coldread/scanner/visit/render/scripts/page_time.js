// Runs before the page, in the page's own world: page time, which timers, frames, Date and performance.now follow.
// During loading it is real time, but timers of 10 ms and more wait for the end of loading, so that they start together,
// however long loading takes. From the first event "coldread-pass" on, page time passes only when we let it pass, in
// the order of its timers and frames. So what a page shows at a moment of page time does not depend on our load.
(() => {
  if (window !== window.top) return;
  const SHORT = 10; // ms; frameworks schedule their first work with shorter ones
  const DEEP = 3; // a timer or frame started by another one, and so on, is a loop: during loading it waits as well
  const FRAME = 1000 / 60;
  const FREE_LOOKS = 1000; // reads of the clock by one task; one that reads it more often is a busy loop, and blocks the page as it would

  const win = window;
  const RealDate = Date;
  const realNow = performance.now.bind(performance);
  const realDateNow = RealDate.now.bind(RealDate);
  const realTimeout = win.setTimeout.bind(win);
  const realFrame = win.requestAnimationFrame.bind(win);
  const realIdle = win.requestIdleCallback?.bind(win);
  const { apply, construct } = Reflect;
  const report = win.reportError.bind(win);
  const evaluate = win.eval;
  const soonest = queueMicrotask.bind(win);
  const dispatch = document.dispatchEvent.bind(document);
  const RealEvent = CustomEvent;

  let held = false;
  let [began, dateBegan, passed] = [0, 0, 0];
  let [looks, firstLook] = [0, 0];
  let count = 0;
  let depth = 0;
  const timers = new Map(); // id → { at, every, run, depth }
  const frames = new Map();

  const spun = () => (looks > FREE_LOOKS ? realNow() - firstLook : 0);
  const taskEnds = () => {
    passed += spun();
    looks = 0;
  };
  const spin = () => {
    if (++looks > 1) return spun();
    firstLook = realNow();
    soonest(taskEnds);
    return 0;
  };
  const now = () => (held ? began + passed + spin() : realNow());
  const dateNow = () => (held ? Math.floor(dateBegan + passed + spin()) : realDateNow());

  const run = (one, given) => {
    depth = one.depth;
    try {
      one.run(given);
    } catch (error) {
      report(error);
    }
    depth = 0;
  };
  // in real time, unless page time is paused by then or nobody waits for it any more
  const soon = (waiting, id, start) =>
    depth < DEEP && start((given) => {
      const one = waiting.get(id);
      if (held || !one) return;
      waiting.delete(id);
      run(one, given);
    });
  const taskOf = (handler, words) => (typeof handler === "function" ? () => apply(handler, win, words) : () => evaluate(String(handler)));
  const add = (waiting, entry) => {
    waiting.set(++count, { ...entry, depth: depth + 1 });
    return count;
  };
  const addTimer = (handler, delay, words, every) => {
    const wait = Math.max(1, Number(delay) || 0);
    const id = add(timers, { at: passed + wait, every: every ? wait : 0, run: taskOf(handler, words) });
    if (!held && !every && wait < SHORT) soon(timers, id, (task) => realTimeout(task, delay));
    return id;
  };
  const remove = (id) => void (timers.delete(Number(id)) || frames.delete(Number(id)));

  win.setTimeout = function setTimeout(handler, delay, ...words) {
    return addTimer(handler, delay, words, false);
  };
  win.setInterval = function setInterval(handler, delay, ...words) {
    return addTimer(handler, delay, words, true);
  };
  win.requestAnimationFrame = function requestAnimationFrame(handler) {
    const id = add(frames, { run: (stamp) => handler(stamp) });
    if (!held) soon(frames, id, realFrame);
    return id;
  };
  win.requestIdleCallback = function requestIdleCallback(handler, how) {
    const idle = (left) => handler(left ?? { didTimeout: false, timeRemaining: () => 49 });
    const id = add(timers, { at: passed + 1, every: 0, run: idle });
    if (!held && realIdle) soon(timers, id, (task) => realIdle(task, how));
    return id;
  };
  for (const name of ["clearTimeout", "clearInterval", "cancelAnimationFrame", "cancelIdleCallback"]) win[name] = remove;

  Performance.prototype.now = function () {
    return now();
  };
  RealDate.now = dateNow;
  win.Date = new Proxy(RealDate, {
    apply: () => new RealDate(dateNow()).toString(),
    construct: (target, words, maker) => construct(target, words.length ? words : [dateNow()], maker),
  });
  RealDate.prototype.constructor = win.Date;

  // -- page time passes --------------------------------------------------------------------------------------------------
  const channel = new MessageChannel();
  const hops = [];
  channel.port1.onmessage = () => hops.shift()?.();
  const post = channel.port2.postMessage.bind(channel.port2);
  // to the end of this task, so that promises continue and the page can be painted
  const hop = () => new Promise((resolve) => {
    hops.push(resolve);
    post(0);
  });
  const nextTimer = (until) => {
    let found = null;
    for (const [id, one] of timers) if (one.at <= until && (!found || one.at < found.one.at)) found = { id, one };
    return found;
  };
  const runFrames = async (at) => {
    passed = Math.max(passed, at);
    for (const [id, one] of [...frames]) {
      if (!frames.delete(id)) continue; // cancelled by an earlier one
      run(one, began + passed);
      await hop();
    }
  };
  const runTimer = async ({ id, one }) => {
    passed = Math.max(passed, one.at);
    if (one.every) one.at = passed + one.every;
    else timers.delete(id);
    run(one);
    await hop();
  };
  const pass = async (milliseconds, ends) => {
    const until = passed + milliseconds;
    let whole = true;
    for (;;) {
      const frame = frames.size ? (Math.floor(passed / FRAME + 1e-6) + 1) * FRAME : Infinity;
      const timer = nextTimer(Math.min(until, frame));
      if (!timer && frame > until) break;
      whole = realNow() <= ends;
      if (!whole) break;
      await (timer ? runTimer(timer) : runFrames(frame));
    }
    passed = Math.max(passed, until);
    return whole;
  };
  let passing = Promise.resolve();
  document.addEventListener("coldread-pass", (event) => {
    const [milliseconds, patience] = String(event.detail).split(" ").map(Number);
    if (!(milliseconds >= 0 && patience >= 0)) return;
    if (!held) {
      [began, dateBegan, held] = [realNow(), realDateNow(), true];
    }
    event.preventDefault(); // so that the sender knows that we listen
    passing = passing.then(() => pass(milliseconds, realNow() + patience)).then((whole) => {
      dispatch(new RealEvent("coldread-passed", { detail: whole ? "" : "cut" }));
    });
  });
})();
