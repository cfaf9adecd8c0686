// Compare: every skill through every host.
import assert from "node:assert/strict";
import { drop, editor, expectCount, expectText, expectTexts, openInTree, pageTest, retype, showView, skill, zip } from "./page.mjs";
import { axeFinds } from "./axe.mjs";

const row = (page, folder) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${folder} `) }) });
const cells = (page, folder) => row(page, folder).getByRole("gridcell");
const explanation = (page) => page.getByRole("region", { name: / through | everywhere$/ });

async function openCompare(page) {
  await showView(page, "Compare");
  await page.getByRole("grid").waitFor();
}

pageTest("a row says what each host makes of the skill, and whether it is portable", async (page) => {
  await openCompare(page);
  const said = await cells(page, "release-notes").allTextContents();
  assert.equal(said[0], "listed");
  assert.match(said[1], /^elsewhere.*if moved: listed$/);
  assert.match(said.at(-1), /portable/);
});

pageTest("a cell explains itself: stage, the host's reason and the smallest change", async (page) => {
  await openCompare(page);
  await cells(page, "release-notes").nth(1).click();
  const said = explanation(page);
  await said.getByText("the host does not look there").waitFor();
  await expectText(said, /finding.*smallest change:.*\.claude\/skills/);
});

pageTest("the grid is walked by arrow keys, Enter explains, and Escape leads back", async (page) => {
  await openCompare(page);
  const reach = (place) => page.waitForFunction((place) => [document.activeElement.closest("[data-row]")?.dataset.row, document.activeElement.dataset.column].join() === place, place);
  await page.locator('[data-row="0"] [data-column="0"]').focus();
  await page.keyboard.press("ArrowDown");
  await reach("1,0");
  await page.keyboard.press("ArrowRight");
  await reach("1,1");
  await page.keyboard.press("Control+End");
  await page.waitForFunction(() => Number(document.activeElement.closest("[data-row]")?.dataset.row) > 5);
  await page.keyboard.press("Control+Home");
  await reach("-1,0");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await reach("0,1");
  await page.keyboard.press("Enter");
  await page.locator("#explanation-heading:focus").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".explanation").waitFor({ state: "detached" });
  await reach("0,1");
});

pageTest("only the problems are left, and of those the ones of a path", async (page) => {
  await openCompare(page);
  const all = await page.getByRole("row").count();
  await page.getByLabel("Filter by path").fill("api-review");
  await page.waitForFunction(() => document.querySelectorAll('.rows [role="row"]').length === 1);
  await page.getByLabel("Filter by path").fill("");
  await page.getByLabel("Show", { exact: true }).selectOption("problems");
  await page.getByText(/^\d+ of \d+ skills$/).waitFor();
  assert.ok((await page.getByRole("row").count()) < all);
});

pageTest("several editions of one host stand side by side, and a reload keeps them", async (page) => {
  await openCompare(page);
  await page.locator(".aimed summary").click();
  await page.getByRole("group", { name: "Codex" }).getByLabel("2026-02").check();
  const heads = page.getByRole("columnheader", { name: /^Codex/ });
  await heads.nth(1).waitFor();
  await page.reload();
  await heads.nth(1).waitFor();
  await expectTexts(heads.locator(".edition"), ["2026-02", "2026-11"]);
});

for (const [width, example] of [[1280, null], [1280, "monorepo"], [1440, null]]) {
  pageTest(`four hosts and the portability fit into a window of ${width} pixels (${example ?? "sample"})`, async (page) => {
    if (example) {
      await page.getByRole("button", { name: "Examples…" }).click();
      await page.locator(`[data-example="${example}"]`).click();
    }
    await openCompare(page);
    await page.locator(".grid .rows .verdict").first().waitFor();
    await expectCount(page.getByRole("columnheader"), 6);
    const grid = page.getByRole("grid");
    assert.deepEqual(await grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0);
    const cut = await grid.evaluate((grid) =>
      [...grid.querySelectorAll("[role=gridcell] > :is(.status, .moved, .verdict)")].filter((words) => words.getBoundingClientRect().right > words.parentElement.getBoundingClientRect().right).map(({ textContent }) => textContent));
    assert.deepEqual(cut, []);
  }, { viewport: { width, height: 800 } });
}

pageTest("a skill that only some hosts act on says what binds it", async (page) => {
  await openCompare(page);
  const bound = page.getByRole("gridcell", { name: /bound/ }).first();
  await bound.click();
  await explanation(page).getByText("What only some hosts act on").waitFor();
  await expectText(explanation(page), /Acts: Claude Code/);
});

pageTest("an edit changes its cell", async (page) => {
  await openCompare(page);
  await openInTree(page, "/repo/.agents/skills/release-notes/SKILL.md");
  await retype(page, editor(page), "# No frontmatter\n");
  await cells(page, "release-notes").first().getByText("dropped").waitFor();
});

pageTest("of 1,000 skills only the rows in view are in the document, and the last can be reached", async (page) => {
  const files = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`many/s-${String(n).padStart(4, "0")}/SKILL.md`, skill(`s-${String(n).padStart(4, "0")}`)]));
  await drop(page, { "many.zip": zip(files) });
  await page.locator(".notice").waitFor();
  await openCompare(page);
  await page.locator('[role="grid"][aria-rowcount="1001"]').waitFor({ timeout: 60_000 });
  assert.ok((await page.getByRole("row").count()) < 80);
  await page.locator('[data-row="0"] [data-column="0"]').focus();
  await page.keyboard.press("Control+End");
  await page.getByRole("rowheader", { name: /^s-0999/ }).waitFor();
});

pageTest("a phone gets a card for each skill, and nothing to scroll sideways", async (page) => {
  await showView(page, "Compare");
  const card = page.getByRole("article").filter({ hasText: "release-notes" });
  await card.getByRole("button", { name: /^Codex/ }).click();
  await explanation(page).waitFor();
  const wide = await page.evaluate(() => [document.documentElement, ...document.querySelectorAll("#host .scroller, .explanation-body")].filter((element) => element.scrollWidth > element.clientWidth).length);
  assert.equal(wide, 0);
}, { viewport: { width: 360, height: 740 } });

axeFinds("Compare with an explanation", async (page) => {
  await openCompare(page);
  await page.locator(".aimed summary").click();
  await cells(page, "api-review").first().click();
  await explanation(page).locator(".problem-detail").first().waitFor();
});
