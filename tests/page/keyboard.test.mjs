// The keyboard alone: it reaches everything, and shows where it is.
import assert from "node:assert/strict";
import { editor, expectSoon, expectText, journey } from "./page.mjs";

journey("the keyboard alone", async (page, step) => {
  await step("it walks the tree and opens a file", async () => {
    await page.keyboard.press("Tab");
    await expectText(page.locator(":focus"), "Skip to the files");
    await page.keyboard.press("Enter");
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate(() => document.activeElement.getAttribute("role"))) === "treeitem") break;
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

  await step("the views change by arrow keys", async () => {
    await page.getByRole("tab", { name: "Skills" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("heading", { name: "What the model sees" }).waitFor();
    await page.keyboard.press("End");
    await page.getByRole("heading", { name: "Near-duplicates" }).waitFor();
  });

  await page.getByRole("tab", { name: "Skills" }).click();
  for (const [name, opened] of [
    ["New file…", "dialog[open]"],
    ["Examples…", "dialog[open]"],
    ["Share…", "dialog[open]"],
    ["Can I use", "dialog[open]"],
    ["Why?", ".explanation"],
  ]) {
    await step(`what ${name} opens has the keyboard at once, and Escape gives it back`, async () => {
      const button = page.getByRole("button", { name }).first();
      await button.focus();
      // A task later, as the next key may come before the next picture.
      const hasKeyboard = await button.evaluate(async (button, opened) => {
        button.click();
        await new Promise((resolve) => setTimeout(resolve));
        return document.querySelector(opened)?.contains(document.activeElement) ?? false;
      }, opened);
      assert.ok(hasKeyboard);
      await page.keyboard.press("Escape");
      await page.locator(opened).waitFor({ state: "detached" });
      await expectSoon(() => button.evaluate((button) => button === document.activeElement), true);
    });
  }

  for (const [what, open, does, expected] of [
    [
      "a link to a place in a file leads there",
      (page) => page.getByRole("tab", { name: "Skills" }).click(),
      () => document.querySelector(".card.error .link").click(),
      "#editor .cm-content",
    ],
    [
      "the arrows walk the table of hosts",
      async (page) => {
        await page.getByRole("tab", { name: "Compare" }).click();
        await page.locator('[data-row="0"] [data-column="0"]').focus();
      },
      () => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true })),
      '[data-row="1"] [data-column="0"]',
    ],
    [
      "Escape leads from the menu of a row to the row",
      async (page) => {
        await page.locator('[role="treeitem"][data-path="/repo/.agents/skills/api-review/SKILL.md"]').focus();
        await page.keyboard.press("Shift+F10");
        await page.locator("[role=menuitem]:focus").waitFor();
      },
      () => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
      '[data-path="/repo/.agents/skills/api-review/SKILL.md"]',
    ],
    [
      "a new name leads from its field to the row",
      async (page) => {
        await page.locator('[role="treeitem"][data-path="/repo/.agents/skills/api-review/SKILL.md"]').focus();
        await page.keyboard.press("F2");
        await page.getByRole("textbox", { name: /^New name of/ }).fill("READ.md");
      },
      () => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })),
      '[data-path="/repo/.agents/skills/api-review/READ.md"]',
    ],
  ]) {
    await step(`${what} before the next key`, async () => {
      await open(page);
      const reached = await page.evaluate(`(async () => {
        (${does})();
        await new Promise((resolve) => setTimeout(resolve));
        return document.activeElement.matches(${JSON.stringify(expected)});
      })()`);
      assert.ok(reached);
    });
  }

  await step("everything that can have the keyboard shows it", async () => {
    await page.getByRole("tab", { name: "Skills" }).click();
    await page.reload();
    await page.locator(".summary").waitFor();
    const unseen = [];
    const visited = new Set();
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Tab");
      const seen = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === document.body) return null;
        const marked = (at) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
          return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
        };
        // The editors mark the box around them.
        const shown = [element, element.closest(".code, .prompt")].some((at) => at && marked(at));
        return { what: `${element.tagName} ${element.id || element.className || element.textContent.slice(0, 20)}`, shown };
      });
      if (!seen) break;
      visited.add(seen.what);
      if (!seen.shown) unseen.push(seen.what);
    }
    assert.ok(visited.size > 15, [...visited].join(" | "));
    assert.deepEqual(unseen, []);
  });
});
