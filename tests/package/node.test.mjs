import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";

import { expected, repository, run, scenario, startPackage } from "./project.mjs";

const SKILL = "/home/me/.codex/skills/pdf/SKILL.md";
const TEXT = "---\nname: pdf\ndescription: Fill in PDF forms.\n---\nUse the script.\n";
const OPTIONS = { cwd: "/repo", home: "/home/me" };

const { project, skillglass } = await startPackage();

/** Runs a module in the fresh project; gives what it prints. */
function runModule(text) {
  project.write("main.mjs", text);
  return run(process.execPath, ["main.mjs"], project.folder);
}

/** Asserts that `act` throws an Error that names `name` as a word. */
function assertNames(name, act) {
  assert.throws(act, (error) => error instanceof skillglass.ArgumentError && new RegExp(`${name}\\b`).test(error.message));
}

describe("the tarball", () => {
  test("holds what a user needs and nothing else", () => {
    const pages = skillglass.rules().map(({ code }) => `docs/rules/${code}.md`);
    const compiled = ["command", "entries"].flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true })
        .filter((file) => file.endsWith(".ts"))
        .flatMap((file) => [".js", ...(folder === "entries" ? [".d.ts"] : [])].map((end) => `${folder}/${file.slice(0, -3)}${end}`)),
    );
    const parts = readdirSync(join(repository, "pkg/parts")).map((file) => `parts/${file}`);
    const known = [...pages, ...compiled, ...parts];
    const others = project.files.filter((file) => !known.includes(file));
    assert.equal(project.files.length - others.length, known.length);
    assert.deepEqual(others, [
      "LICENSE-APACHE",
      "LICENSE-MIT",
      "README.md",
      "docs/doctor.schema.json",
      "inline.d.ts",
      "inline.js",
      "lsp.d.ts",
      "node.d.ts",
      "node.js",
      "package.json",
      "sarif.d.ts",
      "skill/skillglass/SKILL.md",
      "skill/skillglass/agents/openai.yaml",
      "skillglass.d.ts",
      "skillglass.js",
      "skillglass_bg.wasm",
    ]);
  });

  test("has the version of the crate", () => {
    const manifest = JSON.parse(readFileSync(join(project.folder, "node_modules/skillglass/package.json"), "utf8"));
    assert.equal(manifest.version, skillglass.version());
  });

  test("depends on nothing but for the command", () => {
    const folder = join(project.folder, "node_modules/skillglass");
    const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    for (const module of project.files.filter((file) => /^[^/]+\.js$/.test(file))) {
      const text = readFileSync(join(folder, module), "utf8");
      for (const name of Object.keys(dependencies)) assert.ok(!text.includes(`from "${name}"`), `${module} imports ${name}`);
    }
  });

  test("names no path of the machine that built it", () => {
    const wasm = readFileSync(join(project.folder, "node_modules/skillglass/skillglass_bg.wasm"));
    for (const path of [repository, process.env.HOME]) assert.equal(wasm.includes(`${path}/`), false, path);
  });
});

describe("in Node", () => {
  test("a fresh project imports it by name", () => {
    const printed = runModule(
      `import init, { Workspace } from "skillglass";\nawait init();\n${scenario}\nconsole.log(JSON.stringify(result));`,
    );
    assert.deepEqual(JSON.parse(printed), expected);
  });

  test("a use of the package before init has finished throws an error with the remedy, and init still works", () => {
    for (const entry of ["skillglass", "skillglass/inline"]) {
      const early = `
        import init, { hosts, Workspace } from "${entry}";
        const refused = [];
        const attempt = () => {
          for (const use of [() => new Workspace({ cwd: "/repo" }), () => hosts()])
            try { use(); } catch ({ name, message }) { refused.push(name + ": " + message); }
        };
        attempt();
        const started = init();
        attempt();
        await started;
        console.log(JSON.stringify([refused, new Workspace({ cwd: "/repo" }).catalog().skills.length]));
      `;
      const [refused, skills] = JSON.parse(runModule(early));
      assert.deepEqual(refused, Array(4).fill("Error: the module has not started: await init() first, or call initSync()"), entry);
      assert.equal(skills, 0);
    }
  });

  test("init can be called twice, and at once", () => {
    const printed = runModule(
      `import init, { Workspace } from "skillglass";\nawait Promise.all([init(), init()]);\nawait init();\n${scenario}\nconsole.log(JSON.stringify(result));`,
    );
    assert.deepEqual(JSON.parse(printed), expected);
  });

  const bytes = `import { readdirSync, readFileSync } from "node:fs";\nimport { fileURLToPath } from "node:url";
    const bytes = readFileSync(fileURLToPath(import.meta.resolve("skillglass/skillglass_bg.wasm")));\n`;

  test("init takes bytes that the caller has read", () => {
    const printed = runModule(
      `import init, { Workspace } from "skillglass";\n${bytes}await init({ module_or_path: bytes });\n${scenario}\nconsole.log(JSON.stringify(result));`,
    );
    assert.deepEqual(JSON.parse(printed), expected);
  });

  test("initSync takes bytes that the caller has read", () => {
    const printed = runModule(
      `import { initSync, Workspace } from "skillglass";\n${bytes}initSync({ module: bytes });\n${scenario}\nconsole.log(JSON.stringify(result));`,
    );
    assert.deepEqual(JSON.parse(printed), expected);
  });

  for (const [what, address, why] of [
    ["nothing is there", "http://127.0.0.1:9/skillglass_bg.wasm", /fetch failed/],
    ["a page is there", "data:text/html,<p>Not found</p>", /a page is there in its place/],
  ])
    test(`init says what to do when ${what} in place of the module`, () => {
      const printed = runModule(
        `import init from "skillglass";\nawait init({ module_or_path: ${JSON.stringify(address)} }).catch(({ message }) => process.stdout.write(message));`,
      );
      assert.match(printed, /^the module cannot be loaded from .*import skillglass\/inline; else give its address/);
      assert.match(printed, why);
    });

  test("init of a bundle without the module beside it says what to do", () => {
    const folder = join(project.folder, "node_modules/skillglass");
    const entry = readFileSync(join(folder, "node.js"), "utf8");
    project.write("bundle/entry.mjs", entry.replaceAll("./skillglass.js", "skillglass"));
    project.write(
      "bundle/main.mjs",
      `import init from "./entry.mjs";\nawait init().catch(({ message }) => process.stdout.write(message));`,
    );
    assert.match(run(process.execPath, ["bundle/main.mjs"], project.folder), /^the module is not at file:.*takes skillglass\/inline$/);
  });

  for (const [name, path] of [
    ["the repository's README", "README.md"],
    ["the package's README", "pkg-template/README.md"],
  ]) {
    test(`the example of ${name} prints what it says`, () => {
      const example = /^```js\n(.*?)^```/ms.exec(readFileSync(join(repository, path), "utf8"))[1];
      // `using` is newer than the oldest Node that we support.
      const code = example.replace(/^using /gm, "const ");
      const said = [...example.matchAll(/^console\.log\(.*\/\/ (.*)$/gm)].map(([, value]) => JSON.stringify(JSON.parse(value)));
      assert.notEqual(said.length, 0);
      const printed = runModule(`const lines = [];\nconsole.log = (value) => lines.push(JSON.stringify(value));\n${code}
        process.stdout.write(JSON.stringify(lines));`);
      assert.deepEqual(JSON.parse(printed).slice(0, said.length), said);
    });
  }
});

describe("a workspace", () => {
  const open = () => new skillglass.Workspace(OPTIONS);

  test("takes files from a record and from a Map alike", () => {
    const [record, map] = [open(), open()];
    record.writeAll({ [SKILL]: TEXT });
    map.writeAll(new Map([[SKILL, new TextEncoder().encode(TEXT)]]));
    assert.deepEqual(record.catalog(), map.catalog());
    assert.equal(record.catalog().skills.length, 1);
    record.free();
    map.free();
  });

  test("plans the files that are not read yet", () => {
    const workspace = open();
    workspace.write(SKILL, null);
    assert.deepEqual(workspace.plan(), [SKILL]);
    workspace.write(SKILL, TEXT);
    assert.deepEqual(workspace.plan(), []);
    workspace.free();
  });

  test("raises its revision with each change", () => {
    const workspace = open();
    const { revision } = workspace;
    workspace.write(SKILL, TEXT);
    assert.ok(workspace.revision > revision);
    assert.equal(workspace.catalog().revision, workspace.revision);
    workspace.free();
  });

  test("says how many entries a removal took", () => {
    const workspace = open();
    workspace.write(SKILL, TEXT);
    assert.equal(workspace.remove("/home/me/.codex/skills/pdf"), 2);
    assert.equal(workspace.remove("/home/me/.codex/skills/pdf"), 0);
    assert.deepEqual(workspace.catalog().skills, []);
    workspace.free();
  });

  test("finds a skill through a link", () => {
    const workspace = open();
    workspace.write("/elsewhere/pdf/SKILL.md", TEXT);
    workspace.mkdir("/home/me/.codex/skills");
    workspace.symlink("/home/me/.codex/skills/pdf", "/elsewhere/pdf");
    assert.deepEqual(
      workspace.catalog().skills.map((skill) => skill.path),
      ["/elsewhere/pdf/SKILL.md"],
    );
    workspace.free();
  });

  test("gives places of mentions that index a JavaScript string", () => {
    const workspace = open();
    workspace.write(SKILL, TEXT);
    const text = "🙂é $pdf";
    const [{ range }] = workspace.turn({ inputs: [{ type: "text", text }] }).mentions;
    assert.equal(text.slice(range.start.offset, range.end.offset), "$pdf");
    workspace.free();
  });

  test("refuses a path that no tree can hold, and keeps the rest", () => {
    const workspace = open();
    const report = workspace.writeAll({ "/a/../b": "", [SKILL]: TEXT });
    assert.equal(report.written, 1);
    assert.deepEqual(
      report.refused.map(({ path, reason }) => ({ path, reason })),
      [{ path: "/a/../b", reason: "dot-segment" }],
    );
    workspace.free();
  });

  test("an argument whose getter throws leaves the workspace usable", () => {
    const workspace = open();
    workspace.write(SKILL, TEXT);
    const boom = {
      get inputs() {
        throw new Error("boom");
      },
    };
    assertNames("inputs", () => workspace.turn(boom));
    assertNames("boom", () =>
      workspace.compare({
        hosts: [],
        get skills() {
          throw new Error("boom");
        },
      }),
    );
    assertNames("connectors", () => workspace.turn({ inputs: [], connectors: [undefined] }));
    assertNames("files", () =>
      workspace.writeAll({
        get "/a"() {
          throw new Error("boom");
        },
      }),
    );
    workspace.write(SKILL, `${TEXT}More.\n`);
    assert.equal(workspace.catalog().skills.length, 1);
    workspace.free();
  });

  test("an argument without an end is refused by its name", () => {
    const workspace = open();
    const circle = { type: "text" };
    circle.self = circle;
    let deep = [];
    for (let depth = 0; depth < 3000; depth++) deep = [deep];
    assertNames("inputs\\[0\\]\\.self", () => workspace.turn({ inputs: [circle] }));
    assertNames("inputs\\[0\\]\\.text", () => workspace.turn({ inputs: [{ type: "text", text: deep }] }));
    workspace.free();
  });

  test("answers with null, never with undefined", () => {
    const workspace = open();
    workspace.write(SKILL, TEXT);
    assert.equal(workspace.catalog().skills[0].shortDescription, null);
    workspace.free();
  });

  test("is freed by Symbol.dispose, as `using` does", () => {
    const workspace = open();
    workspace[Symbol.dispose]();
    assert.throws(() => workspace.catalog(), /^Error: this Workspace was freed$/);
  });

  const WRONG = [
    ["options", "no options", () => new skillglass.Workspace()],
    ["cwd", "a missing cwd", () => new skillglass.Workspace({})],
    ["cwd", "a cwd of the wrong type", () => new skillglass.Workspace({ cwd: 3 })],
    ["cwd", "a relative cwd", () => new skillglass.Workspace({ cwd: "repo" })],
    ["home", "a home of the wrong type", () => new skillglass.Workspace({ cwd: "/", home: [] })],
    ["host", "an unknown host", () => new skillglass.Workspace({ cwd: "/", host: "nobody" })],
    ["edition", "an unknown edition", () => new skillglass.Workspace({ cwd: "/", edition: "1999-01" })],
    ["contextwindow", "a misspelt option", () => new skillglass.Workspace({ cwd: "/", contextwindow: 1 })],
    ...["codex", "claudeCode", "opencode", "standard"].map((host) => [
      `${host}\\.misspelt`,
      `a misspelt option of ${host}'s own`,
      () => new skillglass.Workspace({ cwd: "/", [host]: { misspelt: 1 } }),
    ]),
    ["path", "a path of the wrong type", () => open().write(7, "")],
    ["contents", "contents of the wrong type", () => open().write("/a", 5)],
    ["files", "contents of the wrong type in a record", () => open().writeAll({ "/a": 5 })],
    ["files", "files of the wrong type", () => open().writeAll("/a")],
    ["target", "a link's target of the wrong type", () => open().symlink("/a", null)],
    ["inputs", "a turn without inputs", () => open().turn({})],
    ["text", "an input without text", () => open().turn({ inputs: [{ type: "text" }] })],
    ["^input", "a misspelt name in a turn", () => open().turn({ inputs: [], input: [] })],
    ["^arg", "a misspelt name in a call", () => open().invoke({ skill: "pdf", arg: "x" })],
    ["^host", "a misspelt name in a comparison", () => open().compare({ host: "codex" })],
    ["^cwd", "a misspelt name in a request for lists", () => open().codex.listSkills({ cwd: "/" })],
    ["^limits", "a misspelt option of a search", () => open().search("pdf", { limits: 1 })],
    ["^root", "a misspelt option of a converter", () => skillglass.toSarif([], { root: "/" })],
  ];
  for (const [name, what, act] of WRONG) {
    test(`throws an Error that names \`${name}\` for ${what}`, () => assertNames(name, act));
  }

  test("is whole after a wrong argument", () => {
    const workspace = open();
    assert.throws(() => workspace.writeAll({ [SKILL]: TEXT, "/b": 5 }));
    workspace.write(SKILL, TEXT);
    assert.equal(workspace.catalog().skills.length, 1);
    workspace.free();
  });
});
