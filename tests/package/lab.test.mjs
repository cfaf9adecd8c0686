// The budget plan and the symptoms of outdated skills, through the package.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { startPackage } from "./project.mjs";

const { skillglass } = await startPackage();

const at = (name) => `/repo/.claude/skills/${name}/SKILL.md`;
const sentence = "Reads the tables of a report and writes each value into a form.";
const open = () => {
  const workspace = new skillglass.Workspace({ host: "claude-code", cwd: "/repo" });
  for (const [name, count] of [
    ["pdf", 1],
    ["csv", 6],
  ]) {
    const description = Array(count).fill(sentence).join(" ");
    workspace.write(at(name), `---\nname: ${name}\ndescription: ${description}\n---\nText.\n`);
  }
  return workspace;
};

describe("budgetPlan()", () => {
  test("returns changes and files after which everything fits", () => {
    const workspace = open();
    const plan = workspace.budgetPlan({ host: "claude-code", window: 10_000 });
    assert.deepEqual([plan.fits, plan.solved, plan.changes.length], [false, true, 1]);
    workspace.writeAll(plan.files);
    assert.ok(workspace.budgetPlan({ host: "claude-code", window: 10_000 }).fits);
    workspace.free();
  });

  test("gives the files of some changes back", () => {
    const workspace = open();
    const { changes, files } = workspace.budgetPlan({ host: "claude-code", window: 10_000, prefer: ["name-only"] });
    assert.deepEqual(workspace.budgetFiles({ host: "claude-code", changes }), files);
    assert.deepEqual(workspace.budgetFiles({ host: "claude-code", changes: [] }), {});
    workspace.free();
  });

  test("names a wrong argument", () => {
    const workspace = open();
    for (const [request, argument] of [
      [{ host: "claude-code", window: 0 }, "window"],
      [{ host: "claude-code", prefer: ["delete"] }, "prefer"],
      [{ host: "nobody" }, "host"],
      [{ host: "codex", keep: ["/no/file"] }, "keep"],
    ]) {
      assert.throws(
        () => workspace.budgetPlan(request),
        (error) => error.name === "ArgumentError" && error.message.includes(argument),
      );
    }
    workspace.free();
  });
});

describe("health()", () => {
  test("returns symptoms with places and weights, the most outdated skill first", () => {
    const workspace = open();
    workspace.write(at("ask"), "---\nname: ask\ndescription: Ask a model.\n---\nCall `claude-2.1`.\n");
    const { skills } = workspace.health({ today: "2026-11-26" });
    assert.deepEqual([skills.length, skills[0].name, skills[0].score], [3, "ask", 60]);
    assert.ok(skills[1].score < 60 && skills[2].score <= skills[1].score);
    const [{ kind, weight, range }] = skills[0].symptoms;
    assert.deepEqual([kind, weight, range.start.line], ["retired-model", 60, 5]);
    workspace.free();
  });

  test("returns the same object for a skill whose symptoms did not change", () => {
    const workspace = open();
    const ask = (model) => workspace.write(at("ask"), `---\nname: ask\ndescription: Ask a model.\n---\nCall \`${model}\`.\n`);
    const byName = () => Object.fromEntries(workspace.health({ today: "2026-11-26" }).skills.map((skill) => [skill.name, skill]));
    ask("claude-2.1");
    const before = byName();
    ask("gpt-4-0314");
    const after = byName();
    assert.equal(after.pdf, before.pdf);
    assert.notDeepEqual(after.ask, before.ask);
    workspace.free();
  });

  test("names a wrong day", () => {
    const workspace = open();
    assert.throws(() => workspace.health({ today: "tomorrow" }), /today/);
    assert.throws(() => workspace.health({ today: "2026-11-26", models: { x: "soon" } }), /models/);
    workspace.free();
  });
});

describe("dependencies()", () => {
  test("returns the same object for a dependency that did not change", () => {
    const workspace = open();
    const run = (line) => workspace.write(at("run"), `---\nname: run\ndescription: Run it.\n---\n\`\`\`sh\n${line}\n\`\`\`\n`);
    const byName = () => Object.fromEntries(workspace.dependencies({}).dependencies.map((one) => [one.name, one]));
    run("qpdf a.pdf\njq .x");
    const before = byName();
    run("qpdf a.pdf\nffmpeg -i x");
    const after = byName();
    assert.deepEqual(
      [Object.keys(before), Object.keys(after)],
      [
        ["jq", "qpdf"],
        ["ffmpeg", "qpdf"],
      ],
    );
    assert.equal(after.qpdf, before.qpdf);
    workspace.free();
  });
});

describe("usage()", () => {
  test("counts the outcomes of skills in logs, and orders them by evidence", () => {
    const workspace = open();
    const line = (outcome) => JSON.stringify({ skill: "pdf", outcome });
    const { logs, skills } = workspace.usage({
      logs: [{ name: "a", text: ["failed", "failed", "chosen", "{"].map((one) => (one === "{" ? one : line(one))).join("\n") }],
    });
    assert.deepEqual([logs[0].format, logs[0].turns.length, logs[0].problems[0].code], ["plain", 3, "truncated"]);
    assert.deepEqual([skills[0].name, skills[0].failed, skills[0].symptoms[0].kind], ["pdf", 2, "failing"]);
    workspace.free();
  });

  test("names a wrong argument", () => {
    const workspace = open();
    assert.throws(
      () => workspace.usage({ logs: [{ name: "a" }] }),
      (error) => error.argument === "logs[0].text",
    );
    workspace.free();
  });
});
