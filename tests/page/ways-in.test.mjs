// How skills get into the page, and what it says of those that cannot.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { counts, drop, editor, expectCounts, expectText, expectValue, journey, openInTree, pageTest, reset, skill, zip } from "./page.mjs";

const notice = (page) => page.locator(".notice");

journey("the sample, and what cannot be brought in", async (page, step) => {
  await step("the sample is there at the start, with its counts in the headings", async () => {
    const seen = await counts(page);
    assert.ok(seen.found >= 3 && seen.errors >= 1 && seen.leftOut >= 2, JSON.stringify(seen));
    await expectText(page.locator("h3.found"), `Skills found ${seen.found}`);
    await expectText(page.locator("h3.errors"), `Errors ${seen.errors}`);
    await expectText(page.locator("h3.left-out"), `Left out ${seen.leftOut}`);
    const names = await page.locator(".card:not(.error):not(.left-out):not(.root) h4").allTextContents();
    assert.ok(names.some((name) => name.startsWith("release-notes")), names.join());
    assert.ok(names.some((name) => name.startsWith("commit-message")), names.join());
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
    await notice(page).getByText(/broken\.zip cannot be read as a zip archive/).waitFor();
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
    await drop(page, { "mine.zip": zip({ "skills/alpha/SKILL.md": skill("alpha"), "skills/beta/SKILL.md": skill("beta"), "skills/beta/notes.md": "# Notes\n" }) });
    await expectCounts(page, { found: 2, errors: 0 });
    await expectText(notice(page).locator("> p"), /mine\.zip: put 3 files at \/repo\/\.agents\/skills\./);
    await page.locator('[role="treeitem"][data-path="/repo/.agents/skills/beta/notes.md"]').waitFor();
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
    await drop(page, { "harbour.zip": zip({ "harbour/.codex/skills/gamma/SKILL.md": skill("gamma"), "harbour/README.md": "# Harbour\n" }) });
    await expectCounts(page, { found: 1 });
    await page.locator('[role="treeitem"][data-path="/repo/.codex/skills/gamma/SKILL.md"]').waitFor();
    await page.locator('[role="treeitem"][data-path="/repo/README.md"]').waitFor();
  });

  await step("a lone SKILL.md gets a folder of its own name", async () => {
    await reset(page);
    await drop(page, { "SKILL.md": skill("delta") });
    await expectCounts(page, { found: 1 });
    await page.locator('[role="treeitem"][data-path="/repo/.agents/skills/delta/SKILL.md"]').waitFor();
  });

  await step("what was dropped can be moved to another mount point", async () => {
    await notice(page).getByLabel("Mount point").selectOption("/home/me/.codex/skills");
    await page.locator('[role="treeitem"][data-path="/home/me/.codex/skills/delta/SKILL.md"]').waitFor();
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
      "latin.zip": zip({ "skills/good/SKILL.md": skill("good"), "skills/good/icon.png": new Uint8Array([137, 80, 78, 71, 0, 0, 1]), "skills/latin/SKILL.md": Buffer.from(skill("caf\u00e9"), "latin1") }),
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
    await page.locator('[role="treeitem"][data-path="/repo/.agents/skills/alpha/references/more.md"]').waitFor();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
