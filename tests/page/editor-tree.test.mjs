// What can be done to files and folders in the tree.
import assert from "node:assert/strict";
import { editor, expectCounts, expectSoon, expectText, pageTest } from "./page.mjs";

const SKILLS = "/repo/.agents/skills";
const RELEASE_NOTES = `${SKILLS}/release-notes/SKILL.md`;

const row = (page, path) => page.locator(`[role="treeitem"][data-path="${path}"]`);
const menu = (page) => page.getByRole("menu");

async function giveName(page, name) {
  const field = page.getByRole("textbox", { name: /^New name of/ });
  await field.waitFor();
  await field.fill(name);
  await page.keyboard.press("Enter");
}

pageTest("F2 renames a file in its place, and its history goes with it", async (page) => {
  await editor(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("More.");
  await row(page, RELEASE_NOTES).focus();
  await page.keyboard.press("F2");
  await giveName(page, "NOTES.md");
  await row(page, `${SKILLS}/release-notes/NOTES.md`).and(page.locator('[aria-selected="true"]')).waitFor();
  await expectCounts(page, { found: 3 });
  await editor(page).click();
  await page.keyboard.press("ControlOrMeta+z");
  assert.ok(!(await editor(page).textContent()).includes("More."));
});

pageTest("a renamed folder takes all below it along, and the notice takes that back", async (page) => {
  await row(page, `${SKILLS}/database-migration`).focus();
  await page.keyboard.press("F2");
  await giveName(page, "db");
  await row(page, `${SKILLS}/db/references/locking.md`).waitFor();
  assert.equal(await row(page, `${SKILLS}/database-migration`).count(), 0);
  await page.waitForFunction((path) => document.activeElement.dataset.path === path, `${SKILLS}/db`);
  await page.getByRole("button", { name: "Undo" }).click();
  await row(page, `${SKILLS}/database-migration/references/locking.md`).waitFor();
});

for (const [name, why] of [["a/b", "A name has no slash."], ["scripts", "There is a scripts already."], ["", "Write a name."]]) {
  pageTest(`the name “${name}” is refused with a reason, and Escape leaves the old one`, async (page) => {
    const path = `${SKILLS}/database-migration/SKILL.md`;
    await row(page, path).focus();
    await page.keyboard.press("F2");
    await giveName(page, name);
    await page.getByRole("alert").filter({ hasText: why }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForFunction((path) => document.activeElement.dataset.path === path, path);
  });
}

pageTest("the menu of a row opens by keyboard, is walked by arrows and gives the keyboard back", async (page) => {
  await row(page, RELEASE_NOTES).focus();
  await page.keyboard.press("Shift+F10");
  await menu(page).waitFor();
  const focused = () => page.evaluate(() => document.activeElement.firstChild.textContent);
  await expectSoon(focused, "Rename");
  await page.keyboard.press("ArrowUp");
  await expectSoon(focused, "Delete");
  await page.keyboard.press("Escape");
  await menu(page).waitFor({ state: "detached" });
  await page.waitForFunction((path) => document.activeElement.dataset.path === path, RELEASE_NOTES);
});

pageTest("a duplicate stands beside the file, with its name to be written", async (page) => {
  await row(page, RELEASE_NOTES).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await giveName(page, "draft.md");
  await row(page, `${SKILLS}/release-notes/draft.md`).and(page.locator('[aria-selected="true"]')).waitFor();
  await expectText(editor(page), /Never invent a change/);
});

pageTest("a new folder and a new file in it become a skill", async (page) => {
  await row(page, SKILLS).focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "New folder" }).click();
  await giveName(page, "fresh");
  await row(page, `${SKILLS}/fresh`).click({ button: "right" });
  await page.getByRole("menuitem", { name: "New file" }).click();
  await giveName(page, "SKILL.md");
  await row(page, `${SKILLS}/fresh/SKILL.md`).and(page.locator('[aria-selected="true"]')).waitFor();
  await editor(page).click();
  await page.keyboard.insertText("---\nname: fresh\ndescription: Just made.\n---\n");
  await expectCounts(page, { found: 5 });
});

pageTest("undoing a deletion brings back what was deleted and keeps what was written since", async (page) => {
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

pageTest("a resting finger opens the menu of a row", async (page) => {
  await page.getByRole("button", { name: "Files" }).click();
  await row(page, RELEASE_NOTES).scrollIntoViewIfNeeded();
  const box = await row(page, RELEASE_NOTES).boundingBox();
  const touch = await page.context().newCDPSession(page);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: box.x + 60, y: box.y + 10 }] });
  await menu(page).waitFor();
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await row(page, RELEASE_NOTES).waitFor({ state: "detached" });
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
