// Diagnostics through the package: finding, mending, converting.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { CodeAction, Diagnostic, RenameFile } from "vscode-languageserver-types";

import { startPackage } from "./project.mjs";

const PDF = "/repo/.agents/skills/pdf/SKILL.md";
const CSV = "/repo/.agents/skills/csv/SKILL.md";
// An unused comment in the frontmatter, which is safe to take out, behind characters of two code units.
const UNUSED = "---\nname: pdf # 😀😀\n# skillglass-ignore no-frontmatter\ndescription: Fills in PDF forms.\n---\n# Forms\n";
const NO_FRONTMATTER = "# Tables\n";

const { skillglass } = await startPackage();
const workspace = new skillglass.Workspace({ cwd: "/repo", home: "/home/me" });
workspace.writeAll({ "/repo/.git/HEAD": "", [PDF]: UNUSED, [CSV]: NO_FRONTMATTER });
after(() => workspace.free());

/** The findings of one rule. */
const of = (code, diagnostics) => diagnostics.filter((one) => one.code === code);

describe("finding", () => {
  test("lint() says what is wrong, where, and for which hosts", () => {
    const [one] = of("no-frontmatter", workspace.lint());
    assert.deepEqual([one.path, one.severity, one.range.start], [CSV, "error", { offset: 0, byte: 0, line: 1, column: 1 }]);
    assert.ok(one.hosts.some(({ host, editions }) => host === "codex" && editions.length === 1));
    assert.ok(!one.hosts.some(({ host }) => host === "claude-code"), "this host loads it");
  });

  test("offsets index a JavaScript string", () => {
    const [{ range }] = of("unused-ignore", workspace.lint());
    assert.equal(UNUSED.slice(range.start.offset, range.end.offset), "no-frontmatter");
  });

  test("a request goes before skillglass.json, whose faults are diagnostics", () => {
    workspace.write("/repo/skillglass.json", `{ "rules": { "no-frontmatter": "hint", "no-frontmater": "off" } }`);
    const found = workspace.lint();
    assert.equal(of("no-frontmatter", found)[0].severity, "hint");
    assert.equal(of("configuration", found)[0].help, `Did you mean "no-frontmatter"?`);
    const asked = workspace.lint({
      rules: { "no-frontmatter": "info", configuration: "off" },
      hosts: [{ host: "codex" }],
      ignore: ["**/pdf/*"],
    });
    assert.deepEqual(
      of("no-frontmatter", asked).map(({ severity, hosts }) => [severity, hosts.length]),
      [["info", 1]],
    );
    assert.deepEqual([...of("configuration", asked), ...asked.filter(({ path }) => path === PDF)], []);
    workspace.remove("/repo/skillglass.json");
  });

  test("a wrong request is thrown as an Error that names what is wrong", () => {
    const cases = [
      [3, /request: must be an object/],
      [{ rule: {} }, /^ArgumentError: rule: there is no such option; there are hosts, skills, rules, ignore, docsBase/],
      [{ rules: { "no-frontmater": "off" } }, /rules\["no-frontmater"\]: there is no rule .*did you mean "no-frontmatter"\?/],
      [{ rules: { "no-frontmatter": "loud" } }, /rules/],
      [{ ignore: ["["] }, /ignore\[0\]: /],
      [{ skills: ["/nowhere"] }, /skills\[0\]: /],
    ];
    for (const [request, message] of cases) {
      assert.throws(() => workspace.lint(request), message);
      if (typeof request === "object") assert.throws(() => skillglass.lint({}, request), /./);
    }
    assert.throws(() => workspace.fix({ codes: ["x"] }), /codes\[0\]: there is no rule "x"/);
    assert.throws(() => workspace.fix({ unsafe: true }), /: unsafe: there is no such option/);
    assert.throws(() => skillglass.lint(), /files: must be a Map or a record/);
    assert.throws(() => skillglass.lint({ "a//b": "" }), /files\[.*empty segment/);
  });

  test("rules() lists every rule with what it is about", () => {
    const rule = skillglass.rules().find(({ code }) => code === "no-frontmatter");
    assert.deepEqual([rule.group, rule.severity], ["structure", "error"]);
  });

  test("lint(files) gives the paths back as they came", () => {
    const paths = (files) => of("no-frontmatter", skillglass.lint(files)).map(({ path }) => path);
    assert.deepEqual(paths({ "SKILL.md": NO_FRONTMATTER }), ["SKILL.md"]);
    assert.deepEqual(paths(new Map([["pdf/SKILL.md", new TextEncoder().encode(NO_FRONTMATTER)]])), ["pdf/SKILL.md"]);
    assert.deepEqual(paths({ [CSV]: NO_FRONTMATTER }), [CSV]);
  });
});

describe("mending", () => {
  test("fix() gives new texts and what is left, and writes nothing", () => {
    const { files, renames, applied, left } = workspace.fix({ codes: ["unused-ignore"] });
    assert.deepEqual(files, { [PDF]: UNUSED.replace("# skillglass-ignore no-frontmatter\n", "") });
    assert.deepEqual([renames, applied], [[], { "unused-ignore": 1 }]);
    assert.deepEqual([of("unused-ignore", left).length, of("no-frontmatter", left).length], [0, 1]);
    assert.equal(of("unused-ignore", workspace.lint()).length, 1);
  });

  test("applyFixes() makes of texts what fix() does", () => {
    const fixes = of("unused-ignore", workspace.lint()).map(({ fixes: [first] }) => first);
    const { files, applied, skipped } = skillglass.applyFixes({ [PDF]: UNUSED }, [...fixes, ...fixes]);
    assert.deepEqual(files, workspace.fix({ codes: ["unused-ignore"] }).files);
    assert.deepEqual([applied, skipped], [2, 0]);
    assert.equal(skillglass.applyFixes({}, fixes).skipped, 1);
    assert.throws(() => skillglass.applyFixes({}, [{}]), /title/);
  });
});

describe("converting", () => {
  const options = { roots: { "/repo": "file:///src/repo" }, docsBase: "https://docs.example" };

  test("toLsp() gives what editors take", () => {
    const files = skillglass.toLsp(workspace.lint(), options);
    assert.deepEqual(
      files.map(({ uri }) => uri),
      ["csv", "pdf"].map((name) => `file:///src/repo/.agents/skills/${name}/SKILL.md`),
    );
    for (const { diagnostics, codeActions } of files) {
      assert.ok(diagnostics.every((one) => Diagnostic.is(one)));
      assert.ok(codeActions.every((one) => CodeAction.is(one)));
    }
    const [
      {
        codeActions: [{ title, kind, isPreferred, edit }],
      },
    ] = skillglass.toLsp(of("unused-ignore", workspace.lint()), options);
    assert.deepEqual([title, kind, isPreferred], ["Take out the comment", "quickfix", true]);
    assert.deepEqual(edit.documentChanges[0].edits, [
      {
        range: { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } },
        newText: "",
      },
    ]);
    const plain = skillglass.toLsp(workspace.lint());
    assert.equal(plain[0].uri, `file://${CSV}`);
    const [{ code, codeDescription }] = plain[0].diagnostics;
    assert.ok(codeDescription.href.endsWith(`/docs/rules/${code}.md`));
    const unknown = skillglass.toLsp([{ ...workspace.lint()[0], docs: "" }]);
    assert.ok(!("codeDescription" in unknown[0].diagnostics[0]), "absent, not null");
  });

  test("a rename is one for editors, and a property for scanners", () => {
    const [one] = workspace.lint();
    const fix = { title: "Rename it", safe: false, edits: [], renames: [{ from: "/repo/a", to: "/repo/b" }] };
    const [{ codeActions }] = skillglass.toLsp([{ ...one, fixes: [fix] }], options);
    assert.ok(CodeAction.is(codeActions[0]) && RenameFile.is(codeActions[0].edit.documentChanges[0]));
    const {
      results: [result],
    } = skillglass.toSarif([{ ...one, fixes: [fix] }], options).runs[0];
    assert.deepEqual([result.fixes, result.properties.renamingFixes], [[], [{ index: 0, fix }]]);
  });

  test("toSarif() gives a log with all rules and every result at its place", () => {
    const found = workspace.lint();
    const log = skillglass.toSarif(found, options);
    const [
      {
        tool: { driver },
        results,
        columnKind,
      },
    ] = log.runs;
    assert.deepEqual([log.version, columnKind], ["2.1.0", "utf16CodeUnits"]);
    assert.deepEqual(
      driver.rules.map(({ id }) => id),
      skillglass.rules().map(({ code }) => code),
    );
    assert.equal(driver.semanticVersion, skillglass.version());
    assert.ok(driver.rules.every(({ id, helpUri }) => helpUri === `https://docs.example/docs/rules/${id}.md`));
    for (const { properties, help } of driver.rules) {
      assert.equal("security-severity" in properties, properties.tags.includes("safety"));
      assert.ok(help.text.includes("https://docs.example/docs/rules/") && help.markdown.includes("](https://docs.example/docs/rules/"));
    }
    assert.equal(results.length, found.length);
    const unused = results.find(({ ruleId }) => ruleId === "unused-ignore");
    const {
      region: { charOffset, charLength },
    } = unused.locations[0].physicalLocation;
    assert.equal(UNUSED.slice(charOffset, charOffset + charLength), "no-frontmatter");
    const all = JSON.stringify(log);
    assert.ok(!all.includes(":null"), "the format has no null");
    assert.throws(() => skillglass.toSarif({}), /diagnostics: must be an array/);
    assert.throws(() => skillglass.toSarif([], { roots: 3 }), /roots/);
  });
});
