// Scenarios on the pages of the gates: node pages.mjs SCENARIO ADDRESS
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const [scenario, address] = process.argv.slice(2);
const require = createRequire(`${process.env.MODULES}/`);
const { chromium } = require("playwright-core");
const axe = require.resolve("axe-core/axe.min.js");

const browser = await chromium.launch({
  executablePath: process.env.BROWSER,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

// A page, and what it complained of. It may ask nobody but its own site.
async function open(options = {}, url = address) {
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  const complaints = [];
  let loads = 0;
  tab.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(address).host) complaints.push(request.url());
    if (request.isNavigationRequest()) loads += 1;
  });
  tab.on("console", (message) => complaints.push(message.text()));
  tab.on("pageerror", (error) => complaints.push(String(error)));
  await tab.goto(url);
  return { tab, loads: () => loads, check: () => assert.deepEqual(complaints, []) };
}

// A page's policy keeps foreign scripts out, the checker's too; it runs in a context that passes it over.
async function serious(tab, url, options) {
  const context = await browser.newContext({ ...options, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(url);
  await page.addScriptTag({ path: axe });
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  await context.close();
  return found.violations.filter((one) => one.impact === "serious" || one.impact === "critical").map((one) => `${one.id}: ${one.nodes[0].html}`);
}

const verdicts = (tab) => tab.locator("details.verdict").count();

const scenarios = {
  async accessible() {
    for (const path of ["", "pull-requests/1", "pull-requests/2", "nothing"]) {
      for (const options of [{}, { colorScheme: "dark" }, { viewport: { width: 360, height: 740 } }]) {
        const url = address + path;
        const { tab, check } = await open(options, url);
        assert.deepEqual(await serious(tab, url, options), [], `${url} ${JSON.stringify(options)}`);
        const wide = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${url} is ${wide} pixels too wide`);
        if (path !== "nothing") check();
        await tab.context().close();
      }
    }
    // The keyboard alone: over the first link to the content, to a pull request, to a verdict that opens and closes.
    const { tab } = await open();
    await tab.keyboard.press("Tab");
    assert.equal(await tab.evaluate(() => document.activeElement.className), "skip");
    await tab.keyboard.press("Enter");
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Enter");
    await tab.waitForURL(/pull-requests/);
    await tab.goto(`${address}pull-requests/1`);
    const summary = tab.locator("details.verdict summary").first();
    await summary.focus();
    const before = await tab.locator("details.verdict").first().evaluate((row) => row.open);
    await tab.keyboard.press("Enter");
    assert.equal(await tab.locator("details.verdict").first().evaluate((row) => row.open), !before);
  },

  async plain() {
    const { tab, check } = await open({ javaScriptEnabled: false });
    assert.equal(await tab.locator("article.card").count(), 3);
    await tab.locator("article.card a", { hasText: "Send a message" }).click();
    assert.equal(await verdicts(tab), 4);
    await tab.locator("details.verdict summary").first().click();
    assert.ok(await tab.locator("tr.weak").first().isVisible());
    assert.equal(await tab.locator('[aria-current="step"]').textContent(), "You now");
    check();
  },

  async live() {
    const { tab, loads, check } = await open();
    const seen = [];
    const sign = () => writeFileSync(`${process.env.SIGNS}/${seen.length}`, "");
    // What a reader has opened stays open while the page moves on.
    const steps = ["Developer now", "QA now", "SecOps now", "Developer now", "SecOps now", "You now"];
    assert.equal(await tab.locator('[aria-current="step"]').textContent(), "QA now");
    for (const step of steps) {
      sign();
      await tab.waitForFunction((text) => document.querySelector('[aria-current="step"]').textContent === text, step);
      seen.push(await verdicts(tab));
      if (seen.length === 1) await tab.evaluate(() => { document.querySelector("details.verdict").open = true; });
    }
    assert.deepEqual(seen, [1, 1, 2, 3, 3, 4]);
    assert.equal(loads(), 1, "no reload");
    assert.ok(await tab.locator("details.verdict").first().evaluate((row) => row.open), "it stays open");
    check();
  },

  async watch() {
    const { tab, loads, check } = await open();
    await tab.exposeFunction("tell", (count) => counts.push(count));
    const counts = [];
    await tab.evaluate(() => {
      let last = document.querySelectorAll("details.verdict").length;
      new MutationObserver(() => {
        const now = document.querySelectorAll("details.verdict").length;
        if (now !== last) window.tell(last = now);
      }).observe(document.body, { childList: true, subtree: true });
    });
    writeFileSync(`${process.env.SIGNS}/watching`, "");
    const yours = () => document.querySelector('[aria-current="step"]').textContent === "You now";
    await tab.waitForFunction(yours, null, { timeout: 240_000 });
    await tab.waitForFunction(() => document.querySelectorAll("details.verdict").length === 4);
    assert.deepEqual(counts, [1, 2, 3, 4]);
    assert.equal(loads(), 1, "no reload");
    check();
  },

  async person() {
    const { tab } = await open();
    assert.ok(tab.url().endsWith("/sign-in"));
    await tab.fill("input[name=token]", process.env.TOKEN);
    await tab.locator("button").click();
    await tab.waitForURL(address.replace("pull-requests/2", ""));
    await tab.goto(address);
    await tab.getByRole("button", { name: "Go on where it stopped" }).click();
    await tab.waitForFunction(() => document.querySelector(".turn").textContent === "QA has to judge");
    assert.equal(await tab.locator("form.say").count(), 0);
  },

  async pictures() {
    const { tab } = await open({ viewport: { width: 1100, height: 860 }, deviceScaleFactor: 2 });
    await tab.screenshot({ path: `${process.env.IMAGES}/gates-list.png` });
    await tab.goto(`${address}pull-requests/1`);
    await tab.evaluate(() => document.querySelectorAll("details.verdict").forEach((row, index) => { row.open = index === 0; }));
    await tab.screenshot({ path: `${process.env.IMAGES}/gates.png` });
  },
};

try {
  await scenarios[scenario]();
  console.log(`played ${scenario}`);
} finally {
  await browser.close();
}
