// Lighthouse's verdicts on one address after the other: a line {"url", "form"} in, a line {audit: verdict} out.
// A verdict is {"score", "value"}: score 0 is a failure, null does not apply. The windows are Coldread's own.
import { createInterface } from "node:readline";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const AUDITS = {
  desktop: ["meta-description", "is-crawlable", "unsized-images", "total-byte-weight", "cumulative-layout-shift"],
  mobile: ["target-size", "cumulative-layout-shift", "viewport-insight"],
};
const SCREENS = {
  desktop: { mobile: false, width: 1366, height: 768, deviceScaleFactor: 1 },
  mobile: { mobile: true, width: 390, height: 844, deviceScaleFactor: 1 },
};
const settings = (form) => ({
  formFactor: form,
  screenEmulation: SCREENS[form],
  ...(form === "desktop" ? { onlyCategories: ["accessibility"] } : {}),
  onlyAudits: AUDITS[form],
  throttlingMethod: "simulate", // loads as fast as it can; any other method waits five seconds more
  disableFullPageScreenshot: true,
  pauseAfterLoadMs: 1000, // as long as Coldread watches a page
  networkQuietThresholdMs: 500,
  cpuQuietThresholdMs: 0,
  maxWaitForLoad: 8000,
});

const verdict = ({ score, scoreDisplayMode, numericValue }) => ({
  score: ["notApplicable", "error", "manual"].includes(scoreDisplayMode) ? null : score,
  value: numericValue ?? null,
});

const chrome = await launch({
  chromePath: process.env.CHROME_PATH,
  chromeFlags: ["--headless=new", "--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
});
for await (const line of createInterface({ input: process.stdin })) {
  const { url, form } = JSON.parse(line);
  const config = { extends: "lighthouse:default", settings: settings(form) };
  const { lhr } = await lighthouse(url, { port: chrome.port, logLevel: "silent" }, config);
  const failed = lhr.runtimeError ? { error: lhr.runtimeError.message } : {};
  const verdicts = Object.fromEntries(Object.values(lhr.audits).map((audit) => [audit.id, verdict(audit)]));
  process.stdout.write(JSON.stringify({ ...verdicts, ...failed }) + "\n");
}
await chrome.kill();
