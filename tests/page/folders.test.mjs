// Folders on disk: picked, dropped, read only as far as the host reads, and written back. The folders of the picker are those of the
// browser's own file system for the page (OPFS), which have the same interface as picked ones.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { counts, drop, editor, expectCounts, expectText, expectTexts, openInTree, pageTest, skill, zip } from "./page.mjs";

const notice = (page) => page.locator(".notice");
const inTree = (page, path) => page.locator(`[role="treeitem"][data-path="${path}"]`);
const openFolder = (page) => page.getByRole("button", { name: "Open folder…" }).click();

/** Has the next picker give this folder: path → text. */
async function offerFolder(page, name, files) {
  await page.evaluate(async ({ name, files }) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(name, { create: true });
    for (const [path, text] of Object.entries(files)) {
      const segments = path.split("/");
      const last = segments.pop();
      let at = folder;
      for (const segment of segments) at = await at.getDirectoryHandle(segment, { create: true });
      const stream = await (await at.getFileHandle(last, { create: true })).createWritable();
      await stream.write(text);
      await stream.close();
    }
    window.showDirectoryPicker = async () => folder;
  }, { name, files });
}

/** The text of a file in that folder; null if there is none. */
function onDisk(page, path) {
  return page.evaluate(async (path) => {
    const segments = path.split("/");
    const last = segments.pop();
    let at = await navigator.storage.getDirectory();
    try {
      for (const segment of segments) at = await at.getDirectoryHandle(segment);
      return await (await (await at.getFileHandle(last)).getFile()).text();
    } catch {
      return null;
    }
  }, path);
}

async function append(page, text) {
  await editor(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText(text);
}

pageTest("a folder of the picker takes the place of the sample, with all below it", async (page) => {
  await offerFolder(page, "harbour", { ".agents/skills/alpha/SKILL.md": skill("alpha"), ".agents/skills/alpha/references/more.md": "# More\n", "README.md": "# Harbour\n" });
  await openFolder(page);
  await expectCounts(page, { found: 1, errors: 0 });
  await inTree(page, "/repo/.agents/skills/alpha/references/more.md").waitFor();
  await expectText(notice(page).locator("> p").first(), /harbour: put 3 files at \/repo\. The sample made room\./);
});

pageTest("a picker that is closed changes nothing and says nothing", async (page) => {
  const before = await counts(page);
  await page.evaluate(() => (window.showDirectoryPicker = async () => { throw new DOMException("closed", "AbortError"); }));
  await openFolder(page);
  assert.deepEqual(await counts(page), before);
  assert.equal(await notice(page).count(), 0);
});

pageTest("of a large folder only what the host would read is read", async (page) => {
  await page.evaluate(() => {
    window.read = [];
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = function () {
      window.read.push(this.name);
      return arrayBuffer.call(this);
    };
  });
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha"), "alpha/notes.md": "# Notes\n", "alpha/figures.csv": "1,2,3\n".repeat(1_000_000) });
  await openFolder(page);
  await expectCounts(page, { found: 1, errors: 0 });
  // Longer than the pause after which a small workspace is read whole, to be kept in the browser.
  await page.waitForTimeout(1_500);
  assert.deepEqual(await page.evaluate(() => window.read), ["SKILL.md"]);
  await openInTree(page, "/repo/.agents/skills/alpha/notes.md");
  await editor(page).getByText("Notes").waitFor();
  assert.deepEqual(await page.evaluate(() => window.read), ["SKILL.md", "notes.md"]);
});

pageTest(".git and node_modules are passed over, which is said, until they are asked for", async (page) => {
  await offerFolder(page, "harbour", {
    ".git/HEAD": "ref: refs/heads/main\n", ".git/objects/ab/cd": "x", ".agents/skills/alpha/SKILL.md": skill("alpha"),
    "node_modules/left-pad/index.js": "x", "web/node_modules/a/b.js": "x",
  });
  await openFolder(page);
  await expectCounts(page, { found: 1 });
  await inTree(page, "/repo/.git").waitFor();
  assert.equal(await inTree(page, "/repo/node_modules").count(), 0);
  await expectText(notice(page).locator(".skipped"), /^Not taken, .*: (\.git, node_modules \(2 times\)|node_modules \(2 times\), \.git)\./);
  await notice(page).getByRole("button", { name: "Take them too" }).click();
  await inTree(page, "/repo/node_modules").waitFor();
  await expectCounts(page, { found: 1 });
  assert.equal(await notice(page).locator(".skipped").count(), 0);
});

pageTest("bringing in shows a progress bar, and cancelling it leaves everything as it was", async (page) => {
  const before = await counts(page);
  await page.evaluate(() => {
    window.listed = 0;
    const endless = (name) => ({
      kind: "directory",
      name,
      async *entries() {
        for (let n = 0; ; n++) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          window.listed++;
          yield [`file-${n}`, { kind: "file", name: `file-${n}`, getFile: async () => new File(["x"], `file-${n}`) }];
        }
      },
    });
    window.showDirectoryPicker = async () => endless("endless");
  });
  await openFolder(page);
  const bar = page.getByRole("progressbar", { name: "Bringing in endless" });
  await bar.waitFor();
  await page.waitForFunction(() => window.listed > 20);
  assert.equal(await bar.getAttribute("aria-valuenow"), null);
  await page.getByRole("button", { name: "Cancel" }).click();
  await notice(page).getByText("endless: stopped. Nothing was changed.").waitFor();
  assert.equal(await bar.count(), 0);
  assert.deepEqual(await counts(page), before);
  const listed = await page.evaluate(() => window.listed);
  await page.waitForTimeout(100);
  assert.ok(await page.evaluate(() => window.listed) <= listed + 1, "the walk goes on");
});

pageTest("cancelling a zip stops its unpacking", async (page) => {
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

pageTest("a changed file is written back to disk, and only that", async (page) => {
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha"), "beta/SKILL.md": skill("beta") });
  await openFolder(page);
  await expectCounts(page, { found: 2 });
  await openInTree(page, "/repo/.agents/skills/beta/SKILL.md");
  await append(page, "One line more.");
  await page.getByRole("button", { name: "Save to disk…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save to disk" });
  await dialog.getByRole("listitem").waitFor();
  await expectTexts(dialog.getByRole("listitem").locator("code"), ["beta/SKILL.md"]);
  await dialog.getByRole("button", { name: "Save 1 file" }).click();
  await dialog.getByText("Saved 1 file to skills.").waitFor();
  await dialog.getByText("Nothing differs from the disk.").waitFor();
  assert.equal(await onDisk(page, "skills/beta/SKILL.md"), `${skill("beta")}One line more.`);
  assert.equal(await onDisk(page, "skills/alpha/SKILL.md"), skill("alpha"));
});

pageTest("a new file is written into its folder on disk, which is made if need be", async (page) => {
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha") });
  await openFolder(page);
  await expectCounts(page, { found: 1 });
  await page.getByRole("button", { name: "New file…" }).click();
  const created = page.getByRole("dialog", { name: "New file" });
  await created.getByLabel(/Contents/).fill(skill("gamma"));
  await created.getByRole("button", { name: "Create" }).click();
  await expectCounts(page, { found: 2 });
  await page.getByRole("button", { name: "Save to disk…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save to disk" });
  await dialog.getByRole("button", { name: "Save 1 file" }).click();
  await dialog.getByText("Saved 1 file to skills.").waitFor();
  assert.equal(await onDisk(page, "skills/gamma/SKILL.md"), skill("gamma"));
});

pageTest("a file that changed on disk meanwhile is told and not overwritten unless it is chosen", async (page) => {
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha") });
  await openFolder(page);
  await expectCounts(page, { found: 1 });
  await append(page, "Mine.");
  await offerFolder(page, "skills", { "alpha/SKILL.md": "theirs" });
  await page.getByRole("button", { name: "Save to disk…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save to disk" });
  await dialog.getByText("The file has changed on disk since it was read.").waitFor();
  assert.equal(await dialog.getByRole("button", { name: /^Save \d/ }).isDisabled(), true);
  assert.equal(await onDisk(page, "skills/alpha/SKILL.md"), "theirs");
  await dialog.getByRole("checkbox", { name: "alpha/SKILL.md" }).check();
  await dialog.getByRole("button", { name: "Save 1 file" }).click();
  await dialog.getByText("Saved 1 file to skills.").waitFor();
  assert.equal(await onDisk(page, "skills/alpha/SKILL.md"), `${skill("alpha")}Mine.`);
});

pageTest("a file that changes on disk while the list is open is held back", async (page) => {
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha") });
  await openFolder(page);
  await expectCounts(page, { found: 1 });
  await append(page, "Mine.");
  await page.getByRole("button", { name: "Save to disk…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save to disk" });
  await dialog.getByRole("listitem").waitFor();
  await offerFolder(page, "skills", { "alpha/SKILL.md": "theirs" });
  await dialog.getByRole("button", { name: "Save 1 file" }).click();
  await dialog.getByText("1 file changed on disk meanwhile and was not saved").waitFor();
  assert.equal(await onDisk(page, "skills/alpha/SKILL.md"), "theirs");
});

pageTest("without the permission nothing is written, and that is said", async (page) => {
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha") });
  await page.evaluate(() => (FileSystemHandle.prototype.requestPermission = async () => "denied"));
  await openFolder(page);
  await expectCounts(page, { found: 1 });
  await append(page, "Mine.");
  await page.getByRole("button", { name: "Save to disk…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save to disk" });
  await dialog.getByRole("button", { name: "Save 1 file" }).click();
  await dialog.getByText("The browser was not allowed to write to the folder.").waitFor();
  assert.equal(await onDisk(page, "skills/alpha/SKILL.md"), skill("alpha"));
});

/** Reloads once the workspace is kept, with folders that the browser lets nobody see until it is asked, as those on a disk. */
async function reloadKept(page, answer) {
  await page.getByRole("button", { name: "Share…" }).click();
  await page.getByRole("dialog", { name: "Share" }).getByText("Kept.", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.addInitScript((answer) => {
    window.asked = [];
    window.answer = answer;
    let state = "prompt";
    FileSystemHandle.prototype.queryPermission = async () => state;
    FileSystemHandle.prototype.requestPermission = async ({ mode }) => {
      window.asked.push(mode);
      return (state = window.answer);
    };
    const { getDirectoryHandle } = FileSystemDirectoryHandle.prototype;
    FileSystemDirectoryHandle.prototype.getDirectoryHandle = function (...args) {
      if (state !== "granted" && this.name === "skills") throw new DOMException("not asked", "NotAllowedError");
      return getDirectoryHandle.apply(this, args);
    };
  }, answer);
  await page.reload();
  await notice(page).getByText(/^Restored/).waitFor();
  await page.locator(".summary").waitFor();
}

/** Opens the dialog that saves to disk. */
async function saveToDisk(page) {
  await page.getByRole("button", { name: "Save to disk…" }).click();
  return page.getByRole("dialog", { name: "Save to disk" });
}

pageTest("after a reload the folder can still be saved to, once the browser was asked", async (page) => {
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha"), "beta/SKILL.md": skill("beta"), "gamma/SKILL.md": skill("gamma") });
  await openFolder(page);
  await expectCounts(page, { found: 3 });
  await openInTree(page, "/repo/.agents/skills/beta/SKILL.md");
  await append(page, "Before.");
  await reloadKept(page, "granted");
  assert.deepEqual(await page.evaluate(() => window.asked), []);
  await openInTree(page, "/repo/.agents/skills/gamma/SKILL.md");
  await append(page, "After.");
  const dialog = await saveToDisk(page);
  await dialog.getByRole("button", { name: "Save 2 files" }).click();
  await dialog.getByText("Saved 2 files to skills.").waitFor();
  assert.deepEqual(await page.evaluate(() => [...new Set(window.asked)]), ["readwrite"]);
  await page.keyboard.press("Escape");
  assert.deepEqual(await onDisk(page, "skills/beta/SKILL.md"), `${skill("beta")}Before.`);
  assert.deepEqual(await onDisk(page, "skills/gamma/SKILL.md"), `${skill("gamma")}After.`);
});

pageTest("what was saved to disk differs from it no longer, also after a reload", async (page) => {
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha") });
  await openFolder(page);
  await expectCounts(page, { found: 1 });
  await append(page, "Mine.");
  const before = await saveToDisk(page);
  await before.getByRole("button", { name: "Save 1 file" }).click();
  await before.getByText("Saved 1 file to skills.").waitFor();
  await page.keyboard.press("Escape");
  await reloadKept(page, "granted");
  const dialog = await saveToDisk(page);
  await dialog.getByText("Nothing differs from the disk.").waitFor();
});

pageTest("a file that changed on disk before the reload is told and not overwritten unless it is chosen", async (page) => {
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha"), "beta/SKILL.md": skill("beta") });
  await openFolder(page);
  await expectCounts(page, { found: 2 });
  await openInTree(page, "/repo/.agents/skills/beta/SKILL.md");
  await append(page, "Mine.");
  await offerFolder(page, "skills", { "alpha/SKILL.md": "theirs", "beta/SKILL.md": "theirs" });
  await reloadKept(page, "granted");
  const dialog = await saveToDisk(page);
  await dialog.getByText("The file has changed on disk since it was read.").waitFor();
  await expectTexts(dialog.getByRole("listitem").locator("code"), ["beta/SKILL.md"]);
  assert.equal(await dialog.getByRole("button", { name: /^Save \d/ }).isDisabled(), true);
});

pageTest("a folder that the browser does not open again is not seen, and can be asked for once more", async (page) => {
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha") });
  await openFolder(page);
  await expectCounts(page, { found: 1 });
  await append(page, "Mine.");
  await reloadKept(page, "denied");
  const dialog = await saveToDisk(page);
  await dialog.getByText(/does not let it see the folder skills/).waitFor();
  assert.equal(await dialog.getByRole("button", { name: /^Save/ }).count(), 0);
  await page.evaluate(() => (window.answer = "granted"));
  await dialog.getByRole("button", { name: "Ask again" }).click();
  await dialog.getByRole("button", { name: "Save 1 file" }).click();
  await dialog.getByText("Saved 1 file to skills.").waitFor();
});

pageTest("where the browser cannot store the folder’s handle, the files are kept all the same", async (page) => {
  await page.evaluate((text) => {
    const file = { kind: "file", name: "SKILL.md", getFile: async () => new File([text], "SKILL.md") };
    const folder = { kind: "directory", name: "alpha", entries: async function* () { yield ["SKILL.md", file]; } };
    window.showDirectoryPicker = async () => ({ kind: "directory", name: "skills", entries: async function* () { yield ["alpha", folder]; } });
  }, skill("alpha"));
  await openFolder(page);
  await expectCounts(page, { found: 1 });
  await append(page, "Mine.");
  await reloadKept(page, "granted");
  await expectText(editor(page), /Mine\./);
  assert.equal(await page.getByRole("button", { name: "Save to disk…" }).count(), 0);
});

pageTest("a file made in place of one that was never read is told to stand in its way", async (page) => {
  // More than is kept, or the files would be read for that.
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha"), "alpha/notes.md": "theirs", "alpha/figures.csv": "1,2,3\n".repeat(1_000_000) });
  await openFolder(page);
  await expectCounts(page, { found: 1 });
  await inTree(page, "/repo/.agents/skills/alpha/notes.md").focus();
  await page.keyboard.press("Delete");
  await inTree(page, "/repo/.agents/skills/alpha/notes.md").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "New file…" }).click();
  const created = page.getByRole("dialog", { name: "New file" });
  await created.getByLabel(/Path/).fill("/repo/.agents/skills/alpha/notes.md");
  await created.getByLabel(/Contents/).fill("mine");
  await created.getByRole("button", { name: "Create" }).click();
  const dialog = await saveToDisk(page);
  await dialog.getByText("There is another file of this path on disk.").waitFor();
  await expectTexts(dialog.getByRole("listitem").locator("code"), ["alpha/notes.md"]);
});

pageTest("a folder that is opened again is the disk’s as it is now, and stands in the list once", async (page) => {
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha") });
  await openFolder(page);
  await expectCounts(page, { found: 1 });
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha", "Theirs.") });
  await openFolder(page);
  await editor(page).getByText("Theirs.").waitFor();
  await append(page, "Mine.");
  const dialog = await saveToDisk(page);
  await dialog.getByRole("button", { name: "Save 1 file" }).click();
  await dialog.getByText("Saved 1 file to skills.").waitFor();
  assert.equal(await dialog.locator("section").count(), 1);
  assert.equal(await onDisk(page, "skills/alpha/SKILL.md"), `${skill("alpha", "Theirs.")}Mine.`);
});

pageTest("once the folder is no longer there, nothing can be saved to it", async (page) => {
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha") });
  await openFolder(page);
  await expectCounts(page, { found: 1 });
  await page.getByRole("button", { name: "Save to disk…" }).waitFor();
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("button", { name: "Save to disk…" }).waitFor({ state: "detached" });
  await notice(page).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Save to disk…" }).waitFor();
});

/** Drops a folder of this disk with these files, as a visitor's mouse would. */
async function dropFolder(page, name, files) {
  const above = mkdtempSync(join(tmpdir(), "skillglass-page-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(above, name, path)), { recursive: true });
    writeFileSync(join(above, name, path), text);
  }
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [join(above, name)], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: 600, y: 400, data });
  return () => rmSync(above, { recursive: true });
}

pageTest("a dropped folder is walked like a picked one", async (page) => {
  const clean = await dropFolder(page, "skills", { "alpha/SKILL.md": skill("alpha"), "alpha/references/more.md": "# More\n", "beta/SKILL.md": skill("beta"), "node_modules/x/index.js": "x" });
  try {
    await expectCounts(page, { found: 2, errors: 0 });
    await inTree(page, "/repo/.agents/skills/alpha/references/more.md").waitFor();
    await page.getByRole("button", { name: "Save to disk…" }).waitFor();
  } finally {
    clean();
  }
});

for (const way of ["zip", "folder"]) {
  pageTest(`3,000 skills come in as a ${way}`, async (page, t) => {
    await page.evaluate(() => {
      window.tasks = [];
      new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })))).observe({ type: "longtask" });
    });
    // In groups: a host looks into 2,000 folders of one root.
    const files = {};
    const filler = "A line of instructions that says what comes next.\n".repeat(40);
    for (let n = 0; n < 3_000; n++) files[`${n < 1_500 ? ".agents" : "apps/web/.agents"}/skills/s${n}/SKILL.md`] = skill(`s${n}`) + filler;
    await page.getByLabel("Directory").fill("/repo/apps/web");
    await page.getByLabel("Directory").blur();
    const begun = performance.now();
    const clean = way === "zip" ? (await drop(page, { "many.zip": zip({ ".git/HEAD": "ref: refs/heads/main\n", ...files }) }), () => {}) : await dropFolder(page, "many", { ".git/HEAD": "ref: refs/heads/main\n", ...files });
    const given = performance.now();
    // The drop of the test itself is a long task: it makes the zip's file.
    const dropped = await page.evaluate(() => performance.now());
    try {
      await expectCounts(page, { found: 3_000, errors: 0 }, 60_000);
      const tasks = (await page.evaluate(() => window.tasks)).filter(({ startTime }) => startTime >= dropped).map(({ duration }) => duration);
      const longest = Math.max(0, ...tasks);
      t.diagnostic(`${Math.round(given - begun)} ms to make and hand over, then ${Math.round(performance.now() - given)} ms until the counts; longest task of the page ${longest === 0 ? "under 50" : Math.round(longest)} ms`);
    } finally {
      clean();
    }
  });
}

pageTest("several zips dropped at once keep their skills apart", async (page) => {
  await drop(page, { "one.zip": zip({ "SKILL.md": skill("one") }), "two.zip": zip({ "SKILL.md": skill("two") }) });
  await expectCounts(page, { found: 2, errors: 0 });
  await inTree(page, "/repo/.agents/skills/one/SKILL.md").waitFor();
  await inTree(page, "/repo/.agents/skills/two/SKILL.md").waitFor();
});

/** Pastes as the keyboard would, where the focus is. */
async function paste(page, text) {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    (document.activeElement ?? document.body).dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

pageTest("a paste outside of fields becomes a skill, a second one of the same name another", async (page) => {
  await paste(page, skill("pasted"));
  await expectCounts(page, { found: 1, errors: 0 });
  await inTree(page, "/repo/.agents/skills/pasted/SKILL.md").waitFor();
  await paste(page, skill("pasted", "Another one."));
  await expectCounts(page, { found: 2 });
  await inTree(page, "/repo/.agents/skills/pasted-2/SKILL.md").waitFor();
});

pageTest("a paste into a field, or of a single line, is no skill", async (page) => {
  const before = await counts(page);
  await page.getByLabel("Directory").focus();
  await paste(page, skill("pasted"));
  await editor(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await paste(page, "line\nline");
  await page.evaluate(() => document.activeElement.blur());
  await paste(page, "just some words");
  await page.waitForTimeout(200);
  assert.equal(await notice(page).count(), 0);
  assert.deepEqual((await counts(page)).found, before.found);
});

pageTest("the button pastes what is on the clipboard", async (page) => {
  await page.evaluate((text) => navigator.clipboard.writeText(text), skill("copied"));
  await page.getByRole("button", { name: "Paste", exact: true }).click();
  await expectCounts(page, { found: 1, errors: 0 });
  await inTree(page, "/repo/.agents/skills/copied/SKILL.md").waitFor();
}, { permissions: ["clipboard-read", "clipboard-write"] });

pageTest("where the page may not see the clipboard, the button opens a field to paste into", async (page) => {
  await page.evaluate(() => (navigator.clipboard.readText = async () => { throw new DOMException("no", "NotAllowedError"); }));
  await page.getByRole("button", { name: "Paste", exact: true }).click();
  await page.getByRole("dialog", { name: "New file" }).getByLabel(/Contents/).waitFor();
});
