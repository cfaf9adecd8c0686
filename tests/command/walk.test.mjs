// How the disk comes into a workspace.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import test, { before } from "node:test";
import init, { Workspace } from "../../pkg/node.js";
import { skill, world } from "./run.mjs";

let Walk;
before(async () => {
  await init();
  ({ Walk } = await import("../../pkg/command/tree/walk.js"));
});

const ALL = { depth: 32, honoursGitignore: false, followsLinks: true };

/** A walk over a world's repository, and the names of the skills that Codex has of it. */
function walkOf(t, at) {
  const workspace = new Workspace({ cwd: at("repo"), home: at("home") });
  t.after(() => workspace.free());
  return { walk: new Walk(workspace), names: () => workspace.catalog().skills.map(({ name }) => name), workspace };
}

test("a file that goes between its name and its contents goes from the tree", (t) => {
  const { at } = world(t, { "repo/.agents/skills/pdf/SKILL.md": skill("pdf"), "repo/.agents/skills/csv/SKILL.md": skill("csv") });
  const { walk, names, workspace } = walkOf(t, at);
  walk.enter(at("repo"), ALL);
  rmSync(at("repo/.agents/skills/pdf/SKILL.md"));
  walk.read(workspace.plan());
  assert.deepEqual(names(), ["csv"]);
  assert.deepEqual(walk.troubles, []);
});

test("a file whose name becomes a folder's is trouble, and the rest is read", (t) => {
  const { at, put } = world(t, { "repo/.agents/skills/pdf/SKILL.md": skill("pdf"), "repo/.agents/skills/csv/SKILL.md": skill("csv") });
  const { walk, names, workspace } = walkOf(t, at);
  walk.enter(at("repo"), ALL);
  rmSync(at("repo/.agents/skills/pdf/SKILL.md"));
  put("repo/.agents/skills/pdf/SKILL.md/x", "");
  walk.read(workspace.plan());
  assert.deepEqual(names(), ["csv"]);
  assert.deepEqual(
    walk.troubles.map(({ message }) => message),
    ["it is a folder"],
  );
});

test("a file larger than 8 MiB is not read, and that is told", (t) => {
  const { at } = world(t, { "repo/.agents/skills/pdf/SKILL.md": skill("pdf") + "x".repeat(8 * 1024 * 1024) });
  const { walk, workspace } = walkOf(t, at);
  walk.enter(at("repo"), ALL);
  walk.read(workspace.plan());
  assert.match(walk.troubles[0].message, /more than are read/);
});

test("the depth of a walk is that of the folders below the first", (t) => {
  const { at } = world(t, { "repo/a/b/c/d.txt": "" });
  const { walk } = walkOf(t, at);
  walk.enter(at("repo"), { ...ALL, depth: 2 });
  assert.ok(!walk.files.has(at("repo/a/b/c/d.txt")));
  walk.enter(at("repo"), { ...ALL, depth: 3 });
  assert.ok(walk.files.has(at("repo/a/b/c/d.txt")));
});
