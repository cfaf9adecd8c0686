// Thousands of skills at once.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dropFolder } from "./disk.mjs";
import { chooseEdition, counts, drop, editor, expectCounts, pageTest, showView, skill, zip } from "./page.mjs";

for (const way of ["zip", "folder"]) {
  pageTest(`3,000 skills come in as a ${way}`, async (page, t) => {
    await page.evaluate(() => {
      window.tasks = [];
      new PerformanceObserver((list) =>
        window.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration }))),
      ).observe({ type: "longtask" });
    });
    // In groups: a host looks into 2,000 folders of one root.
    const files = {};
    const filler = "A line of instructions that says what comes next.\n".repeat(40);
    for (let n = 0; n < 3_000; n++) files[`${n < 1_500 ? ".agents" : "apps/web/.agents"}/skills/s${n}/SKILL.md`] = skill(`s${n}`) + filler;
    await page.getByLabel("Directory").fill("/repo/apps/web");
    await page.getByLabel("Directory").blur();
    const all = { ".git/HEAD": "ref: refs/heads/main\n", ...files };
    const begun = performance.now();
    let clean = () => {};
    if (way === "zip") await drop(page, { "many.zip": zip(all) });
    else clean = await dropFolder(page, "many", all);
    const given = performance.now();
    // The drop of the test itself is a long task: it makes the zip's file.
    const dropped = await page.evaluate(() => performance.now());
    try {
      await expectCounts(page, { found: 3_000, errors: 0 });
      const tasks = (await page.evaluate(() => window.tasks))
        .filter(({ startTime }) => startTime >= dropped)
        .map(({ duration }) => duration);
      const longest = Math.max(0, ...tasks);
      t.diagnostic(
        `${Math.round(given - begun)} ms to make and hand over, then ${Math.round(performance.now() - given)} ms until the counts; longest task of the page ${longest === 0 ? "under 50" : Math.round(longest)} ms`,
      );
    } finally {
      clean();
    }
  });
}

const CORPUS = process.env.SKILLGLASS_CORPUS ?? fileURLToPath(new URL("../../../shared/corpus/skills.jsonl", import.meta.url));

pageTest("1,500 skills at once load, each found or an error, and stay editable", async (page, t) => {
  const { files, expected, what } = existsSync(CORPUS) ? recordedSkills(CORPUS) : generatedSkills();
  t.diagnostic(what);
  const archive = zip(files);
  await chooseEdition(page, "2026-05");

  const begun = performance.now();
  await drop(page, { "many.zip": archive });
  await expectCounts(page, { found: expected["2026-05"], errors: 1_500 - expected["2026-05"], leftOut: 0 });
  const loaded = performance.now() - begun;
  t.diagnostic(
    `2026-05: ${expected["2026-05"]} found, ${1_500 - expected["2026-05"]} errors; from drop to counts in ${Math.round(loaded)} ms, the transfer of the zip to the browser included`,
  );

  assert.ok((await page.locator(".card").count()) < 100, "only the rows in view are in the document");
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
  await expectCounts(page, { found: expected["2026-11"], errors: 1_500 - expected["2026-11"] });
  t.diagnostic(`2026-11: ${expected["2026-11"]} found, ${1_500 - expected["2026-11"]} errors`);
  const { found, errors } = await counts(page);
  assert.equal(found + errors, 1_500);
});

/** The first 1,500 recorded skills, in groups so that each keeps its folder's name, and how many each edition loads. */
function recordedSkills(path) {
  const records = readFileSync(path, "utf8")
    .split("\n", 1_500)
    .map((line) => JSON.parse(line));
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
    files[`generated-${n}/SKILL.md`] =
      n % 50 === 0 ? "# No frontmatter\n" : skill(`generated-${n}`) + "A line of instructions.\n".repeat(100);
  }
  return {
    files,
    expected: { "2026-05": 1_470, "2026-11": 1_470 },
    what: "NO RECORDED SKILLS HERE (set SKILLGLASS_CORPUS): these 1,500 are generated",
  };
}

pageTest("of 1,000 skills only the rows in view are in the document, and the last can be reached", async (page) => {
  const files = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, n) => [`many/s-${String(n).padStart(4, "0")}/SKILL.md`, skill(`s-${String(n).padStart(4, "0")}`)]),
  );
  await drop(page, { "many.zip": zip(files) });
  await page.locator(".notice").waitFor();
  await showView(page, "Compare");
  await page.locator('[role="grid"][aria-rowcount="1001"]').waitFor();
  assert.ok((await page.getByRole("row").count()) < 80);
  await page.locator('[data-row="0"] [data-column="0"]').focus();
  await page.keyboard.press("Control+End");
  await page.getByRole("rowheader", { name: /^s-0999/ }).waitFor();
});

pageTest("of 1,000 broken files only the rows in view are in the document", async (page) => {
  const files = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`many/s-${n}/SKILL.md`, "# No frontmatter\n"]));
  await drop(page, { "many.zip": zip(files) });
  await page.locator(".notice").waitFor();
  await showView(page, "Problems");
  await page.getByRole("button", { name: /^1,000 errors$/ }).waitFor();
  assert.ok((await page.locator(".problem-row").count()) < 60);
  // The list grows while rows come into view and are measured.
  await page.getByRole("region", { name: "Problems by file" }).evaluate(async (list) => {
    while (!list.textContent.includes("s-999/")) {
      list.scrollTo(0, list.scrollHeight);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
});
