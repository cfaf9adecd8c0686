// Several hosts at once, search and names in plain words, through the package.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";

import { startPackage } from "./project.mjs";

const PDF = "/repo/.agents/skills/pdf-filler/SKILL.md";
const TEXT = "---\nname: pdf-filler\ndescription: Fill in PDF forms.\n---\nUse the script on $ARGUMENTS.\n";

const { skillglass } = await startPackage();
const workspace = new skillglass.Workspace({ cwd: "/repo", home: "/home/me" });
workspace.writeAll({ [PDF]: TEXT, "/repo/.agents/skills/csv/SKILL.md": "---\nname: csv\n---\nClean up tables.\n" });
after(() => workspace.free());

describe("several hosts", () => {
  test("hosts() names every host with its editions, oldest first", () => {
    const hosts = skillglass.hosts();
    assert.deepEqual(
      hosts.find(({ host }) => host === "codex"),
      {
        host: "codex",
        label: "Codex",
        editions: ["2026-02", "2026-05", "2026-11"],
        default: "2026-11",
        usual: true,
        skillsFrom: "folders",
      },
    );
    for (const { host, editions } of hosts)
      for (const edition of editions) new skillglass.Workspace({ cwd: "/repo", host, edition }).free();
  });

  test("compare() says what each host makes of each skill, and why not", () => {
    const { hosts, skills } = workspace.compare({ hosts: [{ host: "codex" }, { host: "claude-code" }] });
    assert.deepEqual(
      hosts.map(({ label, discovered, loaded }) => ({ label, discovered, loaded })),
      [
        { label: "Codex", discovered: 2, loaded: 1 },
        { label: "Claude Code", discovered: 0, loaded: 2 },
      ],
    );
    const [csv, pdf] = skills;
    assert.deepEqual(
      csv.cells[0].obstacles.map(({ stage, reason }) => ({ stage, reason })),
      [{ stage: "parse", reason: "missing-description" }],
    );
    assert.equal(csv.portability.verdict, "after-fixes");
    assert.equal(pdf.cells[1].asIfAt, "/repo/.claude/skills/pdf-filler/SKILL.md");
    assert.deepEqual([pdf.cells[0].user, pdf.cells[1].user], ["$pdf-filler", "/pdf-filler"]);
    assert.deepEqual(pdf.cells[0].listed, { as: "whole" });
    assert.equal(pdf.portability.verdict, "bound");
    assert.deepEqual(
      pdf.portability.features.map(({ name, hosts, others }) => ({ name, hosts, others })),
      [{ name: "arguments in the text", hosts: ["claude-code"], others: ["codex"] }],
    );
  });

  test("compare() without a request asks every usual host", () => {
    assert.equal(workspace.compare().hosts.length, skillglass.hosts().filter(({ usual }) => usual).length);
    assert.throws(() => workspace.compare({ hosts: [{ host: "vi" }] }), /host: there is no host "vi"/);
    assert.throws(() => workspace.compare([]), /request: must be an object/);
  });

  test("turns() puts one prompt before every host", () => {
    const inputs = [{ type: "text", text: "Use $pdf-filler" }];
    const turns = workspace.turns({ inputs }, [{ host: "codex" }, { host: "claude-code", edition: "2026-04" }]);
    assert.deepEqual(
      turns.map(({ host, edition, turn }) => [host, edition, turn.selected.length]),
      [
        ["codex", "2026-11", 1],
        ["claude-code", "2026-04", 0],
      ],
    );
    assert.throws(() => workspace.turns({ inputs }, "codex"), /hosts: must be an array/);
  });
});

describe("the open standard", () => {
  test("validateStandard() finds what the reference validator finds, in its order", () => {
    assert.deepEqual(skillglass.validateStandard(TEXT, "pdf-filler"), []);
    const codes = skillglass.validateStandard("---\nname: PDF--x\nextra: 1\n---\n", "pdf").map(({ code }) => code);
    assert.deepEqual(codes, [
      "unexpected-fields",
      "name-not-lowercase",
      "name-double-hyphen",
      "name-folder-mismatch",
      "description-missing",
    ]);
    assert.throws(() => skillglass.validateStandard(TEXT), /folder: must be a string/);
  });
});

describe("search", () => {
  test("search() ranks the skills for a request", () => {
    const [hit] = workspace.search("which one fills forms?", { limit: 1 });
    assert.equal(hit.path, PDF);
    assert.deepEqual(workspace.search("nothing of that kind"), []);
    assert.throws(() => workspace.search(3), /request: must be a string/);
  });

  test("competitors() and nearDuplicates() name those that say the same", () => {
    assert.deepEqual(workspace.competitors(PDF, 0.5), []);
    assert.throws(() => workspace.competitors("/nowhere", 0.5), /skill: no skill/);
    assert.throws(() => workspace.competitors(PDF, 2), /closeness: must be a number from 0 to 1/);
    assert.deepEqual(workspace.nearDuplicates(0.8), { pairs: [], complete: true });
  });

  test("candidates() finds names in plain words, and a turn injects them only when asked to", () => {
    const text = "😀 run the pdf-filler skill";
    const [candidate] = workspace.candidates(text);
    assert.deepEqual(candidate.paths, [PDF]);
    assert.equal(text.slice(candidate.range.start.offset, candidate.range.end.offset), "pdf-filler");
    const inputs = [{ type: "text", text }];
    assert.equal(workspace.turn({ inputs }).selected.length, 0);
    assert.deepEqual(
      workspace.turn({ inputs, plainNames: "exact" }).selected.map(({ by }) => by),
      ["plain-name"],
    );
  });
});
