// The keyboard alone: it reaches everything, and shows where it is.
import assert from "node:assert/strict";
import {
  counts,
  editor,
  expectAttribute,
  expectCount,
  expectCounts,
  expectFocus,
  expectSoon,
  expectText,
  journey,
  promptBox,
  skill,
  zip,
} from "./page.mjs";

const API_REVIEW = "/repo/.agents/skills/api-review/SKILL.md";
const RELEASE_NOTES = "/repo/.agents/skills/release-notes/SKILL.md";
/** More places than the page has. */
const MOST = 250;

/** Goes on by Tab, or by another key, until this has the keyboard. */
async function reach(page, locator, key = "Tab") {
  await locator.first().waitFor();
  for (let step = 0; step < MOST; step++) {
    if (await locator.evaluateAll((elements) => elements.includes(document.activeElement))) return;
    // There Tab indents, and the editor says to a screen reader how it is left.
    if (await editor(page).evaluateAll((elements) => elements.includes(document.activeElement))) await page.keyboard.press("Escape");
    await page.keyboard.press(key);
  }
  assert.fail(`${locator} is not reached by ${key}`);
}

/** Reaches it, and presses Enter or another key. */
async function press(page, locator, key = "Enter") {
  await reach(page, locator);
  await page.keyboard.press(key);
}

/** Opens a view by the tabs' arrow keys. */
async function openView(page, name) {
  await reach(page, page.getByRole("tab", { selected: true }));
  await reach(page, page.getByRole("tab", { name }), "ArrowRight");
}

const explanation = (page) => page.locator(".explanation");
const explanationHeading = (page) => explanation(page).locator("header h3");
const notice = (page) => page.locator(".notice");
const isAnywhere = (page) => expectSoon(() => page.evaluate(() => document.activeElement !== document.body), true);

/** Opens a folder on disk, whose files can be written back. */
async function openFolder(page) {
  await page.evaluate(async (text) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("on-disk", { create: true });
    const writable = await (await folder.getFileHandle("SKILL.md", { create: true })).createWritable();
    await writable.write(text);
    await writable.close();
    window.showDirectoryPicker = async () => folder;
  }, skill("on-disk"));
  await page.getByRole("button", { name: "Open folder…" }).click();
  await page.getByRole("button", { name: "Save to disk…" }).waitFor();
}

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
  for (const [name, opened, view = "Skills"] of [
    ["New file…", "dialog.new-file"],
    // Where the page may not see the clipboard.
    ["Paste", "dialog.new-file"],
    ["Examples…", "dialog.gallery"],
    ["Share…", "dialog.share"],
    ["Can I use", "dialog.can-i-use"],
    ["Why?", ".explanation"],
    ["safe fixes…", "dialog.plan", "Problems"],
    ["Why? unclosed-quote", ".explanation", "Problems"],
    // It takes the place of the sample.
    ["Save to disk…", "dialog.to-disk"],
  ]) {
    await step(`what ${name} opens has the keyboard at once, and Escape gives it back`, async () => {
      if (name === "Save to disk…") await openFolder(page);
      await page.getByRole("tab", { name: view }).click();
      const button = page.getByRole("button", { name }).first();
      await button.focus();
      // A task after it is there, as the next key may come before the next picture.
      const hasKeyboard = await button.evaluate(async (button, opened) => {
        const there = new Promise((resolve) =>
          new MutationObserver(() => document.querySelector(opened) && setTimeout(resolve)).observe(document.body, {
            childList: true,
            subtree: true,
          }),
        );
        button.click();
        await there;
        return document.querySelector(opened).contains(document.activeElement);
      }, opened);
      assert.ok(hasKeyboard);
      await page.keyboard.press("Escape");
      await page.locator(opened).waitFor({ state: "detached" });
      await expectSoon(() => button.evaluate((button) => button === document.activeElement), true);
    });
  }

  await step("what is pointed at is coloured, and nothing is shown by pointing alone", async () => {
    const rules = await page.evaluate(() => {
      const all = (rules) => [...rules].flatMap((rule) => [rule, ...all(rule.cssRules ?? [])]);
      return [...document.styleSheets]
        .flatMap(({ cssRules }) => all(cssRules))
        .filter(({ selectorText }) => selectorText?.includes(":hover"))
        .map(({ selectorText, style }) => [selectorText, [...style]]);
    });
    assert.ok(rules.length > 8, JSON.stringify(rules));
    const more = rules.flatMap(([selector, names]) =>
      names.filter((name) => !/^(color|background|border-.*-?color|text-decoration)/.test(name)).map((name) => `${selector}: ${name}`),
    );
    assert.deepEqual(more, []);
  });

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

journey("each view by the keyboard alone", async (page, step) => {
  await step("a link leads past the files and the editor", async () => {
    await press(page, page.getByRole("link", { name: "Skip to what the host sees" }));
    await expectFocus(page.locator("#host"));
  });

  await step("Skills: an explanation is opened, followed to the place in the file, and closed", async () => {
    const why = page.getByRole("button", { name: `Why? ${API_REVIEW}` });
    await press(page, why);
    await expectFocus(explanationHeading(page));
    await press(page, explanation(page).getByRole("button", { name: `${API_REVIEW} · line 3, column 79` }));
    await expectFocus(editor(page));
    await expectText(page.locator(".editor-counts"), /3:79/);
    await press(page, explanation(page).getByRole("button", { name: "Close", exact: true }));
    await expectCount(explanation(page), 0);
    await expectFocus(why);
  });

  await step("Skills: a fix in the explanation leaves the keyboard there, and to undo it loses none", async () => {
    await press(page, page.getByRole("button", { name: `Why? ${API_REVIEW}` }));
    await press(page, explanation(page).getByRole("button", { name: /^Close the quote/ }));
    await expectCount(explanation(page).locator(".fix"), 0);
    await expectFocus(explanation(page).locator(".explanation-body"));
    await press(page, notice(page).getByRole("button", { name: "Undo" }));
    await expectCount(notice(page), 0);
    await isAnywhere(page);
    await press(page, explanation(page).getByRole("button", { name: "Close", exact: true }));
    await expectCount(explanation(page), 0);
    await isAnywhere(page);
  });

  await step("Model: the window is made smaller, and the shares of the budget are walked", async () => {
    await openView(page, "Model");
    await press(page, page.getByRole("slider", { name: "Context window" }), "Home");
    await expectText(page.locator(".report .bad").first(), /\d/);
    const shares = page.getByRole("toolbar", { name: "Each skill’s share of the budget" }).getByRole("button");
    await reach(page, shares.first());
    await page.keyboard.press("ArrowRight");
    await expectFocus(shares.nth(1));
    await expectText(page.locator(".budget-line"), await shares.nth(1).getAttribute("aria-label"));
    await press(page, page.getByRole("checkbox", { name: "Show what was cut" }), "Space");
    await expectCount(page.locator(".listed-text .rest"), 0);
  });

  await step("Turn: a prompt is written with a name that is offered, and the skill that it chose is opened", async () => {
    await openView(page, "Turn");
    await press(page, promptBox(page), "ControlOrMeta+a");
    await page.keyboard.type("Use $");
    const selected = page.locator(".prompt").getByRole("option", { selected: true });
    await expectText(selected, /commit-message/);
    // The list takes no key in its first moment, lest one that was meant for the text choose something.
    const next = async () => {
      await page.keyboard.press("ArrowDown");
      return selected.textContent();
    };
    await expectSoon(next, /release-notes/);
    await page.keyboard.press("Enter");
    await expectText(promptBox(page), "Use $release-notes");
    await press(page, page.locator(".mentions").getByRole("button", { name: RELEASE_NOTES }));
    await expectText(page.locator("#editor h2"), RELEASE_NOTES);
  });

  await step("Compare: a row is looked for, its cells are walked, one explains itself, and a host is added", async () => {
    await openView(page, "Compare");
    await reach(page, page.getByRole("searchbox", { name: "Filter by path" }));
    await page.keyboard.type("release-notes");
    await expectCount(page.locator(".rows .grid-row"), 1);
    await reach(page, page.getByRole("grid").locator('[tabindex="0"]'));
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const cell = page.getByRole("gridcell", { name: /^elsewhere/ });
    await expectFocus(cell);
    await page.keyboard.press("Enter");
    await expectFocus(explanationHeading(page));
    await expectText(explanationHeading(page), /release-notes through Claude Code/);
    await page.keyboard.press("Escape");
    await expectFocus(cell);
    await press(page, page.getByRole("button", { name: "pi", exact: true }), "Space");
    await page.getByRole("columnheader", { name: /^pi/ }).waitFor();
  });

  await step("Problems: a fix leaves the keyboard at the problem that comes in its place", async () => {
    await openView(page, "Problems");
    const fix = page.locator(".problem-row").getByRole("button", { name: /^Close the quote/ });
    const errors = page.locator(".toggle").first();
    await reach(page, fix);
    const before = await errors.textContent();
    await page.keyboard.press("Enter");
    await expectCount(fix, 0);
    await expectFocus(
      page
        .locator(".problem-row", { hasText: "no-when-to-use" })
        .filter({ has: page.locator(":focus") })
        .locator(".what"),
    );
    await press(page, notice(page).getByRole("button", { name: "Undo" }));
    await expectText(errors, before);
    await isAnywhere(page);
  });

  await step("Problems: all safe fixes are looked through and applied", async () => {
    await press(page, page.getByRole("button", { name: /^Apply \d+ safe fixes…/ }));
    const plan = page.getByRole("dialog");
    await press(page, plan.getByRole("button", { name: "Apply", exact: true }));
    await page.getByRole("button", { name: "No safe fixes" }).waitFor();
    await isAnywhere(page);
    await press(page, notice(page).getByRole("button", { name: "Undo" }));
    await page.getByRole("button", { name: /^Apply \d+ safe fixes…/ }).waitFor();
  });

  await step("Search: a request is written, a skill names its competitors, and a hit is opened", async () => {
    await openView(page, "Search");
    await reach(page, page.getByRole("searchbox", { name: "Request" }));
    await page.keyboard.type("migration");
    const hit = page.locator("#view .hits > li").first();
    await press(page, hit.getByRole("button", { name: "database-migration" }));
    await expectText(page.locator("#editor h2"), /database-migration\/SKILL\.md$/);
    const competitors = hit.getByRole("button", { expanded: false });
    await press(page, competitors);
    await expectAttribute(page.locator(":focus"), "aria-expanded", "true");
  });

  await step("the host, its options and the place where it was started are chosen", async () => {
    await reach(page, page.getByRole("combobox", { name: "Host", exact: true }));
    await page.keyboard.type("Claude");
    await expectSoon(() => page.getByRole("combobox", { name: "Host", exact: true }).inputValue(), "claude-code");
    await openView(page, "Skills");
    const { found } = await counts(page);
    await reach(page, page.getByRole("textbox", { name: "Directory" }));
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("/repo/apps/web");
    await page.keyboard.press("Enter");
    await expectCounts(page, { found: found + 1 });
    await press(page, page.locator(".more > summary"));
    await press(page, page.getByRole("checkbox", { name: "--bare" }), "Space");
    await expectCounts(page, { found: 0 });
  });

  await step("a zip is opened, moved to another place and taken back", async () => {
    const chooser = page.waitForEvent("filechooser");
    await press(page, page.getByRole("button", { name: "Open zip…" }));
    await (await chooser).setFiles({
      name: "skills.zip",
      mimeType: "application/zip",
      buffer: Buffer.from(zip({ "alpha/SKILL.md": skill("alpha") })),
    });
    const place = notice(page).getByRole("combobox");
    await place.waitFor();
    const first = await place.inputValue();
    await press(page, place, "ArrowDown");
    await page.waitForFunction((first) => document.querySelector(".notice select")?.value !== first, first);
    await press(page, notice(page).getByRole("button", { name: "Undo" }));
    await page.locator(`[role="treeitem"][data-path="${RELEASE_NOTES}"]`).waitFor();
    await isAnywhere(page);
  });

  await step("what authors write is looked up, and the note of a host opened", async () => {
    await press(page, page.getByRole("button", { name: "Can I use" }));
    const dialog = page.getByRole("dialog", { name: "Can I use" });
    await reach(page, dialog.getByRole("searchbox"));
    await page.keyboard.type("allowed-tools");
    await expectSoon(
      () =>
        dialog
          .locator("tbody th[scope=row]")
          .count()
          .then((count) => count < 20),
      true,
    );
    await press(page, dialog.getByRole("button", { name: /^Claude Code .*works/ }));
    await dialog.locator(".note").waitFor();
    await press(page, dialog.getByRole("button", { name: "Close" }));
    await expectFocus(page.getByRole("button", { name: "Can I use" }));
  });
});

journey("the keyboard, one key right behind the other", async (page, step) => {
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
});
