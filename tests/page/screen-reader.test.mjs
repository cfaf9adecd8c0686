// What a screen reader is told of each view: roles, names and order, compared with snapshots in words, which are read in reviews.
// UPDATE_SNAPSHOTS=1 writes them.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { journey, settled } from "./page.mjs";

const FOLDER = fileURLToPath(new URL("./screen-reader/", import.meta.url));
/** Roles that are of no use without a name. */
const NEEDS_NAME =
  /^\s*- (button|link|textbox|searchbox|combobox|checkbox|slider|spinbutton|tab|dialog|menu|menuitem|table|grid|tree)(?= \[|:|$)/;

/** The tree of an element is the one that was reviewed, and every control in it has a name. */
async function expectTree(page, name, selector) {
  await settled(page);
  const read = () => page.locator(selector).ariaSnapshot();
  let tree = await read();
  for (let again = await read(); again !== tree; again = await read()) tree = again;
  assert.deepEqual(
    tree.split("\n").filter((line) => NEEDS_NAME.test(line)),
    [],
    `${name}: controls without a name`,
  );
  const file = `${FOLDER}${name}.yml`;
  if (process.env.UPDATE_SNAPSHOTS) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${tree}\n`);
  }
  assert.equal(`${tree}\n`, readFileSync(file, "utf8"), `${name} is told otherwise: read it, then UPDATE_SNAPSHOTS=1`);
}

const LANGUAGES = [
  ["en", "en-US"],
  ["zh", "zh-CN"],
];
const VIEWS = ["skills", "model", "turn", "compare", "problems", "search"];

for (const [language, locale] of LANGUAGES) {
  journey(
    `a screen reader's tree, ${language}`,
    async (page, step) => {
      await step("of the header and the files", async () => {
        await expectTree(page, `${language}/header`, "header.top");
        await expectTree(page, `${language}/files`, "#files");
      });

      for (const view of VIEWS) {
        await step(`of the view ${view}`, async () => {
          await page.locator(`#tab-${view}`).click();
          await page.locator(`#tab-${view}[aria-selected=true]`).waitFor();
          if (view === "compare") await page.locator(".rows .verdict").first().waitFor();
          if (view === "problems") await page.locator(".problem-row").first().waitFor();
          if (view === "model") await page.locator(".budget-bar button").first().waitFor();
          if (view === "turn") {
            await page.locator(".message").first().waitFor();
            // It is said a moment later.
            await page.locator("#view p[aria-live]", { hasText: /\S/ }).waitFor();
          }
          await expectTree(page, `${language}/${view}`, "#view");
        });
      }

      await step("of an explanation", async () => {
        await page.locator("#tab-skills").click();
        await page.locator(".card.error .why-button").first().click();
        await page.locator(".explanation .problem-detail").first().waitFor();
        await expectTree(page, `${language}/explanation`, ".explanation");
        await page.keyboard.press("Escape");
      });

      await step("headings go down by one level at a time", async () => {
        for (const view of VIEWS) {
          await page.locator(`#tab-${view}`).click();
          await page.locator(`#tab-${view}[aria-selected=true]`).waitFor();
          await settled(page);
          const levels = await page
            .locator("h1, h2, h3, h4, h5, h6")
            .evaluateAll((headings) => headings.filter((heading) => heading.checkVisibility()).map(({ tagName }) => Number(tagName[1])));
          assert.ok(
            levels.every((level, index) => index === 0 || level <= levels[index - 1] + 1),
            `${view}: ${levels}`,
          );
        }
      });

      await step("of the menu of a file", async () => {
        await page.locator('[role="treeitem"][data-path="/repo/README.md"]').click({ button: "right" });
        await page.locator("[role=menu]").waitFor();
        await expectTree(page, `${language}/menu`, "[role=menu]");
        await page.keyboard.press("Escape");
      });
    },
    // So high that no list leaves out the rows that are out of sight.
    { locale, viewport: { width: 1280, height: 5_000 } },
  );
}
