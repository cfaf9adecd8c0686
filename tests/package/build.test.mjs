// Builds for every host, through the package.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { startPackage } from "./project.mjs";

const { skillglass } = await startPackage();

const PDF = "---\nname: pdf\ndescription: Fill in forms.\n---\n# Forms\n";
const REQUEST = { from: "skills", hosts: ["codex", "claude-code"] };

const open = () => {
  const workspace = new skillglass.Workspace({ cwd: "/repo" });
  workspace.write("/repo/skills/pdf/SKILL.md", PDF);
  return workspace;
};

describe("build(), planForBuild() and putBuild()", () => {
  test("plan the folders, with the proof, and change the tree", () => {
    const workspace = open();
    const plan = workspace.build(REQUEST);
    assert.deepEqual(
      plan.writes.map(({ path }) => path),
      ["/repo/.agents/skills/pdf/SKILL.md", "/repo/.claude/skills/pdf/SKILL.md", "/repo/.skillglass-build.json"],
    );
    assert.deepEqual(
      plan.proof.map(({ host, listed, times, same, because }) => [host, listed.as, times, same, because]),
      [
        ["codex", "whole", 1, true, null],
        ["claude-code", "whole", 1, true, null],
      ],
    );
    assert.deepEqual(workspace.putBuild(REQUEST), { written: 3, refused: [] });
    const again = workspace.build(REQUEST);
    assert.deepEqual([again.writes, again.removes, again.keeps.length], [[], [], 3]);
    workspace.free();
  });

  test("name the files to read before", () => {
    const workspace = open();
    workspace.write("/repo/skills/pdf/logo.png", null);
    assert.deepEqual(workspace.planForBuild(REQUEST), ["/repo/skills/pdf/logo.png"]);
    assert.deepEqual(
      workspace.build(REQUEST).conflicts.map(({ reason, path }) => [reason, path]),
      [["unread", "/repo/skills/pdf/logo.png"]],
    );
    workspace.free();
  });

  test("throw for wrong arguments, and for nothing else", () => {
    const workspace = open();
    for (const [request, argument] of [
      [undefined, "request"],
      [{}, "from"],
      [{ ...REQUEST, from: "none" }, "from"],
      [{ ...REQUEST, how: "hard" }, "how"],
      [{ ...REQUEST, hosts: ["codes"] }, "hosts[0].host"],
      [{ ...REQUEST, scope: "user" }, "scope"],
      [{ ...REQUEST, plugin: "/elsewhere" }, "plugin"],
    ])
      for (const method of ["build", "planForBuild", "putBuild"])
        assert.throws(() => workspace[method](request), { name: "ArgumentError", argument });
    workspace.write("/repo/.skillglass-build.json", "{");
    assert.equal(workspace.build(REQUEST).conflicts[0].reason, "record");
    workspace.free();
  });
});
