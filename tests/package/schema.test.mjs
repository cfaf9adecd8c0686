// The JSON Schemas, checked by a validator: they are schemas, and they accept what the hosts take.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import Ajv from "ajv/dist/2020.js";
import yaml from "js-yaml";

import { startPackage } from "./project.mjs";

const { skillglass } = await startPackage();

const compiled = (schema) => new Ajv({ strictTypes: false, strictRequired: false }).compile(schema);

const FIELDS = "name: pdf\ndescription: Fills in PDF forms.\n";

// Lines of frontmatter, and the hosts (in their default editions) that take them without complaint.
const EVERYONE = ["codex", "claude-code", "opencode", "standard"];
const CASES = [
  [FIELDS, EVERYONE],
  ["description: Fills in PDF forms.\n", ["codex", "claude-code"]],
  ["name: pdf\n", ["claude-code", "opencode"]],
  ["name: pdf\ndescription: 12\n", ["codex", "claude-code", "standard"]],
  ["name: pdf\ndescription: [a]\n", []],
  ["name: PDF\ndescription: Fills in PDF forms.\n", ["codex", "claude-code"]],
  [`name: ${"a".repeat(65)}\ndescription: Fills in PDF forms.\n`, ["claude-code"]],
  [`name: pdf\ndescription: ${"a".repeat(1025)}\n`, ["codex", "claude-code"]],
  [`${FIELDS}tags: a\n`, ["codex", "claude-code", "opencode"]],
  [`${FIELDS}context: else\n`, ["codex", "opencode"]],
  [`${FIELDS}disable-model-invocation: Off\n`, ["codex", "claude-code", "opencode"]],
  [`${FIELDS}disable-model-invocation: never\n`, ["codex", "opencode"]],
  [`${FIELDS}allowed-tools: Read, Grep\n`, ["codex", "claude-code", "opencode"]],
  [`${FIELDS}allowed-tools: Read Bash(git log a,b)\n`, EVERYONE],
  [`${FIELDS}metadata:\n  a:\n    b: c\n`, ["codex", "claude-code", "opencode"]],
  [`${FIELDS}metadata: text\n`, ["opencode"]],
];

describe("schemas", () => {
  test("every schema is one of draft 2020-12", () => {
    const schemas = [skillglass.schema("configuration")];
    for (const { host, editions } of skillglass.hosts())
      for (const edition of editions) {
        schemas.push(skillglass.schema("frontmatter", { host, edition }));
        schemas.push(skillglass.schema("agents/openai.yaml", `${host}@${edition}`));
      }
    for (const schema of schemas.filter((schema) => schema !== null)) {
      assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
      compiled(schema);
    }
    const without = skillglass.hosts().filter(({ host }) => host !== "codex");
    const editions = without.flatMap(({ editions }) => editions);
    assert.equal(schemas.filter((schema) => schema === null).length, editions.length, "only Codex reads agents/openai.yaml");
  });

  test("a frontmatter's schema accepts what its host takes without complaint", () => {
    for (const host of EVERYONE) {
      const accepts = compiled(skillglass.schema("frontmatter", host));
      for (const [lines, takers] of CASES) assert.equal(accepts(yaml.load(lines)), takers.includes(host), `${host}: ${lines}`);
    }
  });

  test("what a schema refuses is dropped or complained of, and what it accepts is not", () => {
    const about = new Set([
      "missing-name",
      "missing-description",
      "name-too-long",
      "name-refused",
      "description-too-long",
      "wrong-type",
      "invalid-value",
      "boolean-word",
      "tool-separator",
      "metadata-value",
      "unknown-field",
    ]);
    for (const [lines, takers] of CASES) {
      const workspace = new skillglass.Workspace({ cwd: "/repo", home: "/home/me" });
      const folder = yaml.load(lines).name ?? "pdf";
      workspace.write(`/repo/.agents/skills/${folder}/SKILL.md`, `---\n${lines}---\n`);
      for (const host of EVERYONE) {
        const found = workspace.lint({ hosts: [{ host }] }).filter(({ code }) => about.has(code));
        // Of what no host acts on the rules speak, too, and of a description that is missing everywhere.
        const faults = found.filter(
          ({ code, severity }) => host === "standard" || severity === "error" || !/^(unknown|missing)-/.test(code),
        );
        const listed = `${host}: ${lines}${faults.map(({ code }) => code)}`;
        assert.equal(faults.length === 0, takers.includes(host), listed);
      }
      workspace.free();
    }
  });

  test("the schema of agents/openai.yaml accepts what Codex reads", () => {
    const accepts = compiled(skillglass.schema("agents/openai.yaml", "codex"));
    for (const [text, expected] of [
      ["interface:\n  display_name: PDF\n", true],
      [`interface:\n  display_name: ${"a".repeat(65)}\n`, false],
      ["interface:\n  brand_color: '#CC0000'\n", true],
      ["interface:\n  brand_color: red\n", false],
      ["interface:\n  icon_small: ./assets/a.png\n", true],
      ["interface:\n  icon_small: assets/../a.png\n", false],
      ["interface:\n  icon_small: icons/a.png\n", false],
      ["dependencies:\n  tools:\n    - type: mcp\n      value: a\n", true],
      ["dependencies:\n  tools:\n    - type: mcp\n", false],
      ["policy:\n  allow_implicit_invocation: false\n", true],
      ["policy:\n  allow_implicit_invocation: 'no'\n", false],
      ["other: 1\n", true],
    ])
      assert.equal(accepts(yaml.load(text)), expected, text);
  });

  test("the configuration's schema knows hosts, editions, rules and levels", () => {
    const accepts = compiled(skillglass.schema("configuration"));
    for (const [value, expected] of [
      [{}, true],
      [{ $schema: "x", hosts: ["codex", { host: "opencode", edition: "2.0" }], ignore: ["vendor/**"] }, true],
      [{ hosts: ["vi"] }, false],
      [{ hosts: [{ host: "opencode", edition: "2026-05" }] }, false],
      [{ rules: { "unknown-field": "off" } }, true],
      [{ rules: { "unknown-field": "loud" } }, false],
      [{ rules: { "no-such-rule": "off" } }, false],
      [{ other: 1 }, false],
    ])
      assert.equal(accepts(value), expected, JSON.stringify(value));
  });

  test("a wrong argument is named", () => {
    assert.throws(() => skillglass.schema("body", "codex"), /kind: must be/);
    assert.throws(() => skillglass.schema("frontmatter"), /host: /);
    assert.throws(() => skillglass.schema("frontmatter", "vi"), /host: there is no host "vi"/);
    assert.throws(() => skillglass.fields("codex@1999"), /edition: codex has no edition/);
  });

  test("fields() is the table that the schemas are made from", () => {
    const fields = skillglass.fields("claude-code");
    const effort = fields.find(({ key }) => key === "effort");
    assert.deepEqual(effort.kind, { type: "one-of", values: ["low", "medium", "high", "xhigh", "max"], numbers: false });
    assert.deepEqual([effort.file, effort.status, effort.limit], ["frontmatter", "read", null]);
  });
});
