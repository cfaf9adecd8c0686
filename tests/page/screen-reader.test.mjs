// What a screen reader is told of each view: roles, names and order, compared with snapshots in words, which are read in reviews.
// UPDATE_SNAPSHOTS=1 writes them.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { drop, editor, expectCount, expectSoon, journey, openInTree, retype, settled, showView, skill, zip } from "./page.mjs";

const FOLDER = fileURLToPath(new URL("./screen-reader/", import.meta.url));
/** Roles that are of no use without a name. */
const NEEDS_NAME =
  /^\s*- (button|link|textbox|searchbox|combobox|checkbox|slider|spinbutton|tab|dialog|article|menu|menuitem|table|grid|tree)(?= \[|:|$)/;

/** The tree of an element is the one that was reviewed, and every control in it has a name. */
async function expectTree(page, name, selector) {
  await settled(page);
  // The server's port is another one each time, and so is the link to a workspace of another build.
  const read = async () => (await page.locator(selector).ariaSnapshot()).replace(/http:\/\/127\.0\.0\.1\S*/g, "http://…");
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

const VIEWS = ["skills", "model", "turn", "compare", "problems", "search"];

journey(
  "a screen reader's tree",
  async (page, step) => {
    await step("of the header and the files", async () => {
      await expectTree(page, `header`, "header.top");
      await expectTree(page, `files`, "#files");
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
        await expectTree(page, `${view}`, "#view");
      });
    }

    for (const [name, label] of [
      ["editions", "Editions"],
      ["since", "Since when"],
      ["changelog", "Changelog"],
      ["trees", "Two trees"],
    ]) {
      await step(`of the comparison ${label}`, async () => {
        await page.locator("#tab-compare").click();
        await page.getByRole("radio", { name: label }).check();
        await page.locator(".changes").waitFor();
        if (name === "editions") await page.getByLabel("Edition before").selectOption("2026-02");
        if (name === "trees") {
          await page.getByRole("button", { name: "Take the workspace as it is now" }).click();
          await page.getByText("No host sees a difference.").waitFor();
        }
        await expectTree(page, name, "#view");
      });
    }

    await step("of the plan that makes a list fit", async () => {
      await page.locator("#tab-model").click();
      const window = page.getByRole("spinbutton", { name: "Context window in tokens" });
      const before = await window.inputValue();
      await window.fill("4000");
      await page.locator(".budget-plan li").first().waitFor();
      await expectTree(page, "budget-plan", ".budget-plan");
      await window.fill(before);
      await page.locator(".budget-plan").waitFor({ state: "detached" });
    });

    for (const [name, label] of [
      ["health", "Health"],
      ["dependencies", "Dependencies"],
    ]) {
      await step(`of the report ${label}`, async () => {
        await page.clock.setFixedTime(new Date(2026, 10, 26, 12));
        await page.locator("#tab-problems").click();
        await page.getByRole("radio", { name: label }).check();
        await page.locator(".upkeep article").first().waitFor();
        await expectTree(page, name, "#view");
      });
    }

    for (const [name, label, look] of [
      [
        "passages",
        "Passages",
        async () => {
          await page.getByRole("searchbox", { name: "Request" }).fill("release");
          await page.getByLabel("Also the skills’ own files").check();
          await page.locator(".passages .hits > li").first().waitFor();
        },
      ],
      [
        "triggers",
        "Triggers",
        async () => {
          await page.getByRole("combobox", { name: "Prompts" }).selectOption("own");
          await page.getByRole("combobox", { name: "Skill", exact: true }).selectOption({ label: "release-notes" });
          await page.getByLabel("Prompts that should trigger it").fill("write release notes");
          await page.locator(".prompt-list > li").waitFor();
          await page.getByRole("button", { name: "Ask a model…" }).click();
          await page.locator(".triggers .message").waitFor();
        },
      ],
      [
        "logs",
        "Logs",
        async () => {
          const line = JSON.stringify({ skill: "release-notes", at: "2026-11-23T10:00:00Z", outcome: "failed" });
          await drop(page, { "monday.jsonl": `${line}\n{\n` }, "[data-drop=logs]");
          await page.getByRole("button", { name: "Turns of monday.jsonl" }).click();
          await page.locator(".turns tbody tr").waitFor();
          await page.getByText("1 line could not be read").click();
        },
      ],
    ]) {
      await step(`of the search ${label}`, async () => {
        await page.locator("#tab-search").click();
        await page.getByRole("radio", { name: label }).check();
        await look();
        await expectTree(page, name, "#view");
      });
    }

    await step("of an explanation", async () => {
      await page.locator("#tab-problems").click();
      await page.getByRole("radio", { name: "Findings" }).check();
      await page.locator("#tab-compare").click();
      await page.getByRole("radio", { name: "Hosts" }).check();
      await page.locator("#tab-skills").click();
      await page.locator(".card.error .why-button").first().click();
      await page.locator(".explanation .problem-detail").first().waitFor();
      await expectTree(page, `explanation`, ".explanation");
      await page.keyboard.press("Escape");
    });

    await step("of a file with an error", async () => {
      await openInTree(page, "/repo/.agents/skills/api-review/SKILL.md");
      await page.locator("#editor .found button").first().waitFor();
      await expectTree(page, `editor`, "#editor");
    });

    await step("of the environment with all its options", async () => {
      await page.locator(".more > summary").click();
      await page.locator(".environment .own").waitFor();
      await expectTree(page, `environment`, ".environment");
      await page.locator(".more > summary").click();
    });

    await step("of a command that waits for what it runs", async () => {
      const host = page.locator(".environment select").first();
      await host.selectOption("claude-code");
      await page.locator("#tab-turn").click();
      await page.locator(".invocation.waits").waitFor();
      await expectTree(page, `command`, ".invocation");
      await host.selectOption("codex");
    });

    for (const [name, button, selector, look] of [
      ["new-file", "New file…", "dialog.new-file", async () => {}],
      ["examples", "Examples…", "dialog.gallery", (dialog) => dialog.locator("li").first().waitFor()],
      [
        "share",
        "Share…",
        "dialog.share",
        async (dialog) => {
          await dialog.locator(".copy").waitFor();
          await dialog.getByText("Saving…").waitFor({ state: "detached" });
        },
      ],
      [
        "can-i-use",
        "Can I use",
        "dialog.can-i-use",
        async (dialog) => {
          await dialog.getByRole("searchbox").fill("license");
          await dialog.locator("tbody .cell").first().click();
          await dialog.locator(".note").waitFor();
        },
      ],
    ]) {
      await step(`of the dialog ${name}`, async () => {
        await page.getByRole("button", { name: button }).click();
        await look(page.locator(selector));
        await expectTree(page, `${name}`, selector);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        await page.locator(selector).waitFor({ state: "detached" });
      });
    }

    await step("of the plan of all safe fixes", async () => {
      await page.locator("#tab-problems").click();
      await page.locator(".all-fixes:enabled").click();
      await page.locator("dialog.plan").waitFor();
      await expectTree(page, `plan`, "dialog.plan");
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
      await expectTree(page, `menu`, "[role=menu]");
      await page.keyboard.press("Escape");
    });

    await step("of the message that a file was deleted", async () => {
      await page.locator("#files .pane-head button").click();
      await page.locator(".notice").waitFor();
      await expectTree(page, `message`, ".notice");
    });
  },
  // So high that no list leaves out the rows that are out of sight.
  { viewport: { width: 1280, height: 5_000 } },
);

// ---- what is said ------------------------------------------------------------------------------------------------------

/** Notes what is said from now on: what comes into a live region that was there before, and alerts as they come. */
function listen(page) {
  return page.evaluate(() => {
    const LIVE = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive], output";
    const last = new WeakMap();
    window.heard = [];
    new MutationObserver((changes) => {
      const regions = new Set();
      const fresh = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]));
      const isFresh = (element) => element !== null && (fresh.has(element) || isFresh(element.parentElement));
      for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
        if (region && !isFresh(region)) regions.add(region);
      }
      for (const node of fresh) {
        if (!(node instanceof Element)) continue;
        for (const alert of node.querySelectorAll("[role=alert]")) regions.add(alert);
        if (node.matches("[role=alert]")) regions.add(node);
      }
      for (const region of regions) {
        const words = region.textContent.replace(/\s+/g, " ").trim();
        if (words !== "" && words !== last.get(region)) window.heard.push(words);
        last.set(region, words);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

/** These words, and no others with them, are said. */
async function expectHeard(page, words) {
  await expectSoon(() => page.evaluate((words) => window.heard.find((one) => one === words) ?? window.heard, words), words);
  await page.evaluate(() => (window.heard = []));
}

journey("what a screen reader says by itself", async (page, step) => {
  const filter = page.getByRole("searchbox", { name: "Filter by path, rule or words" });
  await listen(page);

  await step("after an edit, when typing pauses: how many skills the host sees now", async () => {
    await retype(page, editor(page), "# No frontmatter\n");
    await expectHeard(page, "3 skills found, 2 errors, 6 left out");
    await page.keyboard.press("ControlOrMeta+z");
    await expectHeard(page, "4 skills found, 1 error, 6 left out");
  });

  await step("when a mistake is found in an option: the reason", async () => {
    await page.getByRole("textbox", { name: "Directory" }).fill("nowhere");
    await page.keyboard.press("Enter");
    await page.locator(".environment .problem").waitFor();
    await expectHeard(page, await page.locator(".environment .problem").textContent());
    await page.getByRole("textbox", { name: "Directory" }).fill("/repo");
    await page.keyboard.press("Enter");
  });

  await step("while problems are filtered: how many are left, and that none is", async () => {
    await showView(page, "Problems");
    await filter.fill("unclosed-quote");
    await expectHeard(page, "1 problem in 1 file");
    await filter.fill("unclosed-quotes");
    await expectHeard(page, "No problem passes the filter.");
    await filter.fill("unclosed-quote");
    await expectHeard(page, "1 problem in 1 file");
  });

  await step("after a fix: what it did", async () => {
    await page.getByRole("button", { name: /^Close the quote/ }).click();
    await expectHeard(page, "Done: Close the quote.");
    await filter.fill("");
  });

  await step("after a deletion: what is gone", async () => {
    await page.getByRole("button", { name: "Delete file" }).click();
    await expectHeard(page, "Deleted /repo/.agents/skills/release-notes/SKILL.md.");
  });

  await step("of a name that cannot be: the reason", async () => {
    await page.locator('[role="treeitem"][data-path="/repo/.agents/skills/api-review"]').focus();
    await page.keyboard.press("F2");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("a/b");
    await page.keyboard.press("Enter");
    await expectHeard(page, "A name has no slash.");
    await page.keyboard.press("Escape");
  });

  await step("of a request: how many skills fit, already of the first", async () => {
    await showView(page, "Search");
    await page.getByRole("searchbox", { name: "Request" }).fill("migration");
    await expectHeard(page, "1 skill");
    await page.getByRole("searchbox", { name: "Request" }).fill("nonsense");
    await expectHeard(page, "No skill has a word of it.");
  });

  await step("after a zip was opened: what was taken, and where it is", async () => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open zip…" }).click();
    await (await chooser).setFiles({
      name: "skills.zip",
      mimeType: "application/zip",
      buffer: Buffer.from(zip({ "alpha/SKILL.md": skill("alpha") })),
    });
    await expectHeard(page, "skills.zip: put 1 file at /repo/.agents/skills.");
    await expectCount(page.locator(".notice select"), 1);
  });
});
