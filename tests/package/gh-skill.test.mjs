// The gate `gh skill` at the boundary: what it says crosses whole, and what it writes is in the workspace.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { startPackage } from "./project.mjs";

const { skillglass } = await startPackage();

const REPORT = "---\nname: report\ndescription: Writes reports.\nlicense: MIT\n---\nWrite it.\n";

function workspaceOf(files) {
  const workspace = new skillglass.Workspace({ host: "codex", cwd: "/project", home: "/home/me" });
  workspace.writeAll(files);
  return workspace;
}

describe("the gate gh skill", () => {
  test("reports each problem of publishing with its place", () => {
    const workspace = workspaceOf({ "/repo/skills/report/SKILL.md": REPORT.replace("name: report", "name: other") });
    const { publish } = workspace.ghSkill({ source: "/repo", project: "/project" });
    assert.equal(publish.accepted, false);
    const [finding] = publish.findings;
    assert.equal(finding.message, 'name "other" does not match directory name "report"');
    assert.deepEqual([finding.path, finding.range.start.line], ["/repo/skills/report/SKILL.md", 2]);
  });

  test("writes a skill that the host then loads, and leaves the source as it is", () => {
    const workspace = workspaceOf({ "/repo/skills/report/SKILL.md": REPORT });
    const request = { source: "/repo", project: "/project", agent: "codex" };
    assert.deepEqual(workspace.ghSkill(request).publish.accepted, true);
    workspace.putGhSkill(request);
    assert.deepEqual(
      workspace.catalog().skills.map(({ path }) => path),
      ["/project/.agents/skills/report/SKILL.md"],
    );
  });

  for (const [request, argument] of [
    [{ source: "repo", project: "/project" }, "source"],
    [{ source: "/repo", project: "/project", agent: "nobody" }, "agent"],
    [{ source: "/repo" }, "project"],
  ]) {
    test(`refuses ${JSON.stringify(request)} and writes nothing`, () => {
      const workspace = workspaceOf({ "/repo/skills/report/SKILL.md": REPORT });
      const before = workspace.revision;
      assert.throws(() => workspace.putGhSkill(request), { name: "ArgumentError", argument });
      assert.equal(workspace.revision, before);
    });
  }
});
