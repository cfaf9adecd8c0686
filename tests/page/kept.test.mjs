// What this browser keeps of a workspace, for a reload and for other tabs.
import assert from "node:assert/strict";
import {
  chooseHost,
  counts,
  drop,
  editor,
  expectCounts,
  expectSoon,
  expectText,
  expectValue,
  journey,
  openInTree,
  pageTest,
  skill,
  zip,
} from "./page.mjs";
import { append, inTree, linkOf, newTab, notice, openShare, untilKept } from "./share.mjs";

/** Nothing is kept in the browser any more. */
const untilForgotten = (page) => page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith("skillglass.kept")));

/** Waits until so many tabs hold a workspace: the browser takes a moment to notice that one is closed. */
const untilHeld = (page, tabs) => expectSoon(() => page.evaluate(async () => (await navigator.locks.query()).held.length), tabs);

/** Opens the page anew, which has nothing to restore. */
async function expectNothingRestored(page) {
  await page.reload();
  await page.locator(".summary").waitFor();
  assert.equal(await notice(page).count(), 0);
}

journey("what this browser keeps", async (page, step) => {
  const sample = await counts(page);

  await step("a reload brings the workspace back, and the sample is one click away", async () => {
    await drop(page, { "SKILL.md": skill("delta") });
    await expectCounts(page, { found: 1, errors: 0 });
    await append(page, "Kept over a reload.");
    await chooseHost(page, "opencode");
    await untilKept(page);
    await page.reload();
    await notice(page).getByText("Restored 2 files from your last visit.").waitFor();
    await expectCounts(page, { found: 1 });
    await expectText(editor(page), /Kept over a reload\./);
    await expectValue(page.getByRole("combobox", { name: "Host", exact: true }), "opencode");
    await notice(page).getByRole("button", { name: "Start with the sample" }).click();
    await chooseHost(page, "codex");
    await expectCounts(page, sample);
  });

  await step("a deleted file stays deleted after a reload", async () => {
    await drop(page, { "two.zip": zip({ "alpha/SKILL.md": skill("alpha"), "beta/SKILL.md": skill("beta") }) });
    await expectCounts(page, { found: 2 });
    await untilKept(page);
    await openInTree(page, "/repo/.agents/skills/beta/SKILL.md");
    await page.getByRole("button", { name: "Delete file" }).click();
    await expectCounts(page, { found: 1 });
    await untilKept(page);
    await page.reload();
    await page.locator(".summary").waitFor();
    await expectCounts(page, { found: 1 });
  });

  await step("the untouched sample is not kept, and a reset forgets what was", async () => {
    await page.getByRole("button", { name: "Reset" }).click();
    await untilForgotten(page);
    await expectNothingRestored(page);
  });

  await step("who does not want the workspace kept can say so, and it is forgotten", async () => {
    await drop(page, { "SKILL.md": skill("delta") });
    await untilKept(page);
    const dialog = await openShare(page);
    await dialog.getByLabel("Restore the workspace after a reload").uncheck();
    await untilForgotten(page);
    await expectNothingRestored(page);
  });
});

pageTest("what came by a link is not kept until it is edited, and never in place of one’s own", async (page, _, server) => {
  // The same tab makes the link: what another one leaves behind may be kept or not, and would be a workspace of one’s own, too.
  await drop(page, { "SKILL.md": skill("shared") });
  await inTree(page, "shared").waitFor();
  const link = await linkOf(page);
  await page.getByRole("button", { name: "Reset" }).click();
  await drop(page, { "SKILL.md": skill("own") });
  await inTree(page, "own").waitFor();
  await append(page, "Mine again.");
  await untilKept(page);

  const tab = await newTab(page, link);
  await chooseHost(tab, "opencode");
  const dialog = await openShare(tab);
  await dialog.getByText("Not kept: it came by a link and was not changed yet.").waitFor();
  await tab.keyboard.press("Escape");
  assert.match(new URL(tab.url()).hash, /^#w1\./);
  await append(tab, "Edited.");
  await tab.waitForFunction(() => location.hash === "");
  await untilKept(tab);
  await tab.reload();
  await notice(tab)
    .getByText(/^Restored/)
    .waitFor();
  await expectText(editor(tab), /Edited\./);

  const own = await newTab(page, server.url);
  await notice(own)
    .getByText(/^Restored/)
    .waitFor();
  await expectText(editor(own), /Mine again\./);
});

pageTest("a tab that is duplicated has a copy, too", async (page) => {
  await drop(page, { "SKILL.md": skill("first") });
  await untilKept(page);
  const [twin] = await Promise.all([page.waitForEvent("popup"), page.evaluate(() => void window.open(location.href))]);
  await notice(twin).getByText("that another tab has open, too.").waitFor();
  await inTree(twin, "first").waitFor();
});

pageTest("a reload has the workspace for itself, however slowly the former page lets go of it", async (page, _, server) => {
  await drop(page, { "SKILL.md": skill("first") });
  await untilKept(page);
  // No tab of the page, so that it says nothing: as the former page, it has the lock while the next one asks, and for a while longer.
  const slow = await page.context().newPage();
  await slow.goto(`${server.url}icon.svg`);
  await slow.evaluate(() => {
    const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
    const name = "skillglass-own";
    void navigator.locks.request(name, async () => {
      while (!(await navigator.locks.query()).pending.some((lock) => lock.name === name)) await wait(20);
      await wait(1_000);
    });
  });
  await expectSoon(() => slow.evaluate(async () => (await navigator.locks.query()).pending.length), 1);
  await page.reload();
  await notice(page)
    .getByText(/^Restored/)
    .waitFor();
  assert.match(await notice(page).textContent(), /from your last visit/);
});

pageTest("a second tab has a copy, and what either changes is kept for itself", async (page, _, server) => {
  await drop(page, { "SKILL.md": skill("first") });
  await untilKept(page);
  const second = await newTab(page, server.url);
  await notice(second).getByText("that another tab has open, too. What you change here is kept apart.").waitFor();
  await inTree(second, "first").click();
  await append(second, "Of the second.");
  await untilKept(second);
  await append(page, "Of the first.");
  await untilKept(page);
  for (const [tab, own, other] of [
    [page, "Of the first.", "Of the second."],
    [second, "Of the second.", "Of the first."],
  ]) {
    await tab.reload();
    await notice(tab)
      .getByText(/from your last visit/)
      .waitFor();
    await expectText(editor(tab), new RegExp(own));
    assert.ok(!(await editor(tab).textContent()).includes(other));
  }
});

pageTest(
  "what closed tabs left is opened by the next ones, the latest first",
  async (page, _, server) => {
    await drop(page, { "SKILL.md": skill("first") });
    await untilKept(page);
    const second = await newTab(page, server.url);
    await drop(second, { "SKILL.md": skill("second") });
    await inTree(second, "second").waitFor();
    await untilKept(second);
    await page.goto(`${server.url}icon.svg`);
    await second.close();
    await untilHeld(page, 0);

    const third = await newTab(page, server.url);
    await notice(third).getByText("1 more workspace of closed tabs is kept").waitFor();
    await inTree(third, "second").waitFor();
    const fourth = await newTab(page, server.url);
    await notice(fourth)
      .getByText(/from your last visit\.$/)
      .waitFor();
    await inTree(fourth, "first").waitFor();
    assert.equal(await inTree(fourth, "second").count(), 0);
  },
  { expectsProblems: true },
);

pageTest("two links that are edited in two tabs are kept apart", async (page) => {
  await drop(page, { "SKILL.md": skill("shared") });
  await expectCounts(page, { found: 1 });
  const link = await linkOf(page);
  const tabs = [await newTab(page, link), await newTab(page, link)];
  for (const [n, tab] of tabs.entries()) {
    await append(tab, `Of tab ${n}.`);
    await untilKept(tab);
  }
  for (const [n, tab] of tabs.entries()) {
    await tab.reload();
    await notice(tab)
      .getByText(/from your last visit/)
      .waitFor();
    await expectText(editor(tab), new RegExp(`Of tab ${n}\\.`));
  }
});

pageTest("who does not want workspaces kept says so for all tabs, closed ones among them", async (page, _, server) => {
  await drop(page, { "SKILL.md": skill("first") });
  await untilKept(page);
  const tabs = [await newTab(page, server.url), await newTab(page, server.url)];
  for (const tab of tabs) {
    await drop(tab, { "SKILL.md": skill("another") });
    await untilKept(tab);
  }
  await tabs[0].close();
  await untilHeld(page, 2);
  const dialog = await openShare(page);
  await dialog.getByLabel("Restore the workspace after a reload").uncheck();
  await untilForgotten(page);
  await tabs[1].reload();
  await tabs[1].locator(".summary").waitFor();
  assert.equal(await notice(tabs[1]).count(), 0);
});

pageTest("from a link one gets back to one’s own workspace", async (page) => {
  await drop(page, { "SKILL.md": skill("own") });
  await expectCounts(page, { found: 1 });
  await untilKept(page);
  const link = await linkOf(page);
  const tab = await newTab(page, link);
  await notice(tab).getByRole("button", { name: "Back to my workspace" }).click();
  await notice(tab)
    .getByText(/^Restored/)
    .waitFor();
  await inTree(tab, "own").waitFor();
});
