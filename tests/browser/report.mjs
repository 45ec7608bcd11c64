// Scenarios on the HTML report: node report.mjs SCENARIO PAGE
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [scenario, page] = process.argv.slice(2);
const require = createRequire(`${process.env.MODULES}/`);
const { chromium } = require("playwright-core");
const axe = require.resolve("axe-core/axe.min.js");

const browser = await chromium.launch({
  executablePath: process.env.BROWSER,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

// A page that was opened from disk, and what it asked for, complained of and tried to say.
async function open(options = {}) {
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  const asked = [];
  const complaints = [];
  tab.on("request", (request) => asked.push(request.url()));
  tab.on("console", (message) => complaints.push(message.text()));
  tab.on("pageerror", (error) => complaints.push(String(error)));
  tab.on("dialog", (dialog) => { complaints.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  const url = pathToFileURL(page).href;
  await tab.goto(url);
  return { tab, check: () => { assert.deepEqual(asked, [url]); assert.deepEqual(complaints, []); } };
}

const unfold = (tab) => tab.evaluate(() => document.querySelectorAll("details").forEach((group) => { group.open = true; }));
const visible = (tab) => tab.locator("article.finding").filter({ visible: true }).count();
const shown = (tab) => tab.locator("#shown").textContent();

const scenarios = {
  async plain() {
    const { tab, check } = await open({ javaScriptEnabled: false });
    assert.equal(await tab.locator("h1").textContent(), "rejected");
    assert.equal(await tab.locator("#filters").isVisible(), false);
    const all = await tab.locator("article.finding").count();
    assert.ok(all > 3, `${all} findings`);
    // What blocks is open, what does not is folded and opens.
    assert.ok(await tab.locator('details[data-group="blocking"] article').first().isVisible());
    const name = await tab.locator("details.group:not([open])").first().getAttribute("data-group");
    const folded = tab.locator(`details[data-group="${name}"]`);
    await folded.locator("summary").click();
    assert.ok(await folded.locator("article").first().isVisible());
    assert.ok(await tab.locator("#unverified").isVisible());
    assert.ok(await tab.locator("#engines tbody tr").count() > 1);
    check();
  },

  async hostile() {
    const { tab, check } = await open();
    await tab.waitForSelector("#filters:visible");
    await unfold(tab);
    assert.equal(await tab.locator("script").count(), 1);
    assert.equal(await tab.locator("img, iframe, object, embed, a, link, base, b, svg").count(), 0);
    const text = await tab.locator("body").textContent();
    assert.ok(!/[\u0000-\u0008\u202a-\u202e\u2066-\u2069]/.test(text), "no control character and no change of direction");
    check();
  },

  async filter() {
    const { tab, check } = await open();
    const all = await tab.locator("article.finding").count();
    assert.equal(await shown(tab), `${all} / ${all}`);
    for (const [control, attribute] of [["#by-severity", "severity"], ["#by-engine", "engine"]]) {
      const values = await tab.locator(`${control} option`).evaluateAll((options) => options.map((option) => option.value));
      for (const value of values.filter(Boolean)) {
        const expected = await tab.locator(`article.finding[data-${attribute}="${value}"]`).count();
        assert.ok(expected > 0);
        await tab.selectOption(control, value);
        await tab.waitForFunction(([n, m]) => document.getElementById("shown").textContent === `${n} / ${m}`, [expected, all]);
        // A group that was folded opens, so that what is looked for is seen.
        assert.equal(await visible(tab), expected);
      }
      await tab.selectOption(control, "");
      await tab.waitForFunction((m) => document.getElementById("shown").textContent === `${m} / ${m}`, all);
    }
    const place = await tab.locator("article.finding .place").last().textContent();
    await tab.fill("#by-text", place.toUpperCase());
    await tab.waitForFunction((m) => document.getElementById("shown").textContent !== `${m} / ${m}`, all);
    assert.equal(await visible(tab), await tab.locator("article.finding:not([hidden])").count());
    await tab.fill("#by-text", "no such file anywhere");
    await tab.waitForSelector("#none:visible");
    assert.equal(await visible(tab), 0);
    check();
  },

  async keyboard() {
    const { tab, check } = await open();
    await tab.waitForSelector("#filters:visible");
    const focused = () => tab.evaluate(() => document.activeElement.id || document.activeElement.tagName);
    const reach = async (wanted) => {
      for (let step = 0; step < 60; step += 1) {
        if (await focused() === wanted) return;
        await tab.keyboard.press("Tab");
      }
      assert.fail(`${wanted} was not reached`);
    };
    await reach("by-text");
    await tab.keyboard.type("no such file anywhere");
    await tab.waitForSelector("#none:visible");
    await tab.keyboard.press("Control+A");
    await tab.keyboard.press("Delete");
    await tab.waitForSelector("#none", { state: "hidden" });
    await reach("SUMMARY");
    const first = tab.locator("details.group").first();
    const before = await first.evaluate((group) => group.open);
    await tab.keyboard.press("Enter");
    assert.equal(await first.evaluate((group) => group.open), !before);
    check();
  },

  async accessible() {
    for (const colorScheme of ["light", "dark"]) {
      for (const viewport of [{ width: 1280, height: 900 }, { width: 360, height: 740 }]) {
        // The page allows no script but its own, so the checker is let in past its policy.
        const { tab } = await open({ colorScheme, viewport, bypassCSP: true });
        await unfold(tab);
        const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(overflow <= 0, `${overflow} pixels too wide at ${viewport.width}`);
        await tab.addScriptTag({ path: axe });
        const { violations } = await tab.evaluate(() => globalThis.axe.run());
        const told = violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.html).join("\n  ")}`);
        assert.deepEqual(told, [], `${colorScheme} ${viewport.width}`);
      }
    }
  },

  async many() {
    const { tab, check } = await open();
    assert.equal(await shown(tab), "25000 / 25000");
    await tab.fill("#by-text", "src/module49/file2499.rs");
    await tab.waitForFunction(() => document.getElementById("shown").textContent === "10 / 25000");
    assert.equal(await visible(tab), 10);
    await tab.fill("#by-text", "");
    await tab.waitForFunction(() => document.getElementById("shown").textContent === "25000 / 25000");
    await tab.keyboard.press("End");
    check();
  },
};

try {
  assert.ok(scenarios[scenario], `no scenario ${scenario}`);
  await scenarios[scenario]();
  console.log(`played ${scenario}`);
} finally {
  await browser.close();
}
