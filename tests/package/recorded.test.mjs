import assert from "node:assert/strict";
import { basename } from "node:path";
import { performance } from "node:perf_hooks";
import { after, before, describe, test } from "node:test";

import { freshProject } from "./project.mjs";
import { cases, compareLoneSkill, compareWorkspace, known, recording } from "./recorded.mjs";
import * as claudeCode from "./recorded-claude-code.mjs";
import * as copilotCli from "./recorded-copilot-cli.mjs";
import * as geminiCli from "./recorded-gemini-cli.mjs";
import * as openclaw from "./recorded-openclaw.mjs";
import * as opencode from "./recorded-opencode.mjs";
import * as pi from "./recorded-pi.mjs";
import { compareSite } from "./recorded-sites.mjs";
import * as skillsCli from "./recorded-skills-cli.mjs";
import * as vscode from "./recorded-vscode.mjs";

const MAX_SHOWN = 5;

let project;
let Workspace;
let takeSite;
/** The texts of real skills by the line's id, once they are read. */
let realTexts;

before(async () => {
  project = freshProject();
  const skillglass = await project.start();
  ({ Workspace } = skillglass);
  ({ takeSite } = await project.load("skillglass/sources"));
});
after(() => project.remove());

/**
 * A test over the cases of a recording, all of them or those that count; skipped, and said so, where the recording is not at hand.
 * A case that `known.toml` lists must disagree.
 */
function testRecording(title, host, name, compare, isCompared = () => true) {
  test(title, async (t) => {
    const { path, missing } = recording(name);
    if (missing) return skipLoudly(t, path);
    const start = performance.now();
    const totals = {};
    const failures = [];
    let count = 0;
    let failed = 0;
    const excused = known(host, basename(path));
    for (const [index, recorded] of [...cases(path)].entries()) {
      if (!isCompared(recorded, index)) continue;
      const { disagreements, compared } = await named(recorded.id, () => compare(recorded, count));
      count += 1;
      const found = excused.has(recorded.id) ? unexcused(disagreements) : disagreements;
      failed += found.length > 0 ? 1 : 0;
      failures.push(...found.map((text) => `${recorded.id}: ${text}`));
      for (const [kind, number] of Object.entries(compared)) totals[kind] = (totals[kind] ?? 0) + number;
    }
    const answers = Object.entries(totals)
      .map(([kind, number]) => `${number} × ${kind}`)
      .join(", ");
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    t.diagnostic(`${name}: ${count - failed} of ${count} cases agree or are known not to (${answers}), ${seconds} s`);
    assert.notEqual(count, 0, `${path} holds no cases`);
    assert.equal(failed, 0, `${failed} of ${count} cases disagree, the first:\n${failures.slice(0, MAX_SHOWN).join("\n")}`);
  });
}

/** The same over the answers about real skills, whose texts stand in another file. */
function testRealSkills(title, host, compare, each = 1) {
  const texts = recording("corpus/skills.jsonl");
  const answers = `corpus/answers/${host}.jsonl`;
  if (texts.missing) return test(title, (t) => skipLoudly(t, texts.path));
  const textOf = (id) => {
    realTexts ??= new Map(Array.from(cases(texts.path), (line) => [line.id, line.text]));
    return realTexts.get(id);
  };
  const withText = (recorded) => compare(Workspace, { ...recorded, text: textOf(recorded.id) });
  testRecording(title, host, answers, withText, (_, index) => index % each === 0);
}

/** A host's recorded workspaces, all of them. */
function testWorkspaces(host, compare, edition = "2026-11") {
  const name = `conformance/${host}.jsonl`;
  testRecording(`each workspace gives what ${edition} gave`, host, name, (recorded) => compare(Workspace, recorded));
}

/** What is wrong with a case that is known to disagree. */
function unexcused(disagreements) {
  return disagreements.length > 0 ? [] : ["agrees, and known.toml says that it does not"];
}

function skipLoudly(t, path) {
  const message = `NOT COMPARED: no recorded answers at ${path}`;
  console.log(message);
  t.skip(message);
}

/** Gives an error the name of the case that it came from. */
async function named(id, act) {
  try {
    return await act();
  } catch (error) {
    throw new Error(`${id}: ${error.message}`, { cause: error });
  }
}

describe("what Codex answered, through the package", () => {
  testRecording("each real skill alone loads or fails as in 2026-05", "codex", "corpus/skills.jsonl", (recorded) =>
    compareLoneSkill(Workspace, recorded, recorded.codex, "2026-05", recorded.folder),
  );

  // Recorded in folders named after the line, which shows where a name is missing.
  testRecording("each real skill alone loads or fails as in 2026-11", "codex", "corpus/skills.jsonl", (recorded, index) =>
    compareLoneSkill(Workspace, recorded, recorded.codex_2026_11, "2026-11", `k${String(index).padStart(5, "0")}`),
  );

  for (const [edition, name] of [
    ["2026-05", "conformance/codex.jsonl"],
    ["2026-11", "conformance/codex-2026-11.jsonl"],
  ]) {
    testRecording(`each workspace gives what ${edition} gave`, "codex", name, (recorded) => compareWorkspace(Workspace, recorded));
  }
});

describe("what Claude Code answered, through the package", () => {
  for (const [title, name, compare] of [
    ["the workspaces that need no shell give what 2026-11 gave", "conformance/claude-code.jsonl", claudeCode.compareConversation],
    ["workspaces of one thing each give what 2026-11 gave", "conformance/claude-code-facts.jsonl", claudeCode.compareConversation],
    ["prompts typed in the terminal give what 2026-11 gave", "conformance/claude-code-interactive.jsonl", claudeCode.compareTyped],
  ]) {
    const isCompared = (recorded) => !claudeCode.needsShell(recorded);
    testRecording(title, "claude-code", name, (recorded) => compare(Workspace, recorded), isCompared);
  }

  testRealSkills("a sample of the real skills is listed as in 2026-11", "claude-code", claudeCode.compareRealSkill, 3);
});

describe("what GitHub Copilot CLI answered, through the package", () => {
  testWorkspaces("copilot-cli", copilotCli.compareWorkspace);
  testRealSkills("each real skill alone loads or fails as in 2026-11", "copilot-cli", copilotCli.compareRealSkill);
});

describe("what Gemini CLI answered, through the package", () => {
  testWorkspaces("gemini-cli", geminiCli.compareWorkspace);
  testRealSkills("each real skill alone loads or not as in 2026-11", "gemini-cli", geminiCli.compareRealSkill);
});

describe("what OpenClaw answered, through the package", () => {
  testWorkspaces("openclaw", openclaw.compareWorkspace);
  testRealSkills("each real skill alone is reported as in 2026-11", "openclaw", openclaw.compareRealSkill);
});

describe("what opencode answered, through the package", () => {
  testWorkspaces("opencode", opencode.compareWorkspace, "1.18");
  testRecording("each real skill alone loads or not as in 1.18", "opencode", "corpus/skills.jsonl", (recorded) =>
    opencode.compareRealSkill(Workspace, recorded),
  );
});

describe("what pi answered, through the package", () => {
  testRealSkills("each real skill alone loads or fails as in 2026-11", "pi", pi.compareRealSkill);
});

describe("what VS Code answered, through the package", () => {
  testWorkspaces("vscode", vscode.compareWorkspace);
});

describe("what the skills CLI answered, through the package", () => {
  testRecording("each repository gives what the program found and installed", "skills-cli", "conformance/skills-cli.jsonl", (recorded) =>
    skillsCli.compareRepository(Workspace, recorded),
  );
  testRecording(
    "each site is asked, and gives what the program took",
    "skills-cli",
    "conformance/skills-cli-well-known.jsonl",
    (recorded) => compareSite({ Workspace, takeSite }, recorded),
  );
  testRealSkills("each real skill alone is found or skipped", "skills-cli", skillsCli.compareRealSkill);
});
