// Which plan is shown: the one for the list, the host and the choices that are shown now.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./source.mjs";

const { isFor } = await source("features/model/plan.ts");

const REPORT = { total: 2, included: 2, omitted: 0, shortened: 1, cut: 40, cost: 120, budget: { unit: "tokens", limit: 100 } };
const PLAN = { host: "codex", edition: "2026-11", window: 6_000, before: REPORT, changes: [{ means: "hide", skill: "/repo/a/SKILL.md" }] };
const WANTED = { host: "codex", edition: "2026-11", window: 6_000, report: { ...REPORT }, allowed: ["shorten", "hide"], kept: new Map() };

test("a plan for what is shown is shown", () => assert.equal(isFor(PLAN, WANTED), true));

for (const [what, change] of [
  ["another host", { host: "claude-code" }],
  ["another edition", { edition: "2026-05" }],
  ["another window", { window: 6_001 }],
  ["an unknown window", { window: null }],
  ["another list", { report: { ...REPORT, cost: 121 } }],
  ["means that are no longer allowed", { allowed: ["shorten"] }],
  ["a skill that stays as it is", { kept: new Map([["/repo/a/SKILL.md", "a"]]) }],
]) {
  test(`a plan is not shown for ${what}`, () => assert.equal(isFor(PLAN, { ...WANTED, ...change }), false));
}
