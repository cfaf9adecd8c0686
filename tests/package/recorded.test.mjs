import assert from "node:assert/strict";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { freshProject } from "./project.mjs";
import { cases, compareLoneSkill, compareWorkspace, recording } from "./recorded.mjs";
import { compareConversation, compareRealSkill, compareTyped, known, needsShell } from "./recorded-claude-code.mjs";

const MAX_SHOWN = 5;

let project;
let Workspace;

before(async () => {
  project = freshProject();
  const skillglass = await import(pathToFileURL(join(project.folder, "node_modules/skillglass/node.js")));
  await skillglass.default();
  ({ Workspace } = skillglass);
});
after(() => project.remove());

/** A test over the cases of a recording, all of them or those that count; skipped, and said so, where the recording is not at hand. */
function testRecording(title, name, compare, isCompared = () => true) {
  test(title, (t) => {
    const { path, missing } = recording(name);
    if (missing) return skipLoudly(t, path);
    const start = performance.now();
    const totals = {};
    const failures = [];
    let count = 0;
    let failed = 0;
    for (const [index, recorded] of [...cases(path)].entries()) {
      if (!isCompared(recorded, index)) continue;
      const { disagreements, compared } = named(recorded.id, () => compare(recorded, count));
      count += 1;
      failed += disagreements.length > 0 ? 1 : 0;
      failures.push(...disagreements.map((text) => `${recorded.id}: ${text}`));
      for (const [kind, number] of Object.entries(compared)) totals[kind] = (totals[kind] ?? 0) + number;
    }
    const answers = Object.entries(totals)
      .map(([kind, number]) => `${number} × ${kind}`)
      .join(", ");
    t.diagnostic(`${name}: ${count - failed} of ${count} cases agree (${answers}), ${((performance.now() - start) / 1000).toFixed(1)} s`);
    assert.notEqual(count, 0, `${path} holds no cases`);
    assert.equal(failed, 0, `${failed} of ${count} cases disagree, the first:\n${failures.slice(0, MAX_SHOWN).join("\n")}`);
  });
}

function skipLoudly(t, path) {
  const message = `NOT COMPARED: no recorded answers at ${path}`;
  console.log(message);
  t.skip(message);
}

/** Gives an error the name of the case that it came from. */
function named(id, act) {
  try {
    return act();
  } catch (error) {
    throw new Error(`${id}: ${error.message}`, { cause: error });
  }
}

describe("what Codex answered, through the package", () => {
  testRecording("each real skill alone loads or fails as in 2026-05", "corpus/skills.jsonl", (recorded) =>
    compareLoneSkill(Workspace, recorded, recorded.codex, "2026-05", recorded.folder),
  );

  // Recorded in folders named after the line, which shows where a name is missing.
  testRecording("each real skill alone loads or fails as in 2026-11", "corpus/skills.jsonl", (recorded, index) =>
    compareLoneSkill(Workspace, recorded, recorded.codex_2026_11, "2026-11", `k${String(index).padStart(5, "0")}`),
  );

  testRecording("each workspace gives what 2026-05 gave", "conformance/codex.jsonl", (recorded) => compareWorkspace(Workspace, recorded));

  testRecording("each workspace gives what 2026-11 gave", "conformance/codex-2026-11.jsonl", (recorded) =>
    compareWorkspace(Workspace, recorded),
  );
});

describe("what Claude Code answered, through the package", () => {
  const disagreeing = known();
  /** Every so manieth case, but those that need a shell or are known to disagree. */
  const sample = (each) => (recorded, index) => index % each === 0 && !disagreeing.has(recorded.id) && !needsShell(recorded);

  for (const [title, name, each, compare] of [
    ["a sample of the workspaces gives what 2026-11 gave", "conformance/claude-code.jsonl", 1, compareConversation],
    ["workspaces of one thing each give what 2026-11 gave", "conformance/claude-code-facts.jsonl", 1, compareConversation],
    ["prompts typed in the terminal give what 2026-11 gave", "conformance/claude-code-interactive.jsonl", 1, compareTyped],
  ]) {
    testRecording(title, name, (recorded) => compare(Workspace, recorded), sample(each));
  }

  test("a sample of the real skills is listed as in 2026-11", (t) => {
    const [texts, answers] = ["corpus/skills.jsonl", "corpus/answers/claude-code.jsonl"].map(recording);
    if (texts.missing || answers.missing) return skipLoudly(t, answers.path);
    const expected = new Map(Array.from(cases(answers.path), (line) => [line.id, line.claude_code]));
    for (const [index, skill] of [...cases(texts.path)].entries()) {
      if (index % 3 !== 0 || !expected.has(skill.id)) continue;
      const { disagreements } = named(skill.id, () => compareRealSkill(Workspace, skill, expected.get(skill.id)));
      assert.deepEqual(disagreements, [], skill.id);
    }
  });
});
