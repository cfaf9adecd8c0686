import assert from "node:assert/strict";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { freshProject } from "./project.mjs";
import { cases, compareLoneSkill, compareWorkspace, recording } from "./recorded.mjs";

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

/** A test over all cases of a recording; skipped, and said so, where the recording is not at hand. */
function testRecording(title, name, compare) {
  test(title, (t) => {
    const { path, missing } = recording(name);
    if (missing) {
      const message = `NOT COMPARED: no recorded answers at ${path}`;
      console.log(message);
      t.skip(message);
      return;
    }
    const start = performance.now();
    const totals = {};
    const failures = [];
    let count = 0;
    let failed = 0;
    for (const recorded of cases(path)) {
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
