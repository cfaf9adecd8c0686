// `follow` of `skillglass/sources`: a folder that changes, in a workspace. After each batch the workspace has what a new mount of the
// folder would have.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { FakeFolder } from "./live-folders.mjs";
import { freshProject } from "./project.mjs";

const project = freshProject();
const sources = await project.load("skillglass/sources");
const skillglass = await project.load("skillglass");
const { openWorkspace } = await project.load("skillglass/worker");
await skillglass.default();

const OPTIONS = { host: "codex", cwd: "/repo", home: "/home/me" };
const text = (name) => `---\nname: ${name}\ndescription: Does ${name}.\n---\nDo ${name}.\n`;
const PDF = ".agents/skills/pdf/SKILL.md";
const CSV = ".agents/skills/csv/SKILL.md";
const SCRIPT = ".agents/skills/pdf/scripts/fill.py";

const folderOf = (entries) => new FakeFolder(sources, { ".git/HEAD": "", ...entries });
const opened = () => new skillglass.Workspace(OPTIONS);
const names = async (workspace) => (await workspace.catalog()).skills.map(({ name }) => name).sort();

/** What a workspace has: the skills with all that hosts found, and the files that wait. */
async function stateOf(workspace) {
  const { revision: _, ...catalog } = await workspace.catalog();
  return { catalog, resources: await workspace.resources(catalog.skills.map(({ path }) => path)), plan: await workspace.plan() };
}

/** The same of a new workspace that the folder as it is now was mounted in. */
async function stateOfMount(folder, options = {}) {
  const workspace = opened();
  await sources.mount(workspace, folder.tree(), { at: "/repo", ...options });
  return stateOf(workspace);
}

/** Follows a folder, and gives what changes it: the reports of batches come in `reports`. */
async function followed(entries, options = {}) {
  const folder = folderOf(entries);
  const workspace = opened();
  const reports = [];
  const following = await sources.follow(workspace, folder, { at: "/repo", onChange: (report) => reports.push(report), ...options });
  folder.looks.length = 0;
  folder.reads.length = 0;
  return { folder, workspace, following, reports };
}

/** Has readings of a folder wait until the returned function is called. */
function gateOf(folder) {
  let open;
  folder.gate = new Promise((resolve) => {
    open = resolve;
  });
  return () => {
    folder.gate = Promise.resolve();
    open();
  };
}

describe("a folder that is followed", () => {
  test("is mounted first: all paths, and the contents that the host reads", async () => {
    const folder = folderOf({ [PDF]: text("pdf"), [SCRIPT]: "print()" });
    const workspace = opened();
    const following = await sources.follow(workspace, folder, { at: "/repo" });
    assert.deepEqual(await stateOf(workspace), await stateOfMount(folder));
    assert.ok(!folder.reads.includes(SCRIPT));
    assert.deepEqual([following.at, following.files, following.refused], ["/repo", 3, []]);
  });

  const other = { to: "../csv" };
  const CASES = [
    ["a file that appeared", (f) => f.put(CSV, text("csv")), [{ type: "appeared", path: CSV }]],
    ["a folder that appeared, with all below it", (f) => f.put(CSV, text("csv")), [{ type: "appeared", path: ".agents/skills/csv" }]],
    ["a file that was modified", (f) => f.put(PDF, text("forms")), [{ type: "modified", path: PDF }]],
    ["a file that disappeared", (f) => f.drop(PDF), [{ type: "disappeared", path: PDF }]],
    ["a folder that disappeared", (f) => f.drop(".agents"), [{ type: "disappeared", path: ".agents" }]],
    ["a file that was moved", (f) => f.move(PDF, CSV), [{ type: "moved", path: CSV, from: PDF }]],
    [
      "a folder that was moved",
      (f) => f.move(".agents/skills/pdf", ".agents/skills/forms"),
      [{ type: "moved", path: ".agents/skills/forms", from: ".agents/skills/pdf" }],
    ],
    [
      "a file that replaced another, as editors save",
      (f) => f.put(PDF, text("forms")),
      [
        { type: "appeared", path: `${PDF}.tmp` },
        { type: "moved", path: PDF, from: `${PDF}.tmp` },
      ],
    ],
    [
      "a folder that was moved, and another in its place",
      (f) => {
        f.move(".agents/skills/pdf", ".agents/skills/forms");
        f.put(PDF, text("new"));
      },
      [
        { type: "moved", path: ".agents/skills/forms", from: ".agents/skills/pdf" },
        { type: "appeared", path: ".agents/skills/pdf" },
        { type: "appeared", path: PDF },
      ],
    ],
    [
      "a file that is a folder now",
      (f) => f.put(`${PDF}/x`, ""),
      [
        { type: "appeared", path: `${PDF}/x` },
        { type: "appeared", path: PDF },
      ],
    ],
    ["a folder that is a file now", (f) => f.put(".agents/skills/pdf", ""), [{ type: "unknown", path: ".agents/skills/pdf" }]],
    [
      "a file that is a link now",
      (f) => {
        f.put(CSV, text("csv"));
        f.put(".agents/skills/pdf", other);
      },
      [{ type: "unknown", path: ".agents/skills" }],
    ],
    ["a link that appeared", (f) => f.put(".agents/skills/same", { to: "pdf" }), [{ type: "appeared", path: ".agents/skills/same" }]],
    ["an empty folder", (f) => f.put(".agents/skills/empty", null), [{ type: "appeared", path: ".agents/skills/empty/" }]],
    [
      "anything, when changes were missed",
      (f) => {
        f.put(PDF, text("forms"));
        f.put(CSV, text("csv"));
        f.drop(SCRIPT);
      },
      [{ type: "unknown", path: "" }],
    ],
  ];
  for (const [what, change, changes] of CASES) {
    test(`has ${what}`, async () => {
      const { folder, workspace, following } = await followed({ [PDF]: text("pdf"), [SCRIPT]: "print()" });
      change(folder);
      await following.take(changes);
      assert.deepEqual(await stateOf(workspace), await stateOfMount(folder));
      assert.equal(following.files, folder.tree().files.size);
    });
  }

  test("after any changes is as if it were mounted anew", async () => {
    let seed = 7;
    const random = (most) => {
      seed = (seed * 48_271) % 0x7fffffff;
      return seed % most;
    };
    const pick = (list) => list[random(list.length)];
    const places = ["a", "b", "c"].flatMap((skill) => [
      `.agents/skills/${skill}`,
      `.agents/skills/${skill}/SKILL.md`,
      `.agents/skills/${skill}/scripts`,
      `.agents/skills/${skill}/scripts/run.py`,
    ]);
    const { folder, workspace, following } = await followed({ [PDF]: text("pdf") });
    for (let round = 0; round < 150; round++) {
      const changes = [];
      for (let count = random(6); count >= 0; count--) {
        const path = pick(places);
        const known = folder.entries.has(path);
        const kind = random(6);
        if (kind === 0) {
          folder.drop(path);
          changes.push({ type: "disappeared", path });
        } else if (kind === 1 && known) {
          const to = pick(places);
          if (to.startsWith(path) || path.startsWith(to)) continue;
          folder.move(path, to);
          changes.push({ type: "moved", path: to, from: path });
          // Folders above it may be new.
          changes.push({ type: "appeared", path: to.split("/").slice(0, 3).join("/") });
        } else if (kind === 2) {
          folder.put(path, { to: `../${pick(["a", "b", "c"])}` });
          changes.push({ type: "appeared", path }, { type: "appeared", path: path.split("/").slice(0, 3).join("/") });
        } else if (typeof folder.entries.get(path) === "string") {
          folder.put(path, text(pick(["x", "y", "z"])));
          changes.push({ type: "modified", path });
        } else {
          folder.put(path, text(pick(["x", "y", "z"])));
          changes.push({ type: "appeared", path: path.split("/").slice(0, 3).join("/") });
        }
      }
      await following.take(changes);
      assert.deepEqual(await stateOf(workspace), await stateOfMount(folder), `after ${JSON.stringify(changes)}`);
    }
  });

  test("reads again only what changed and someone reads", async () => {
    const { folder, following, reports } = await followed({ [PDF]: text("pdf"), [CSV]: text("csv"), [SCRIPT]: "print()" });
    for (const path of [PDF, SCRIPT]) folder.put(path, `${folder.entries.get(path)}#`);
    await following.take([PDF, SCRIPT].map((path) => ({ type: "modified", path })));
    assert.deepEqual([folder.reads, folder.looks], [[PDF], []]);
    assert.deepEqual(reports, [{ appeared: [], modified: [PDF, SCRIPT], disappeared: [], read: 1, refused: [] }]);
  });

  test("reads for rules, too, where lint is the reader", async () => {
    const { folder, workspace, following } = await followed({ [PDF]: text("pdf") }, { for: "lint" });
    folder.put(SCRIPT, "print()");
    await following.take([{ type: "appeared", path: SCRIPT }]);
    assert.ok(folder.reads.includes(SCRIPT));
    assert.deepEqual(workspace.plan({ for: "lint" }), []);
  });

  test("reads for other hosts from the time on that they are wanted", async () => {
    const { folder, workspace, following } = await followed({ ".claude/skills/log/SKILL.md": text("log") });
    assert.equal(folder.reads.length, 0);
    assert.ok((await following.read({ hosts: ["claude-code"] })) >= 1);
    folder.put(".claude/skills/new/SKILL.md", text("new"));
    await following.take([{ type: "appeared", path: ".claude/skills/new" }]);
    workspace.setOptions({ host: "claude-code" });
    assert.deepEqual(await names(workspace), ["log", "new"]);
  });

  test("reports a batch by the paths in the folder, and says nothing where nothing changed", async () => {
    const { folder, following, reports } = await followed({ [PDF]: text("pdf"), [SCRIPT]: "print()" });
    folder.move(".agents/skills/pdf", ".agents/skills/csv");
    await following.take([{ type: "moved", path: ".agents/skills/csv", from: ".agents/skills/pdf" }]);
    folder.looks.length = 0;
    await following.take(["", ".agents/skills"].map((path) => ({ type: "modified", path })));
    assert.deepEqual(folder.looks, []);
    await following.take([{ type: "disappeared", path: "none" }]);
    assert.deepEqual(reports, [
      {
        appeared: [CSV, ".agents/skills/csv/scripts/fill.py", ".agents/skills/csv", ".agents/skills/csv/scripts"],
        modified: [],
        disappeared: [PDF, SCRIPT, ".agents/skills/pdf", ".agents/skills/pdf/scripts"],
        read: 1,
        refused: [],
      },
    ]);
  });

  test("reports a file that nobody reads as modified where it was replaced", async () => {
    const { folder, following, reports } = await followed({ [SCRIPT]: "print()" });
    folder.put(SCRIPT, "print(1)");
    await following.take([{ type: "unknown", path: SCRIPT }]);
    assert.deepEqual(reports, [{ appeared: [], modified: [SCRIPT], disappeared: [], read: 0, refused: [] }]);
  });

  test("never shows a skill without its text while it is read again", async () => {
    const { folder, workspace, following } = await followed({ [PDF]: text("pdf") });
    folder.put(PDF, text("forms"));
    const open = gateOf(folder);
    const taken = following.take([{ type: "modified", path: PDF }]);
    await new Promise(setImmediate);
    assert.deepEqual([folder.reads, await names(workspace)], [[PDF], ["pdf"]]);
    open();
    await taken;
    assert.deepEqual(await names(workspace), ["forms"]);
  });

  test("takes changes that come while others are read together, and after those", async () => {
    const { folder, workspace, following, reports } = await followed({ [PDF]: text("pdf") });
    const open = gateOf(folder);
    folder.put(PDF, text("first"));
    const first = following.take([{ type: "modified", path: PDF }]);
    await new Promise(setImmediate);
    folder.put(PDF, text("second"));
    folder.put(CSV, text("csv"));
    folder.tell({ type: "modified", path: PDF });
    folder.tell({ type: "appeared", path: CSV });
    folder.tell({ type: "modified", path: PDF });
    open();
    await first;
    assert.deepEqual(await names(workspace), ["csv", "second"]);
    assert.deepEqual(folder.looks, [[CSV]]);
    assert.equal(reports.length, 2);
  });

  test("passes over folders of other programs, unless all is wanted", async () => {
    const changes = ["node_modules/a/SKILL.md", ".git/index"].map((path) => ({ type: "appeared", path }));
    const { folder, following } = await followed({ [PDF]: text("pdf") });
    await following.take(changes);
    assert.deepEqual(folder.looks, []);
    const whole = await followed({ [PDF]: text("pdf") }, { whole: true });
    await whole.following.take(changes);
    assert.deepEqual(whole.folder.looks, [["node_modules/a/SKILL.md", ".git/index"]]);
  });

  test("takes the changes of its own watch, and of the caller's watcher without one", async () => {
    const { folder, workspace, following } = await followed({ [PDF]: text("pdf") });
    folder.put(PDF, text("forms"));
    folder.tell({ type: "modified", path: PDF });
    await following.take([]);
    assert.deepEqual(await names(workspace), ["forms"]);
    const beside = opened();
    const without = await sources.follow(beside, { read: folder.read }, { at: "/repo" });
    folder.put(PDF, text("pdf"));
    await without.take([{ type: "modified", path: PDF }]);
    assert.deepEqual(await names(beside), ["pdf"]);
  });

  test("is followed in a workspace of a worker", async () => {
    const workspace = openWorkspace(OPTIONS);
    const folder = folderOf({ [PDF]: text("pdf") });
    const following = await sources.follow(workspace, folder, { at: "/repo" });
    folder.move(".agents/skills/pdf", ".agents/skills/csv");
    await following.take([{ type: "moved", path: ".agents/skills/csv", from: ".agents/skills/pdf" }]);
    assert.deepEqual(await stateOf(workspace), await stateOfMount(folder));
    workspace.close();
  });
});

describe("what cannot be followed", () => {
  test("is a file that cannot be read: it is refused by its path until it can", async () => {
    const { folder, workspace, following, reports } = await followed({ [PDF]: text("pdf") });
    folder.put(PDF, new Error("denied"));
    await following.take([{ type: "modified", path: PDF }]);
    const refused = [{ path: PDF, reason: "unreadable", message: `${PDF} cannot be read` }];
    assert.deepEqual([following.refused, reports.at(-1).refused], [refused, refused]);
    assert.deepEqual(await names(workspace), []);
    folder.put(PDF, text("forms"));
    await following.take([{ type: "modified", path: PDF }]);
    assert.deepEqual([following.refused, await names(workspace)], [[], ["forms"]]);
  });

  test("is a folder that cannot be listed: what was read there stays", async () => {
    const { folder, workspace, following } = await followed({ [PDF]: text("pdf") });
    folder.read = async (paths) => {
      if (paths.includes("")) throw new sources.SourceError("unreadable", "denied");
      return { ...folder.tree([]), refused: [{ path: ".agents/skills", reason: "unreadable", message: "denied" }] };
    };
    for (const path of [".agents/skills", ""]) {
      await following.take([{ type: "unknown", path }]);
      assert.deepEqual(await names(workspace), ["pdf"]);
      assert.deepEqual(following.refused.at(-1), { path, reason: "unreadable", message: "denied" });
    }
  });

  test("is a folder that cannot be listed, until its permissions change", async () => {
    const { folder, workspace, following } = await followed({ [PDF]: text("pdf") });
    const path = ".agents/skills/csv";
    folder.put(path, { cannotBeListed: true });
    await following.take([{ type: "appeared", path }]);
    assert.deepEqual(following.refused, [{ path, reason: "unreadable", message: "it cannot be listed" }]);
    folder.put(CSV, text("csv"));
    await following.take([{ type: "modified", path }]);
    assert.deepEqual([following.refused, await names(workspace)], [[], ["csv", "pdf"]]);
  });

  test("is a path that leads out: nothing is read there", async () => {
    const { folder, following } = await followed({ [PDF]: text("pdf") });
    await following.take([
      { type: "appeared", path: "../other" },
      { type: "modified", path: "/etc/passwd" },
    ]);
    assert.deepEqual(
      following.refused.map(({ path, reason }) => [path, reason]),
      [
        ["../other", "dots"],
        ["/etc/passwd", "absolute"],
      ],
    );
    assert.deepEqual(folder.looks, []);
  });

  test("is what exceeds the number of entries", async () => {
    const { folder, following } = await followed({ [PDF]: text("pdf") }, { limits: { entries: 7 } });
    folder.put(CSV, text("csv"));
    folder.put(".agents/skills/more/SKILL.md", text("more"));
    await following.take([{ type: "unknown", path: "" }]);
    assert.equal(following.files, 3);
    assert.deepEqual(
      following.refused.map(({ reason, message }) => [reason, /limit of 7 files/.test(message)]),
      [["too-many", true]],
    );
  });

  test("is a folder that cannot be read at all", async () => {
    const folder = folderOf({});
    folder.read = async () => {
      throw new sources.SourceError("kind", "it is no directory");
    };
    await assert.rejects(sources.follow(opened(), folder, { at: "/repo" }), { name: "SourceError", reason: "kind" });
    assert.equal(folder.isWatched, false);
  });

  test("is a change of a type that there is not", async () => {
    const { following } = await followed({ [PDF]: text("pdf") });
    await assert.rejects(following.take([{ type: "renamed", path: PDF }]), { name: "TypeError", message: /"renamed"/ });
  });
});

describe("the following ends", () => {
  const ENDS = {
    "by stop()": ({ following }) => following.stop(),
    "by its signal": ({ end }) => end.abort(new Error("enough")),
    "at the end of a block": ({ following }) => following[Symbol.dispose](),
  };
  for (const [how, act] of Object.entries(ENDS)) {
    test(`${how}, also in the middle of a batch`, async () => {
      const end = new AbortController();
      const { folder, workspace, following } = await followed({ [PDF]: text("pdf") }, { signal: end.signal });
      const open = gateOf(folder);
      folder.put(PDF, text("forms"));
      const taken = following.take([{ type: "modified", path: PDF }]);
      await new Promise(setImmediate);
      act({ following, end });
      open();
      await assert.rejects(taken, /enough|not followed any more/);
      assert.deepEqual([folder.isWatched, await names(workspace)], [false, ["pdf"]]);
      await assert.rejects(following.take([]));
    });
  }

  test("when the watch or the workspace fails, with the error", async () => {
    const watch = [];
    const one = await followed({ [PDF]: text("pdf") }, { onFailure: (error) => watch.push(error.message) });
    one.folder.fail(new Error("lost"));
    const rest = [];
    const other = await followed({ [PDF]: text("pdf") }, { onFailure: (error) => rest.push(error.message) });
    other.workspace.free();
    other.folder.tell({ type: "modified", path: PDF });
    await assert.rejects(other.following.take([]));
    assert.deepEqual(watch, ["lost"]);
    assert.equal(rest.length, 1);
    assert.deepEqual([one.folder.isWatched, other.folder.isWatched], [false, false]);
  });
});
