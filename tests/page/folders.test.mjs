// Folders on disk: picked, read only as far as the host reads, and written back. The folders of the picker are those of the
// browser's own file system for the page (OPFS), which have the same interface as picked ones.
import assert from "node:assert/strict";
import { counts, editor, expectCounts, expectText, expectTexts, journey, openInTree, pageTest, reset, skill } from "./page.mjs";
import { append, notice, untilKept } from "./share.mjs";

const inTree = (page, path) => page.locator(`[role="treeitem"][data-path="${path}"]`);
const openFolder = (page) => page.getByRole("button", { name: "Open folder…" }).click();

/** Has the next picker give this folder: path → text. */
async function offerFolder(page, name, files) {
  await page.evaluate(
    async ({ name, files }) => {
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
    },
    { name, files },
  );
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

journey("folders of the picker", async (page, step) => {
  const before = await counts(page);

  await step("a picker that is closed changes nothing and says nothing", async () => {
    await page.evaluate(
      () =>
        (window.showDirectoryPicker = async () => {
          throw new DOMException("closed", "AbortError");
        }),
    );
    await openFolder(page);
    assert.deepEqual(await counts(page), before);
    assert.equal(await notice(page).count(), 0);
  });

  await step("bringing in shows a progress bar, and cancelling it leaves everything as it was", async () => {
    await page.evaluate(() => {
      window.listed = 0;
      window.ended = false;
      const endless = (name) => ({
        kind: "directory",
        name,
        async *entries() {
          try {
            for (let n = 0; ; n++) {
              await new Promise((resolve) => setTimeout(resolve, 5));
              window.listed++;
              yield [`file-${n}`, { kind: "file", name: `file-${n}`, getFile: async () => new File(["x"], `file-${n}`) }];
            }
          } finally {
            window.ended = true;
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
    // The walk is over, too.
    await page.waitForFunction(() => window.ended);
  });

  await step("a folder takes the place of the sample, with all below it", async () => {
    await offerFolder(page, "harbour", {
      ".git/HEAD": "ref: refs/heads/main\n",
      ".git/objects/ab/cd": "x",
      "node_modules/left-pad/index.js": "x",
      "web/node_modules/a/b.js": "x",
      ".agents/skills/alpha/SKILL.md": skill("alpha"),
      ".agents/skills/alpha/references/more.md": "# More\n",
      "README.md": "# Harbour\n",
    });
    await openFolder(page);
    await expectCounts(page, { found: 1, errors: 0 });
    await inTree(page, "/repo/.agents/skills/alpha/references/more.md").waitFor();
    await expectText(notice(page).locator("> p").first(), /harbour: put 4 files at \/repo\. The sample made room\./);
  });

  await step(".git and node_modules are passed over, which is said, until they are asked for", async () => {
    await inTree(page, "/repo/.git").waitFor();
    assert.equal(await inTree(page, "/repo/node_modules").count(), 0);
    await expectText(
      notice(page).locator(".skipped"),
      /^Not taken, .*: (\.git, node_modules \(2 times\)|node_modules \(2 times\), \.git)\./,
    );
    await notice(page).getByRole("button", { name: "Take them too" }).click();
    await inTree(page, "/repo/node_modules").waitFor();
    await expectCounts(page, { found: 1 });
    assert.equal(await notice(page).locator(".skipped").count(), 0);
  });
});

journey("a folder that is larger than what is kept", async (page, step) => {
  await page.evaluate(() => {
    window.read = [];
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = function () {
      window.read.push(this.name);
      return arrayBuffer.call(this);
    };
  });

  await step("only what the host would read is read, and what is opened", async () => {
    await offerFolder(page, "skills", {
      "alpha/SKILL.md": skill("alpha"),
      "alpha/notes.md": "# Notes\n",
      "alpha/other.md": "theirs",
      "alpha/figures.csv": "1,2,3\n".repeat(1_000_000),
    });
    await openFolder(page);
    await expectCounts(page, { found: 1, errors: 0 });
    // A smaller one is read whole when it is saved in the browser.
    await page.getByRole("button", { name: "Share…" }).click();
    const dialog = page.getByRole("dialog", { name: "Share" });
    await dialog.getByText(/^Not kept: the files are 6\.0 MB/).waitFor();
    await close(page, dialog);
    assert.deepEqual(await page.evaluate(() => window.read), ["SKILL.md"]);
    await openInTree(page, "/repo/.agents/skills/alpha/notes.md");
    await editor(page).getByText("Notes").waitFor();
    assert.deepEqual(await page.evaluate(() => window.read), ["SKILL.md", "notes.md"]);
  });

  await step("a file made in place of one that was never read is told to stand in its way", async () => {
    await inTree(page, "/repo/.agents/skills/alpha/other.md").focus();
    await page.keyboard.press("Delete");
    await inTree(page, "/repo/.agents/skills/alpha/other.md").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "New file…" }).click();
    const created = page.getByRole("dialog", { name: "New file" });
    await created.getByLabel(/Path/).fill("/repo/.agents/skills/alpha/other.md");
    await created.getByLabel(/Contents/).fill("mine");
    await created.getByRole("button", { name: "Create" }).click();
    const dialog = await saveToDisk(page);
    await dialog.getByText("There is another file of this path on disk.").waitFor();
    await expectTexts(dialog.getByRole("listitem").locator("code"), ["alpha/other.md"]);
  });
});

journey("saving to disk", async (page, step) => {
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha"), "beta/SKILL.md": skill("beta") });
  await openFolder(page);
  await expectCounts(page, { found: 2 });

  await step("without the permission nothing is written, and that is said", async () => {
    await page.evaluate(() => {
      window.requestPermission = FileSystemHandle.prototype.requestPermission;
      FileSystemHandle.prototype.requestPermission = async () => "denied";
    });
    await openInTree(page, "/repo/.agents/skills/beta/SKILL.md");
    await append(page, "One line more.");
    const dialog = await saveToDisk(page);
    await dialog.getByRole("button", { name: "Save 1 file" }).click();
    await dialog.getByText("The browser was not allowed to write to the folder.").waitFor();
    assert.equal(await onDisk(page, "skills/beta/SKILL.md"), skill("beta"));
    await close(page, dialog);
    await page.evaluate(() => (FileSystemHandle.prototype.requestPermission = window.requestPermission));
  });

  await step("a changed file is written back to disk, and only that", async () => {
    const dialog = await saveToDisk(page);
    await expectTexts(dialog.getByRole("listitem").locator("code"), ["beta/SKILL.md"]);
    await save(dialog, "1 file");
    await dialog.getByText("Nothing differs from the disk.").waitFor();
    assert.equal(await onDisk(page, "skills/beta/SKILL.md"), `${skill("beta")}One line more.`);
    assert.equal(await onDisk(page, "skills/alpha/SKILL.md"), skill("alpha"));
    await close(page, dialog);
  });

  await step("a new file is written into its folder on disk, which is made if need be", async () => {
    await page.getByRole("button", { name: "New file…" }).click();
    const created = page.getByRole("dialog", { name: "New file" });
    await created.getByLabel(/Contents/).fill(skill("gamma"));
    await created.getByRole("button", { name: "Create" }).click();
    await expectCounts(page, { found: 3 });
    const dialog = await saveToDisk(page);
    await save(dialog, "1 file");
    assert.equal(await onDisk(page, "skills/gamma/SKILL.md"), skill("gamma"));
    await close(page, dialog);
  });

  await step("a file that changed on disk meanwhile is told and not overwritten unless it is chosen", async () => {
    await openInTree(page, "/repo/.agents/skills/alpha/SKILL.md");
    await append(page, "Mine.");
    await offerFolder(page, "skills", { "alpha/SKILL.md": "theirs" });
    const dialog = await saveToDisk(page);
    await dialog.getByText("The file has changed on disk since it was read.").waitFor();
    assert.equal(await dialog.getByRole("button", { name: /^Save \d/ }).isDisabled(), true);
    assert.equal(await onDisk(page, "skills/alpha/SKILL.md"), "theirs");
    await dialog.getByRole("checkbox", { name: "alpha/SKILL.md" }).check();
    await save(dialog, "1 file");
    assert.equal(await onDisk(page, "skills/alpha/SKILL.md"), `${skill("alpha")}Mine.`);
    await close(page, dialog);
  });

  await step("a file that changes on disk while the list is open is held back", async () => {
    await append(page, "Mine again.");
    const dialog = await saveToDisk(page);
    await dialog.getByRole("listitem").waitFor();
    await offerFolder(page, "skills", { "alpha/SKILL.md": "theirs" });
    await dialog.getByRole("button", { name: "Save 1 file" }).click();
    await dialog.getByText("1 file changed on disk meanwhile and was not saved").waitFor();
    assert.equal(await onDisk(page, "skills/alpha/SKILL.md"), "theirs");
  });
});

/** From the next load on the browser lets nobody see the folders until it is asked, as those on a disk; `answer` says what it answers then. */
async function lockFolders(page) {
  await page.addInitScript(() => {
    window.asked = [];
    let state = "prompt";
    FileSystemHandle.prototype.queryPermission = async () => state;
    FileSystemHandle.prototype.requestPermission = async ({ mode }) => {
      window.asked.push(mode);
      return (state = sessionStorage.getItem("answer"));
    };
    const { getDirectoryHandle } = FileSystemDirectoryHandle.prototype;
    FileSystemDirectoryHandle.prototype.getDirectoryHandle = function (...args) {
      if (state !== "granted" && this.name === "skills") throw new DOMException("not asked", "NotAllowedError");
      return getDirectoryHandle.apply(this, args);
    };
  });
}

const answer = (page, answer) => page.evaluate((answer) => sessionStorage.setItem("answer", answer), answer);

async function reload(page) {
  await page.reload();
  await notice(page)
    .getByText(/^Restored/)
    .waitFor();
  await page.locator(".summary").waitFor();
}

/** Opens the dialog that saves to disk. */
async function saveToDisk(page) {
  await page.getByRole("button", { name: "Save to disk…" }).click();
  return page.getByRole("dialog", { name: "Save to disk" });
}

async function save(dialog, files) {
  await dialog.getByRole("button", { name: `Save ${files}` }).click();
  await dialog.getByText(`Saved ${files} to skills.`).waitFor();
}

async function close(page, dialog) {
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

journey("folders on disk after a reload", async (page, step) => {
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha"), "beta/SKILL.md": skill("beta"), "gamma/SKILL.md": skill("gamma") });
  await openFolder(page);
  await expectCounts(page, { found: 3 });
  await openInTree(page, "/repo/.agents/skills/beta/SKILL.md");
  await append(page, "Before.");
  await lockFolders(page);

  await step("a folder that the browser does not open again is not seen, and can be asked for once more", async () => {
    await answer(page, "denied");
    await untilKept(page);
    await reload(page);
    const dialog = await saveToDisk(page);
    await dialog.getByText(/does not let it see the folder skills/).waitFor();
    assert.equal(await dialog.getByRole("button", { name: /^Save/ }).count(), 0);
    await answer(page, "granted");
    await dialog.getByRole("button", { name: "Ask again" }).click();
    await dialog.getByRole("button", { name: "Save 1 file" }).waitFor();
    await close(page, dialog);
  });

  await step("the folder can still be saved to, once the browser was asked", async () => {
    await reload(page);
    assert.deepEqual(await page.evaluate(() => window.asked), []);
    await openInTree(page, "/repo/.agents/skills/gamma/SKILL.md");
    await append(page, "After.");
    const dialog = await saveToDisk(page);
    await save(dialog, "2 files");
    assert.deepEqual(await page.evaluate(() => [...new Set(window.asked)]), ["readwrite"]);
    await close(page, dialog);
    assert.deepEqual(await onDisk(page, "skills/beta/SKILL.md"), `${skill("beta")}Before.`);
    assert.deepEqual(await onDisk(page, "skills/gamma/SKILL.md"), `${skill("gamma")}After.`);
  });

  await step("what was saved to disk differs from it no longer", async () => {
    await untilKept(page);
    await reload(page);
    const dialog = await saveToDisk(page);
    await dialog.getByText("Nothing differs from the disk.").waitFor();
    await close(page, dialog);
  });

  await step("a file that changed on disk before the reload is told and not overwritten unless it is chosen", async () => {
    await openInTree(page, "/repo/.agents/skills/beta/SKILL.md");
    await append(page, "Mine.");
    await offerFolder(page, "skills", { "alpha/SKILL.md": "theirs", "beta/SKILL.md": "theirs" });
    await untilKept(page);
    await reload(page);
    const dialog = await saveToDisk(page);
    await dialog.getByText("The file has changed on disk since it was read.").waitFor();
    await expectTexts(dialog.getByRole("listitem").locator("code"), ["beta/SKILL.md"]);
    assert.equal(await dialog.getByRole("button", { name: /^Save \d/ }).isDisabled(), true);
  });
});

pageTest("where the browser cannot store the folder’s handle, the files are kept all the same", async (page) => {
  await page.evaluate((text) => {
    const file = { kind: "file", name: "SKILL.md", getFile: async () => new File([text], "SKILL.md") };
    const folder = {
      kind: "directory",
      name: "alpha",
      entries: async function* () {
        yield ["SKILL.md", file];
      },
    };
    window.showDirectoryPicker = async () => ({
      kind: "directory",
      name: "skills",
      entries: async function* () {
        yield ["alpha", folder];
      },
    });
  }, skill("alpha"));
  await openFolder(page);
  await expectCounts(page, { found: 1 });
  await append(page, "Mine.");
  await untilKept(page);
  await reload(page);
  await expectText(editor(page), /Mine\./);
  assert.equal(await page.getByRole("button", { name: "Save to disk…" }).count(), 0);
});

journey("a folder that is opened again, and left", async (page, step) => {
  await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha") });
  await openFolder(page);
  await expectCounts(page, { found: 1 });

  await step("it is the disk’s as it is now, and stands in the list once", async () => {
    await offerFolder(page, "skills", { "alpha/SKILL.md": skill("alpha", "Theirs.") });
    await openFolder(page);
    await editor(page).getByText("Theirs.").waitFor();
    await append(page, "Mine.");
    const dialog = await saveToDisk(page);
    await save(dialog, "1 file");
    assert.equal(await dialog.locator("section").count(), 1);
    assert.equal(await onDisk(page, "skills/alpha/SKILL.md"), `${skill("alpha", "Theirs.")}Mine.`);
    await close(page, dialog);
  });

  await step("once it is no longer there, nothing can be saved to it", async () => {
    await page.getByRole("button", { name: "Save to disk…" }).waitFor();
    await reset(page);
    await page.getByRole("button", { name: "Save to disk…" }).waitFor({ state: "detached" });
    await notice(page).getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Save to disk…" }).waitFor();
  });
});
