// Keyboard, colours, small screens, and 1,500 skills at once.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  callTool, chooseEdition, chooseHost, counts, drop, editor, expectCounts, expectSoon, expectText, pageTest, promptBox, retype, showView, skill, zip,
} from "./page.mjs";

pageTest("the keyboard alone walks the tree and opens a file", async (page) => {
  await page.keyboard.press("Tab");
  await expectText(page.locator(":focus"), "Skip to the files");
  await page.keyboard.press("Enter");
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.getAttribute("role")) === "treeitem") break;
  }
  const focused = () => page.evaluate(() => document.activeElement.dataset.path);
  const press = async (key, path) => {
    await page.keyboard.press(key);
    await page.waitForFunction((path) => document.activeElement.dataset.path === path, path);
  };
  await expectSoon(focused, "/repo/.agents/skills/release-notes/SKILL.md");
  await press("Home", "/home");
  await press("ArrowLeft", "/home");
  await page.locator('[data-path="/home"][aria-expanded="false"]').waitFor();
  await press("ArrowDown", "/repo");
  await press("ArrowRight", "/repo/.agents");
  await press("d", "/repo/.agents/skills/database-migration");
  await press("ArrowDown", "/repo/.agents/skills/database-migration/references");
  await press("ArrowRight", "/repo/.agents/skills/database-migration/references/locking.md");
  await page.keyboard.press("Enter");
  await page.locator("#editor h2", { hasText: "locking.md" }).waitFor();
  await expectText(editor(page), /What locks a table/);
});

pageTest("Escape, then Tab, leaves the editor", async (page) => {
  await editor(page).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => !document.activeElement.closest("#editor .cm-content")));
});

pageTest("the views change by arrow keys", async (page) => {
  await page.getByRole("tab", { name: "Skills" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("heading", { name: "What the model sees" }).waitFor();
  await page.keyboard.press("End");
  await page.getByRole("heading", { name: "Near-duplicates" }).waitFor();
});

for (const colorScheme of ["light", "dark"]) {
  pageTest(`the ${colorScheme} theme has no text of low contrast`, async (page) => {
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const red = Number(/\d+/.exec(ground)[0]);
    assert.equal(red > 127, colorScheme === "light", ground);
    await expectContrast(page, [".motto", ".count", ".tree-row .name", ".folder-path", ".fate", ".summary button", ".card h4", ".card .description", ".card .help", ".card .link", ".tag", ".cm-line span", ".cm-gutterElement", ".field span", "button", "select", "input"]);
    await page.locator('[data-path="/repo/.agents/skills/api-review/SKILL.md"]').click();
    await page.locator(".banner").waitFor();
    await showView(page, "Turn");
    await page.locator(".mention.skipped").first().waitFor();
    await expectContrast(page, [".banner strong", ".banner", ".mention", ".mentions code", ".mentions .why", ".mentions .tag", ".message pre", ".figures"]);
  }, { colorScheme });

  pageTest(`the ${colorScheme} theme has no text of low contrast in a host with commands and a tool`, async (page) => {
    await chooseHost(page, "claude-code");
    await page.locator(".card.waiting").waitFor();
    await page.locator(".touched summary").click();
    await page.getByLabel("Files touched, one in a line").fill("/repo/README.md");
    await expectContrast(page, [".touched summary", ".touched .waiting", ".touched .help", "textarea", ".card.waiting .tag", ".card .help code", ".card.left-out h4"]);
    await showView(page, "Turn");
    await page.locator(".invocation.waits").waitFor();
    await expectContrast(page, [".invocation h4", ".invocation .tag", ".invocation .help", ".invocation .link", ".facts dt", ".facts dd", "pre.command", ".output .field span", ".output button", ".call button", ".lead"]);
    await callTool(page, "nothing-of-that-name", "");
    await page.locator(".invocation.refused").waitFor();
    await expectContrast(page, [".invocation.refused .tag", ".invocation .verdict", ".invocation .verdict strong"]);
    await callTool(page, "find-callers", "parseDate");
    await page.locator(".invocation.asks").waitFor();
    await expectContrast(page, [".invocation.asks .tag", ".invocation.asks button"]);
    await page.getByRole("button", { name: "Say yes for the user" }).click();
    await page.locator(".sub-agent").waitFor();
    await page.locator(".events summary").last().click();
    await expectContrast(page, [".invocation.forked .tag", ".sub-agent h5", ".sub-agent pre", ".events summary", ".events code", ".events .property", ".message .tag"]);
    await retype(page, promptBox(page), "");
    await page.keyboard.type("/");
    await page.locator(".cm-tooltip-autocomplete li[aria-selected]").waitFor();
    await expectContrast(page, [".cm-completionLabel", ".cm-completionDetail"]);
  }, { colorScheme });
}

pageTest("the chosen theme wins over the system's and is remembered", async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByLabel("Theme").selectOption("dark");
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  await page.locator(".summary").waitFor();
  await expectSoon(ground, dark);
}, { colorScheme: "light" });

pageTest("a phone shows a command that waits and a sub-agent with nothing to scroll sideways", async (page) => {
  await chooseHost(page, "claude-code");
  await showView(page, "Turn");
  await callTool(page, "find-callers", "parseDate");
  await page.getByRole("button", { name: "Say yes for the user" }).click();
  await page.locator(".sub-agent").waitFor();
  const wide = await page.evaluate(() => [document.documentElement, ...document.querySelectorAll("#host .scroller")].filter((element) => element.scrollWidth > element.clientWidth).length);
  assert.equal(wide, 0);
}, { viewport: { width: 390, height: 844 } });

const CORPUS = process.env.SKILLGLASS_CORPUS ?? fileURLToPath(new URL("../../../shared/corpus/skills.jsonl", import.meta.url));

pageTest("1,500 skills at once load, each found or an error, and stay editable", async (page, t) => {
  const { files, expected, what } = existsSync(CORPUS) ? recordedSkills(CORPUS) : generatedSkills();
  t.diagnostic(what);
  const archive = zip(files);
  await chooseEdition(page, "2026-05");

  const begun = performance.now();
  await drop(page, { "many.zip": archive });
  await expectCounts(page, { found: expected["2026-05"], errors: 1_500 - expected["2026-05"], leftOut: 0 }, 60_000);
  const loaded = performance.now() - begun;
  t.diagnostic(`2026-05: ${expected["2026-05"]} found, ${1_500 - expected["2026-05"]} errors; from drop to counts in ${Math.round(loaded)} ms, the transfer of the zip to the browser included`);

  assert.ok(await page.locator(".card").count() < 100, "only the rows in view are in the document");
  await editor(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  const keystroke = await page.evaluate(async () => {
    const times = [];
    for (let round = 0; round < 10; round++) {
      const begun = performance.now();
      document.execCommand("insertText", false, "x");
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - begun);
    }
    return times.toSorted((a, b) => a - b)[5];
  });
  t.diagnostic(`a keystroke until its frame is done: ${keystroke.toFixed(1)} ms (median of 10)`);

  await chooseEdition(page, "2026-11");
  await expectCounts(page, { found: expected["2026-11"], errors: 1_500 - expected["2026-11"] }, 60_000);
  t.diagnostic(`2026-11: ${expected["2026-11"]} found, ${1_500 - expected["2026-11"]} errors`);
  const { found, errors } = await counts(page);
  assert.equal(found + errors, 1_500);
});

/** The first 1,500 recorded skills, in groups so that each keeps its folder's name, and how many each edition loads. */
function recordedSkills(path) {
  const records = readFileSync(path, "utf8").split("\n", 1_500).map((line) => JSON.parse(line));
  const files = {};
  const used = new Map();
  for (const { folder, text } of records) {
    const group = used.get(folder) ?? 0;
    used.set(folder, group + 1);
    files[`group-${group}/${folder}/SKILL.md`] = text;
  }
  const loaded = (answer) => records.filter((record) => !record[answer].error).length;
  return { files, expected: { "2026-05": loaded("codex"), "2026-11": loaded("codex_2026_11") }, what: `1,500 recorded skills of ${path}` };
}

function generatedSkills() {
  const files = {};
  for (let n = 0; n < 1_500; n++) {
    files[`generated-${n}/SKILL.md`] = n % 50 === 0 ? "# No frontmatter\n" : skill(`generated-${n}`) + "A line of instructions.\n".repeat(100);
  }
  return { files, expected: { "2026-05": 1_470, "2026-11": 1_470 }, what: "NO RECORDED SKILLS HERE (set SKILLGLASS_CORPUS): these 1,500 are generated" };
}

/** Each visible text under these selectors has a contrast of at least 4.5 to what is behind it. */
async function expectContrast(page, selectors) {
  const low = await page.evaluate((selectors) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const layer = (colours) => {
      canvas.globalCompositeOperation = "source-over";
      for (const colour of colours) {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
      }
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = ([red, green, blue]) => {
      const linear = (value) => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const low = [];
    for (const selector of selectors) {
      const elements = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility() && !element.disabled && (element.textContent.trim() || element.value));
      if (elements.length === 0) low.push(`${selector}: nothing to check`);
      for (const element of elements) {
        const grounds = [];
        for (let at = element; at; at = at.parentElement) grounds.unshift(getComputedStyle(at).backgroundColor);
        const behind = luminance(layer(grounds));
        const text = luminance(layer([...grounds, getComputedStyle(element).color]));
        const ratio = (Math.max(behind, text) + 0.05) / (Math.min(behind, text) + 0.05);
        if (ratio < 4.5) low.push(`${selector} "${element.textContent.slice(0, 30)}": ${ratio.toFixed(2)}`);
      }
    }
    return [...new Set(low)];
  }, selectors);
  assert.deepEqual(low, []);
}
