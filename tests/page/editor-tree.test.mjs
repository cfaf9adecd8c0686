// What can be done to files and folders in the tree.
import assert from "node:assert/strict";
import { editor, expectCounts, expectSoon, expectText, journey, settled, standStill } from "./page.mjs";

const SKILLS = "/repo/.agents/skills";
const RELEASE_NOTES = `${SKILLS}/release-notes/SKILL.md`;

const row = (page, path) => page.locator(`[role="treeitem"][data-path="${path}"]`);
const selected = (page, path) => row(page, path).and(page.locator('[aria-selected="true"]'));
const menu = (page) => page.getByRole("menu");
const focusReaches = (page, path) => page.waitForFunction((path) => document.activeElement.dataset.path === path, path);

async function giveName(page, name) {
  const field = page.getByRole("textbox", { name: /^New name of/ });
  await field.waitFor();
  await field.fill(name);
  await page.keyboard.press("Enter");
}

journey("files and folders of the tree", async (page, step) => {
  for (const [name, why] of [
    ["a/b", "A name has no slash."],
    ["scripts", "There is a scripts already."],
    ["", "Write a name."],
  ]) {
    await step(`the name “${name}” is refused with a reason, and Escape leaves the old one`, async () => {
      const path = `${SKILLS}/database-migration/SKILL.md`;
      await row(page, path).focus();
      await page.keyboard.press("F2");
      await giveName(page, name);
      await page.getByRole("alert").filter({ hasText: why }).waitFor();
      await page.keyboard.press("Escape");
      await focusReaches(page, path);
    });
  }

  await step("a name that the workspace refuses leaves the old one, and a message says why", async () => {
    const path = `${SKILLS}/database-migration/SKILL.md`;
    await row(page, path).focus();
    await page.keyboard.press("F2");
    await giveName(page, "n".repeat(4_096));
    await page.locator(".notice").filter({ hasText: "4,096 bytes" }).waitFor();
    await row(page, path).waitFor();
    await focusReaches(page, path);
    await page.keyboard.press("Escape");
  });

  await step("the menu of a row opens by keyboard, is walked by arrows and gives the keyboard back", async () => {
    await row(page, RELEASE_NOTES).focus();
    await page.keyboard.press("Shift+F10");
    await menu(page).waitFor();
    const focused = () => page.evaluate(() => document.activeElement.firstChild.textContent);
    await expectSoon(focused, "Rename");
    await page.keyboard.press("ArrowUp");
    await expectSoon(focused, "Delete");
    await page.keyboard.press("Escape");
    await menu(page).waitFor({ state: "detached" });
    await focusReaches(page, RELEASE_NOTES);
  });

  await step("a renamed folder takes all below it along, and the notice takes that back", async () => {
    await row(page, `${SKILLS}/database-migration`).focus();
    await page.keyboard.press("F2");
    await giveName(page, "db");
    await row(page, `${SKILLS}/db/references/locking.md`).waitFor();
    assert.equal(await row(page, `${SKILLS}/database-migration`).count(), 0);
    await focusReaches(page, `${SKILLS}/db`);
    await page.getByRole("button", { name: "Undo" }).click();
    await row(page, `${SKILLS}/database-migration/references/locking.md`).waitFor();
  });

  await step("the row of a new name has the keyboard, also while the engine is busy", async () => {
    await row(page, RELEASE_NOTES).focus();
    await page.keyboard.press("Shift+F10");
    await menu(page).waitFor();
    await page.keyboard.press("Escape");
    await focusReaches(page, RELEASE_NOTES);
    await settled(page);
    const letGo = await standStill(page);
    await row(page, `${SKILLS}/database-migration`).focus();
    await page.keyboard.press("F2");
    await giveName(page, "db");
    await focusReaches(page, `${SKILLS}/db`);
    await letGo();
    await page.getByRole("button", { name: "Undo" }).click();
    await row(page, `${SKILLS}/database-migration/references/locking.md`).waitFor();
  });

  await step("undoing a deletion brings back what was deleted and keeps what was written since", async () => {
    await row(page, `${SKILLS}/database-migration`).focus();
    await page.keyboard.press("Delete");
    await expectCounts(page, { found: 3 });
    await editor(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("Since.");
    await page.getByRole("button", { name: "Undo" }).click();
    await expectCounts(page, { found: 4 });
    await expectText(editor(page), /Since\./);
  });

  await step("a visitor who goes on keeps the keyboard when a new name is taken", async () => {
    const path = `${SKILLS}/release-notes/CHANGES.md`;
    await row(page, RELEASE_NOTES).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    const field = page.getByRole("textbox", { name: /^New name of/ });
    await field.fill("CHANGES.md");
    // Both before the page has drawn again: the name is given, and the keyboard goes elsewhere.
    await field.evaluate((element, elsewhere) => {
      element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      document.querySelector(`[data-path="${elsewhere}"]`).focus();
    }, SKILLS);
    await row(page, path).waitFor();
    await page.getByRole("button", { name: "Undo" }).waitFor();
    // Whatever else would take the keyboard does so behind the frame in which the name is drawn.
    await page.evaluate(async () => {
      for (let n = 0; n < 5; n++) await new Promise(requestAnimationFrame);
    });
    assert.equal(await page.evaluate(() => document.activeElement.dataset.path), SKILLS);
    await row(page, path).focus();
    await page.keyboard.press("Delete");
  });

  await step("a duplicate stands beside the file, with its name to be written", async () => {
    await row(page, RELEASE_NOTES).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await giveName(page, "draft.md");
    await selected(page, `${SKILLS}/release-notes/draft.md`).waitFor();
    await expectText(editor(page), /Never invent a change/);
  });

  await step("a new folder and a new file in it become a skill", async () => {
    await row(page, SKILLS).focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "New folder" }).click();
    await giveName(page, "fresh");
    await row(page, `${SKILLS}/fresh`).click({ button: "right" });
    await page.getByRole("menuitem", { name: "New file" }).click();
    await giveName(page, "SKILL.md");
    await selected(page, `${SKILLS}/fresh/SKILL.md`).waitFor();
    await editor(page).click();
    await page.keyboard.insertText("---\nname: fresh\ndescription: Just made.\n---\n");
    await expectCounts(page, { found: 5 });
  });

  await step("F2 renames a file in its place, and its history goes with it", async () => {
    await editor(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("More.");
    await row(page, `${SKILLS}/fresh/SKILL.md`).focus();
    await page.keyboard.press("F2");
    await giveName(page, "NOTES.md");
    await selected(page, `${SKILLS}/fresh/NOTES.md`).waitFor();
    await expectCounts(page, { found: 4 });
    await editor(page).click();
    await page.keyboard.press("ControlOrMeta+z");
    await expectSoon(async () => (await editor(page).textContent()).includes("More."), false);
  });
});
