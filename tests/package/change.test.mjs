// What changes between editions and trees, through the package.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { startPackage } from "./project.mjs";

const { skillglass } = await startPackage();

const PDF = "/repo/.agents/skills/pdf/SKILL.md";
const open = (text) => {
  const workspace = new skillglass.Workspace({ host: "pi", cwd: "/repo" });
  workspace.write(PDF, text);
  return workspace;
};
const GOOD = "---\nname: pdf\ndescription: Fill in forms.\n---\nText.\n";

describe("diff(), since() and diffTrees()", () => {
  test("say what changes, and why", () => {
    const workspace = open("---\ndescription: Fill in forms.\n---\nText.\n");
    const { skills, from, to, tokens } = workspace.diff({ from: "codex@2026-02", to: { host: "codex", edition: "2026-05" } });
    assert.deepEqual([from, to, skills.length, tokens.before], ["2026-02", "2026-05", 1, 0]);
    const [{ kind, because, listed }] = skills[0].changes;
    assert.deepEqual([kind, because.reason, listed], ["appears", "missing-name", { as: "whole" }]);
    assert.equal(workspace.since({ skill: PDF, host: "codex" }).since, "2026-05");
    workspace.free();
  });

  test("compare two workspaces, and one with itself", () => {
    const [base, head] = [open(GOOD), open("---\nname: pdf\n---\nText.\n")];
    const [codex] = skillglass.diffTrees(base, head, { hosts: ["codex"] }).hosts;
    assert.deepEqual(
      codex.skills[0].changes.map(({ kind }) => kind),
      ["vanishes"],
    );
    assert.ok(codex.list.some(({ op }) => op === "removed"));
    assert.ok(skillglass.diffTrees(head, head).hosts.every(({ skills }) => skills.length === 0));
    base.free();
    head.free();
    assert.throws(() => skillglass.diffTrees(open(GOOD), head), /null pointer/);
  });

  test("throw for a wrong argument, which the error names", () => {
    const workspace = open(GOOD);
    const elsewhere = new skillglass.Workspace({ cwd: "/base" });
    for (const [argument, call] of [
      ["request", () => workspace.diff()],
      ["from", () => workspace.diff({})],
      ["form", () => workspace.diff({ form: "codex@2026-02" })],
      ["from.host", () => workspace.diff({ from: "codexx@1" })],
      ["to.edition", () => workspace.diff({ from: "codex@2026-02", to: "codex@1" })],
      ["from", () => workspace.diff({ from: "codex" })],
      ["to", () => workspace.diff({ from: "codex", to: "pi" })],
      ["skills[0]", () => workspace.diff({ from: "codex@2026-02", skills: ["/gone"] })],
      ["skill", () => workspace.since({ skill: "/gone", host: "codex" })],
      ["host", () => skillglass.changelog("codexx")],
      ["base", () => skillglass.diffTrees(elsewhere, workspace)],
      ["hosts[0].host", () => skillglass.diffTrees(workspace, workspace, { hosts: ["codexx"] })],
    ])
      assert.throws(call, { name: "ArgumentError", argument });
  });
});

describe("changelog()", () => {
  test("has a small tree for a row, in which diff() shows the difference", () => {
    for (const { edition, previous, rows } of skillglass.changelog("gemini-cli").editions)
      for (const { id, example } of rows) {
        const workspace = new skillglass.Workspace({ ...example.options, host: "gemini-cli" });
        workspace.writeAll(example.files);
        const { skills, list, tool } = workspace.diff({ from: `gemini-cli@${previous}`, to: `gemini-cli@${edition}` });
        assert.ok(skills.length + list.length + tool.length > 0, id);
        workspace.free();
      }
  });
});
