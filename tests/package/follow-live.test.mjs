// Folders that change while they are followed: a directory of the disk with `fs.watch`, and one of Chromium with its
// `FileSystemObserver`. Each step is read until the workspace has it.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, test } from "node:test";
import { launch, serve } from "../browser.mjs";
import { until } from "./live-folders.mjs";
import { freshProject } from "./project.mjs";

const project = freshProject();
const sources = await project.load("skillglass/sources");
const { liveDirectory } = await project.load("skillglass/sources/node");
const skillglass = await project.load("skillglass");
await skillglass.default();

const text = (name) => `---\nname: ${name}\ndescription: Does ${name}.\n---\nDo ${name}.\n`;
const names = (workspace) => workspace.catalog().skills.map(({ name }) => name);
const isLike = (expected) => (seen) => JSON.stringify(seen) === JSON.stringify(expected);

describe("a directory of the disk", () => {
  /** Follows a new directory with one skill, and ends. */
  async function inDirectory(options, act) {
    const root = mkdtempSync(join(tmpdir(), "skillglass-live-"));
    const skills = join(root, ".agents/skills");
    const write = (path, contents) => {
      mkdirSync(dirname(join(skills, path)), { recursive: true });
      writeFileSync(join(skills, path), contents);
    };
    mkdirSync(join(root, ".git"));
    writeFileSync(join(root, ".git/HEAD"), "");
    write("pdf/SKILL.md", text("pdf"));
    const workspace = new skillglass.Workspace({ host: "codex", cwd: "/repo", home: "/home/me" });
    const failures = [];
    const onFailure = (error) => failures.push(error);
    const following = await sources.follow(workspace, liveDirectory(root, options), { at: "/repo", onFailure });
    try {
      const has = (...expected) => until(() => names(workspace), isLike(expected));
      await act({ root, skills, write, has, following, workspace });
      assert.deepEqual(failures, []);
    } finally {
      following.stop();
      workspace.free();
      rmSync(root, { recursive: true });
    }
  }

  const STEPS = {
    "a file that is written": async ({ write, has }) => {
      write("pdf/SKILL.md", text("forms"));
      await has("forms");
    },
    "a new folder in a new folder, and files in it": async ({ write, has }) => {
      write("csv/SKILL.md", text("csv"));
      await has("csv", "pdf");
      write("csv/SKILL.md", text("tables"));
      await has("pdf", "tables");
    },
    "a folder that is renamed, and a file in it": async ({ skills, write, has }) => {
      renameSync(join(skills, "pdf"), join(skills, "forms"));
      write("forms/SKILL.md", text("forms"));
      await has("forms");
    },
    "a folder that is removed and comes again": async ({ skills, write, has }) => {
      rmSync(join(skills, "pdf"), { recursive: true });
      await has();
      write("pdf/SKILL.md", text("again"));
      await has("again");
    },
  };
  for (const recursive of [undefined, true]) {
    for (const [what, act] of Object.entries(STEPS))
      test(`has ${what}, ${recursive ? "with one watcher" : "with the watchers of this system"}`, () => inDirectory({ recursive }, act));
  }

  test("has a file that was replaced, as editors save, and the next change of it", () =>
    inDirectory({ recursive: false }, async ({ skills, write, has }) => {
      for (const name of ["first", "second"]) {
        write("pdf/SKILL.md.tmp", text(name));
        renameSync(join(skills, "pdf/SKILL.md.tmp"), join(skills, "pdf/SKILL.md"));
        await has(name);
      }
      write("pdf/SKILL.md", text("third"));
      await has("third");
    }));

  test("has links that stay inside, and refuses those that lead out until they are gone", () =>
    inDirectory({ recursive: false }, async ({ root, write, has, following }) => {
      const reasons = () => following.refused.map(({ path, reason }) => [path, reason]);
      write("../../elsewhere/csv/SKILL.md", text("csv"));
      symlinkSync("../../elsewhere/csv", join(root, ".agents/skills/csv"));
      await has("csv", "pdf");
      symlinkSync(tmpdir(), join(root, "outside"));
      await until(reasons, isLike([["outside", "link-out"]]));
      rmSync(join(root, "outside"));
      await until(reasons, isLike([]));
      write("../../elsewhere/csv/SKILL.md", text("tables"));
      await has("pdf", "tables");
    }));

  test("reads nothing below a link that leads out, whatever a watcher of the caller's says", () =>
    inDirectory({}, async ({ root, following }) => {
      const outside = mkdtempSync(join(tmpdir(), "skillglass-outside-"));
      writeFileSync(join(outside, "SKILL.md"), text("outside"));
      symlinkSync(outside, join(root, ".agents/skills/outside"));
      const before = following.files;
      await following.take([{ type: "appeared", path: ".agents/skills/outside/SKILL.md" }]);
      assert.equal(following.files, before);
      rmSync(outside, { recursive: true });
    }));
});

describe("a folder of the browser", async () => {
  project.write("index.html", '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">');
  const server = await serve(project.folder);
  const browser = await launch();
  after(async () => {
    await browser.close();
    await server.close();
  });

  /** Runs a script on a page of its own, with the package, and the state of its workspace until it is as expected. */
  async function onPage(act) {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.evaluate(async () => {
      const { openWorkspace } = await import("/node_modules/skillglass/entries/worker/index.js");
      const { follow, liveFolder } = await import("/node_modules/skillglass/entries/sources/index.js");
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("project", { create: true });
      const handleOf = async (path) => {
        let at = folder;
        for (const part of path.split("/").slice(0, -1)) at = await at.getDirectoryHandle(part, { create: true });
        return at.getFileHandle(path.split("/").at(-1), { create: true });
      };
      const write = async (path, contents) => {
        const stream = await (await handleOf(path)).createWritable();
        await stream.write(contents);
        await stream.close();
      };
      await write(".git/HEAD", "");
      const workspace = openWorkspace({ host: "codex", cwd: "/repo" });
      const reports = [];
      const start = () => follow(workspace, liveFolder(folder), { at: "/repo", onChange: (report) => reports.push(report) });
      Object.assign(globalThis, { folder, handleOf, write, workspace, reports, start, liveFolder });
    });
    const has = (...expected) =>
      until(() => page.evaluate(async () => (await workspace.catalog()).skills.map(({ name }) => name)), isLike(expected));
    try {
      await act(page, has);
    } finally {
      await page.evaluate(() => {
        workspace.close();
        return navigator.storage.getDirectory().then((root) => root.removeEntry("project", { recursive: true }));
      });
      await page.close();
    }
  }

  test("is followed by its observer, in a workspace of a worker", () =>
    onPage(async (page, has) => {
      const SKILL = ".agents/skills/pdf/SKILL.md";
      const put = (path, contents) => page.evaluate(([path, contents]) => write(path, contents), [path, contents]);
      await put(SKILL, text("pdf"));
      await page.evaluate(async () => {
        globalThis.following = await start();
      });
      await has("pdf");
      await put(SKILL, text("forms"));
      await has("forms");
      await put(".agents/skills/csv/SKILL.md", text("csv"));
      await has("csv", "forms");
      await page.evaluate(async (path) => (await handleOf(path)).move("README.md"), SKILL);
      await has("csv");
      await page.evaluate(async () => (await folder.getDirectoryHandle(".agents")).removeEntry("skills", { recursive: true }));
      await has();
      await page.evaluate(() => following.stop());
    }));

  test("has no watch in a browser without an observer, and takes changes", () =>
    onPage(async (page, has) => {
      const SKILL = ".agents/skills/pdf/SKILL.md";
      const watches = await page.evaluate(async () => {
        globalThis.FileSystemObserver = undefined;
        globalThis.following = await start();
        return "watch" in liveFolder(folder);
      });
      assert.equal(watches, false);
      await page.evaluate(([path, contents]) => write(path, contents), [SKILL, text("pdf")]);
      await page.evaluate((path) => following.take([{ type: "appeared", path }]), SKILL);
      await has("pdf");
      await page.evaluate(() => following.take([{ type: "disappeared", path: ".agents/none/SKILL.md" }]));
      await has("pdf");
    }));

  test("tells of every type of record that an observer has", () =>
    onPage(async (page, has) => {
      // Chromium makes these rarely: the page has an observer of the same interface.
      const SKILL = ".agents/skills/pdf/SKILL.md";
      await page.evaluate(async () => {
        globalThis.FileSystemObserver = class {
          constructor(heard) {
            globalThis.tell = (...records) => heard(records);
          }
          async observe() {}
          disconnect() {
            globalThis.isDisconnected = true;
          }
        };
        globalThis.failures = [];
        globalThis.following = await start();
      });
      await page.evaluate(([path, contents]) => write(path, contents), [SKILL, text("pdf")]);
      await page.evaluate(() => tell({ type: "unknown", relativePathComponents: [] }));
      await has("pdf");
      const moved = { type: "moved", relativePathComponents: ["other"], relativePathMovedFrom: [".agents"] };
      await page.evaluate((record) => folder.removeEntry(".agents", { recursive: true }).then(() => tell(record)), moved);
      await has();
      await page.evaluate(() => tell({ type: "errored", relativePathComponents: [] }));
      await assert.rejects(
        page.evaluate(() => following.take([])),
        /stopped observing the folder/,
      );
      assert.equal(await page.evaluate(() => isDisconnected), true);
    }));
});
