// How skills get into the page, and what it says of those that cannot.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dropFolder } from "./disk.mjs";
import { counts, drop, editor, expectCounts, expectText, expectValue, journey, openInTree, pageTest, reset, skill, zip } from "./page.mjs";

const notice = (page) => page.locator(".notice");
const inTree = (page, path) => page.locator(`[role="treeitem"][data-path="${path}"]`);

journey("the sample, and what cannot be brought in", async (page, step) => {
  await step("the sample is there at the start, with its counts in the headings", async () => {
    const seen = await counts(page);
    assert.ok(seen.found >= 3 && seen.errors >= 1 && seen.leftOut >= 2, JSON.stringify(seen));
    await expectText(page.locator("h3.found"), `Skills found ${seen.found}`);
    await expectText(page.locator("h3.errors"), `Errors ${seen.errors}`);
    await expectText(page.locator("h3.left-out"), `Left out ${seen.leftOut}`);
    const names = await page.locator(".card:not(.error):not(.left-out):not(.root) h4").allTextContents();
    assert.ok(
      names.some((name) => name.startsWith("release-notes")),
      names.join(),
    );
    assert.ok(
      names.some((name) => name.startsWith("commit-message")),
      names.join(),
    );
  });

  const before = await counts(page);

  await step("a new file at a path that the workspace refuses says why", async () => {
    await page.getByRole("button", { name: "New file…" }).click();
    const dialog = page.getByRole("dialog", { name: "New file" });
    await dialog.getByLabel("Path").fill("/repo/../etc/SKILL.md");
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.locator(".problem", { hasText: /\S/ }).waitFor();
    await page.keyboard.press("Escape");
  });

  await step("a file that only claims to be a zip is reported and nothing is lost", async () => {
    await drop(page, { "broken.zip": new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]) });
    await notice(page)
      .getByText(/broken\.zip cannot be read as a zip archive/)
      .waitFor();
    assert.deepEqual(await counts(page), before);
  });

  await step("a zip that would unpack to more than 200 MB is refused before it is unpacked", async () => {
    await drop(page, { "bomb.zip": zip({ "a/SKILL.md": skill("a"), "a/zeros.bin": new Uint8Array(201_000_000) }) });
    await notice(page).getByText("bomb.zip holds more than 200 MB of files.").waitFor();
    assert.deepEqual(await counts(page), before);
  });

  await step("a deleted file is gone from the catalog until the deletion is undone", async () => {
    await openInTree(page, "/repo/.agents/skills/release-notes/SKILL.md");
    await page.getByRole("button", { name: "Delete file" }).click();
    await expectCounts(page, { found: before.found - 1 });
    await notice(page).getByRole("button", { name: "Undo" }).click();
    await expectCounts(page, before);
  });

  await step("a pasted SKILL.md becomes a file at the path of its name", async () => {
    await page.getByRole("button", { name: "New file…" }).click();
    const dialog = page.getByRole("dialog", { name: "New file" });
    await dialog.getByLabel(/Contents/).fill(skill("pasted-in"));
    await expectValue(dialog.getByLabel("Path"), "/repo/.agents/skills/pasted-in/SKILL.md");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expectCounts(page, { found: before.found + 1 });
    await expectText(editor(page), /name: pasted-in/);
  });

  await step("a reset brings the sample back as it was", async () => {
    await reset(page);
    await expectCounts(page, before);
    await drop(page, { "SKILL.md": skill("delta") });
    await expectCounts(page, { found: 1, errors: 0 });
    await reset(page);
    await expectCounts(page, before);
  });
});

journey("drops", async (page, step) => {
  await step("a dropped zip of skills takes the place of the sample", async () => {
    await drop(page, {
      "mine.zip": zip({
        "skills/alpha/SKILL.md": skill("alpha"),
        "skills/beta/SKILL.md": skill("beta"),
        "skills/beta/notes.md": "# Notes\n",
      }),
    });
    await expectCounts(page, { found: 2, errors: 0 });
    await expectText(notice(page).locator("> p"), /mine\.zip: put 3 files at \/repo\/\.agents\/skills\./);
    await inTree(page, "/repo/.agents/skills/beta/notes.md").waitFor();
    await expectText(editor(page), /name: alpha/);
  });

  await step("a second drop adds to the first, and can be undone", async () => {
    await drop(page, { "two.zip": zip({ "gamma/SKILL.md": skill("gamma") }) });
    await expectCounts(page, { found: 3 });
    await notice(page).getByRole("button", { name: "Undo" }).click();
    await expectCounts(page, { found: 2 });
  });

  await step("a dropped repository keeps its layout under /repo", async () => {
    await reset(page);
    await drop(page, {
      "harbour.zip": zip({ "harbour/.codex/skills/gamma/SKILL.md": skill("gamma"), "harbour/README.md": "# Harbour\n" }),
    });
    await expectCounts(page, { found: 1 });
    await inTree(page, "/repo/.codex/skills/gamma/SKILL.md").waitFor();
    await inTree(page, "/repo/README.md").waitFor();
  });

  await step("a lone SKILL.md gets a folder of its own name", async () => {
    await reset(page);
    await drop(page, { "SKILL.md": skill("delta") });
    await expectCounts(page, { found: 1 });
    await inTree(page, "/repo/.agents/skills/delta/SKILL.md").waitFor();
  });

  await step("what was dropped can be moved to another mount point", async () => {
    await notice(page).getByLabel("Mount point").selectOption("/home/me/.codex/skills");
    await inTree(page, "/home/me/.codex/skills/delta/SKILL.md").waitFor();
    await page.locator(".card h4 .tag", { hasText: "user" }).waitFor();
    await expectCounts(page, { found: 1 });
  });

  await step("bad paths in a zip are reported and the rest of it loads", async () => {
    await reset(page);
    await drop(page, {
      "bad.zip": zip({
        "skills/good/SKILL.md": skill("good"),
        "../escape/SKILL.md": skill("escape"),
        "/absolute/SKILL.md": skill("absolute"),
        "skills\\windows\\SKILL.md": skill("windows"),
        "skills//SKILL.md": skill("nameless"),
        "skills/empty/": new Uint8Array(),
      }),
    });
    await expectCounts(page, { found: 1, errors: 0 });
    await expectText(notice(page).locator("summary"), "4 paths refused");
    const refused = await notice(page).locator("li code").allTextContents();
    assert.deepEqual(refused.toSorted(), ["../escape/SKILL.md", "/absolute/SKILL.md", "skills//SKILL.md", "skills\\windows\\SKILL.md"]);
    await page.locator('[role="treeitem"][data-path="/repo/.agents/skills/empty"][aria-expanded]').waitFor();
  });

  await step("a SKILL.md that is not UTF-8 is an error of its own and the page stays usable", async () => {
    await reset(page);
    await drop(page, {
      "latin.zip": zip({
        "skills/good/SKILL.md": skill("good"),
        "skills/good/icon.png": new Uint8Array([137, 80, 78, 71, 0, 0, 1]),
        "skills/latin/SKILL.md": Buffer.from(skill("caf\u00e9"), "latin1"),
      }),
    });
    await expectCounts(page, { found: 1, errors: 1 });
    await openInTree(page, "/repo/.agents/skills/latin/SKILL.md");
    await page.locator(".banner", { hasText: "not valid UTF-8" }).waitFor();
    await openInTree(page, "/repo/.agents/skills/good/SKILL.md");
    await editor(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("Still alive.");
    await expectText(editor(page), /Still alive\./);
  });

  await step("binary files are in the tree but not opened as text", async () => {
    await openInTree(page, "/repo/.agents/skills/good/icon.png");
    await page.getByText("A binary file of 7 bytes.").waitFor();
  });
});

pageTest("a picked folder is read with all below it", async (page) => {
  const folder = mkdtempSync(join(tmpdir(), "skillglass-page-"));
  try {
    mkdirSync(join(folder, "alpha/references"), { recursive: true });
    writeFileSync(join(folder, "alpha/SKILL.md"), skill("alpha"));
    writeFileSync(join(folder, "alpha/references/more.md"), "# More\n");
    await page.locator('input[type="file"][webkitdirectory]').setInputFiles(folder);
    await expectCounts(page, { found: 1, errors: 0 });
    await inTree(page, "/repo/.agents/skills/alpha/references/more.md").waitFor();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

journey("drops of several kinds", async (page, step) => {
  await step("cancelling a zip stops its unpacking", async () => {
    const before = await counts(page);
    const files = {};
    for (let n = 0; n < 12; n++) files[`skills/s${n}/SKILL.md`] = skill(`s${n}`);
    for (let n = 0; n < 19; n++) files[`skills/s0/zeros-${n}.bin`] = new Uint8Array(10_000_000);
    await page.evaluate(() => {
      // Whoever waits for the button finds it too late: it is pressed as soon as it is there.
      new MutationObserver((_, observer) => {
        const button = document.querySelector(".progress button");
        if (!button) return;
        observer.disconnect();
        button.click();
      }).observe(document.body, { subtree: true, childList: true });
    });
    await drop(page, { "large.zip": zip(files) });
    await notice(page).getByText("large.zip: stopped. Nothing was changed.").waitFor();
    assert.deepEqual(await counts(page), before);
    await drop(page, { "small.zip": zip({ "alpha/SKILL.md": skill("alpha") }) });
    await expectCounts(page, { found: 1, errors: 0 });
  });

  await step("several zips dropped at once keep their skills apart", async () => {
    await reset(page);
    await drop(page, { "one.zip": zip({ "SKILL.md": skill("one") }), "two.zip": zip({ "SKILL.md": skill("two") }) });
    await expectCounts(page, { found: 2, errors: 0 });
    await inTree(page, "/repo/.agents/skills/one/SKILL.md").waitFor();
    await inTree(page, "/repo/.agents/skills/two/SKILL.md").waitFor();
  });

  await step("a dropped folder is walked like a picked one", async () => {
    await reset(page);
    const clean = await dropFolder(page, "skills", {
      "alpha/SKILL.md": skill("alpha"),
      "alpha/references/more.md": "# More\n",
      "beta/SKILL.md": skill("beta"),
      "node_modules/x/index.js": "x",
    });
    try {
      await expectCounts(page, { found: 2, errors: 0 });
      await inTree(page, "/repo/.agents/skills/alpha/references/more.md").waitFor();
      await page.getByRole("button", { name: "Save to disk…" }).waitFor();
    } finally {
      clean();
    }
  });
});

/** Pastes as the keyboard would, where the focus is. */
async function paste(page, text) {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    (document.activeElement ?? document.body).dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

journey(
  "pastes",
  async (page, step) => {
    const before = await counts(page);

    await step("where the page may not see the clipboard, the button opens a field to paste into", async () => {
      await page.evaluate(() => {
        window.readText = navigator.clipboard.readText;
        navigator.clipboard.readText = async () => {
          throw new DOMException("no", "NotAllowedError");
        };
      });
      await page.getByRole("button", { name: "Paste", exact: true }).click();
      await page
        .getByRole("dialog", { name: "New file" })
        .getByLabel(/Contents/)
        .waitFor();
      await page.keyboard.press("Escape");
      await page.evaluate(() => (navigator.clipboard.readText = window.readText));
    });

    await step("a paste into a field, or of a single line, is no skill", async () => {
      await page.getByLabel("Directory").focus();
      await paste(page, skill("pasted"));
      await editor(page).click();
      await page.keyboard.press("ControlOrMeta+End");
      await paste(page, "line\nline");
      await page.evaluate(() => document.activeElement.blur());
      await paste(page, "just some words");
      assert.equal(await notice(page).count(), 0);
    });

    await step("a paste outside of fields becomes a skill, a second one of the same name another", async () => {
      await paste(page, skill("pasted"));
      await inTree(page, "/repo/.agents/skills/pasted/SKILL.md").waitFor();
      // With the sample, which was changed in the editor; of what was pasted before there is nothing.
      await expectCounts(page, { found: before.found + 1, errors: before.errors });
      await paste(page, skill("pasted", "Another one."));
      await inTree(page, "/repo/.agents/skills/pasted-2/SKILL.md").waitFor();
      await expectCounts(page, { found: before.found + 2, errors: before.errors });
    });

    await step("the button pastes what is on the clipboard", async () => {
      await page.evaluate((text) => navigator.clipboard.writeText(text), skill("copied"));
      await page.getByRole("button", { name: "Paste", exact: true }).click();
      await expectCounts(page, { found: before.found + 3, errors: before.errors });
      await inTree(page, "/repo/.agents/skills/copied/SKILL.md").waitFor();
    });
  },
  { permissions: ["clipboard-read", "clipboard-write"] },
);
