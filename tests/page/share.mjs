// What goes out of the page and comes back: the dialog that shares, other tabs, and what the browser keeps.
import { editor } from "./page.mjs";

export const notice = (page) => page.locator(".notice");
export const inTree = (tab, name) => tab.locator(`[role="treeitem"][data-path="/repo/.agents/skills/${name}/SKILL.md"]`);

export async function openShare(page) {
  await page.getByRole("button", { name: "Share…" }).click();
  return page.getByRole("dialog", { name: "Share" });
}

/** The link that the dialog gives. */
export async function linkOf(page) {
  const dialog = await openShare(page);
  const link = await dialog.getByLabel("Address of the workspace").inputValue();
  await page.keyboard.press("Escape");
  return link;
}

/** Writes at the end of the open file. */
export async function append(page, text) {
  await editor(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText(text);
  await editor(page).getByText(text).waitFor();
}

/** Opens an address in a new tab of the same browser. */
export async function newTab(page, address) {
  const tab = await page.context().newPage();
  await tab.goto(address);
  await tab.locator(".summary, [role=tabpanel]").first().waitFor();
  return tab;
}

/** Waits until the workspace is kept in the browser. */
export async function untilKept(page) {
  const dialog = await openShare(page);
  await dialog.getByText("Kept.", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
}
