// Lock files, through the package.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";

import { startPackage } from "./project.mjs";

const { skillglass } = await startPackage();

const SKILL = "---\nname: pdf\ndescription: Fill in forms.\n---\n";
const PDF = "/repo/.agents/skills/pdf/SKILL.md";
const LOCK = "/repo/skills-lock.json";

const digest = createHash("sha256").update("SKILL.md").update(SKILL).digest("hex");
const lock = (computedHash) =>
  JSON.stringify({ version: 1, skills: { pdf: { source: "acme/skills", sourceType: "github", ref: "v1", computedHash } } });

/** Calls `act` with a workspace that has these files; null for one whose contents are not given. */
function within(files, act) {
  const workspace = new skillglass.Workspace({ host: "codex", cwd: "/repo", home: "/home/me" });
  try {
    workspace.writeAll(files);
    return act(workspace);
  } finally {
    workspace.free();
  }
}

describe("locks()", () => {
  test("compares a copy with its lock file, and has the place of the digest", () => {
    const text = lock(digest);
    const { locks, unread } = within({ [PDF]: SKILL, [LOCK]: text }, (workspace) => workspace.locks());
    const [{ range, ...entry }] = locks[0].entries;
    assert.deepEqual(
      [locks.length, locks[0].path, locks[0].format, locks[0].version, locks[0].problems, locks[0].unlisted, unread],
      [1, LOCK, "project", "1", [], [], []],
    );
    assert.deepEqual(entry, {
      name: "pdf",
      source: "acme/skills",
      reference: "v1",
      state: "same",
      reason: null,
      expected: { algorithm: "skills-cli", value: digest },
      copies: [{ path: "/repo/.agents/skills/pdf", state: "same", reason: null, found: digest }],
    });
    assert.equal(text.slice(range.start.offset, range.end.offset), JSON.stringify(digest));
  });

  test("asks for the files that it needs", () => {
    within({ [PDF]: null, [LOCK]: null }, (workspace) => {
      assert.deepEqual(workspace.locks().unread, [LOCK]);
      assert.ok(workspace.plan({ for: "lint" }).includes(LOCK));
      workspace.write(LOCK, lock(digest));
      assert.deepEqual(workspace.locks().unread, [PDF]);
      workspace.write(PDF, SKILL);
      assert.equal(workspace.locks().locks[0].entries[0].state, "same");
    });
  });

  test("gives a faulty file as a problem, and throws nothing", () => {
    for (const text of ["", "{", "[]", "\ufeff{}", '{"version":1,"skills":{"pdf":null}}'])
      within({ [LOCK]: text }, (workspace) => assert.equal(workspace.locks().locks[0].problems.length, 1, text));
  });

  test("agrees with the findings of lint", () => {
    within({ [PDF]: `${SKILL}More.\n`, [LOCK]: lock(digest) }, (workspace) => {
      const [{ entries }] = workspace.locks().locks;
      const found = workspace.lint().filter(({ code }) => code.startsWith("lock-"));
      assert.equal(entries[0].state, "changed");
      assert.deepEqual(
        found.map(({ code, severity, path, range }) => [code, severity, path, range]),
        [["lock-changed", "info", LOCK, entries[0].range]],
      );
    });
  });
});
