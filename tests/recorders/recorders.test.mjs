// The parts of the recorders that need no program of a host. Recording itself is no test: `make record` installs programs.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { differences, grouped } from "../../recorders/differences.mjs";
import { driver, HOSTS } from "../../recorders/drivers/index.mjs";
import { settled } from "../../recorders/drivers/kilo.mjs";
import { opencodeVariables } from "../../recorders/drivers/logs.mjs";
import { body } from "../../recorders/drivers/requests.mjs";
import { askWithRetry, cacheable } from "../../recorders/drivers/vscode.mjs";
import { startModel } from "../../recorders/model.mjs";
import { Random } from "../../recorders/random.mjs";
import { generated } from "../../recorders/record.mjs";
import { enter } from "../../recorders/sandbox.mjs";
import { RECIPES, skillText } from "../../recorders/skills.mjs";
import { FOLDER, readCases, recordings, writeNew } from "../../recorders/store.mjs";
import { Tree } from "../../recorders/workspaces.mjs";

const paths = (tree) => tree.map(({ path }) => path);

/** Runs `use` with a new folder, which is removed afterwards. */
async function withFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "skillglass-recorders-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const host of HOSTS) {
  test(`${host}: the same seed gives the same workspaces, and another seed gives others`, async () => {
    const first = await generated(host, "1.0.0", "a", 20);
    assert.deepEqual(await generated(host, "1.0.0", "a", 20), first);
    const contents = ({ tree, text }) => JSON.stringify(tree ?? text);
    const known = new Set(first.map(contents));
    const others = (await generated(host, "1.0.0", "b", 20)).map(contents);
    assert.ok(known.size > 15);
    assert.ok(others.filter((content) => known.has(content)).length < 5);
  });

  test(`${host}: a workspace is smaller if fewer are asked for, not another one`, async () => {
    assert.deepEqual((await generated(host, "1.0.0", "a", 20)).slice(0, 3), await generated(host, "1.0.0", "a", 3));
  });

  test(`${host}: each path of a workspace is absolute, occurs once, and is below no file`, async () => {
    for (const { id, tree = [] } of await generated(host, "1.0.0", "paths", 50)) {
      assert.equal(new Set(paths(tree)).size, tree.length, id);
      const files = tree.filter(({ type }) => type !== "dir").map(({ path }) => path);
      for (const path of paths(tree)) {
        assert.match(path, /^\/[^/]/, id);
        assert.ok(!files.some((file) => path.startsWith(`${file}/`)), `${id}: ${path}`);
      }
    }
  });

  // Codex's decisions on commands depend on rules, and not on skills.
  const [what, ending] = host === "permission-codex" ? ["rules", ".rules"] : ["skills", "/SKILL.md"];
  test(`${host}: most of its workspaces have ${what}`, async () => {
    const cases = await generated(host, "1.0.0", "skills", 30);
    const have = cases.filter(({ tree, text }) => text !== undefined || tree.some(({ path }) => path.endsWith(ending)));
    assert.ok(have.length > 25);
  });

  test(`${host}: the driver names a released package and can ask`, async () => {
    const { source, ask } = await driver(host);
    assert.match(source.name, /^[@\w/-]+$/);
    assert.equal(typeof ask, "function");
  });
}

for (const host of ["agent-framework", "agno", "deep-agents", "google-adk", "openai-agents", "strands-agents"]) {
  test(`${host}: some of its workspaces have only valid skills, because an SDK may load nothing beside an invalid one`, async () => {
    const isValid = ({ path, text }) => !/SKILL\.md$/.test(path) || text?.startsWith(`---\nname: ${path.split("/").at(-2)}\ndescription: `);
    const cases = await generated(host, "1.0.0", "valid", 60);
    const valid = cases.filter(({ tree }) => tree.every(isValid)).length;
    assert.ok(valid > 10 && valid < 40, `${valid} of ${cases.length}`);
  });
}

test("vscode: no two workspaces have a skill at the same path, because VS Code caches a skill by its path", async () => {
  const cases = await generated("vscode", "1.0.0", "paths", 50);
  const skills = cases.flatMap(({ tree }) => cacheable(tree));
  assert.ok(skills.length > 50);
  assert.equal(new Set(skills).size, skills.length);
});

/** Returns an editor that fails `failures` times, and the list of what it was asked to do. */
function failingEditor(failures) {
  const actions = [];
  const editor = {
    cached: new Set(),
    async open() {
      actions.push("open");
      editor.cached.clear();
    },
    set: async () => {},
    newChat: async () => {},
    async prompt(query) {
      actions.push(query.trim());
      if (actions.filter((action) => action !== "open").length <= failures) throw new Error("no connection");
      return { messages: [] };
    },
  };
  return { editor, actions };
}

for (const [what, paths] of [
  ["without a skill", []],
  ["with a skill", ["/w/project/.github/skills/a/SKILL.md"]],
]) {
  test(`vscode: the second attempt at a workspace ${what} opens a new window once`, async () => {
    const { editor, actions } = failingEditor(1);
    const requests = await askWithRetry({ settings: {}, invoke: ["a"] }, paths, editor);
    assert.deepEqual(actions, ["/a do it now", "open", "/a do it now"]);
    assert.deepEqual(requests, [["/a do it now", { messages: [] }]]);
    assert.deepEqual([...editor.cached], paths);
    const { editor: broken } = failingEditor(2);
    await assert.rejects(askWithRetry({ settings: {}, invoke: ["a"] }, paths, broken), /no connection/);
  });
}

test("opencode talks only to the model of the recorder, and its files are below a folder of its own", () => {
  const variables = opencodeVariables({ home: "/home/u", env: { EXTRA: "1" } }, { url: "http://127.0.0.1:1" });
  const { provider, model } = JSON.parse(variables.OPENCODE_CONFIG_CONTENT);
  assert.deepEqual([provider.local.options.baseURL, model], ["http://127.0.0.1:1/v1", "local/model"]);
  assert.deepEqual([variables.HOME, variables.XDG_DATA_HOME, variables.EXTRA], ["/home/u", "/tmp/data/data", "1"]);
  assert.equal(variables.OPENCODE_DISABLE_MODELS_FETCH, "1");
});

test("a tree takes no path twice, and none below a file or a link", () => {
  const tree = new Tree();
  assert.ok(tree.file("/a/b", "x"));
  assert.ok(tree.link("/l", "/a"));
  for (const path of ["/a/b", "/a/b/c", "/l/x", "/a"]) assert.ok(!tree.file(path, "y"), path);
  assert.deepEqual(paths(tree.entries), ["/a/b", "/l"]);
});

test("each recipe is drawn, and its text is the same for the same seed", () => {
  const drawn = new Set();
  for (let seed = 0; seed < 2000; seed++) {
    const { recipe, text } = skillText(new Random(seed), "name", 1);
    assert.equal(skillText(new Random(seed), "name", 1).text, text);
    drawn.add(recipe);
  }
  assert.deepEqual([...drawn].sort(), Object.keys(RECIPES).sort());
});

test("chance covers its bounds and no value outside", () => {
  const random = new Random("bounds");
  const drawn = Array.from({ length: 500 }, () => random.integer(2, 5));
  assert.deepEqual([...new Set(drawn)].sort(), [2, 3, 4, 5]);
  assert.deepEqual(random.sample([1, 2, 3], 9).sort(), [1, 2, 3]);
  assert.equal(
    new Set(
      Array.from({ length: 50 }, () =>
        random.weighted([
          [1, 1],
          [2, 0],
        ]),
      ),
    ).has(2),
    false,
  );
});

test("a recording is read as it was written, and never replaced", () =>
  withFolder((folder) => {
    for (const name of ["a.jsonl", "a.jsonl.br"]) {
      const path = join(folder, name);
      writeNew(path, [JSON.stringify({ id: "é" }), JSON.stringify({ id: "2" })]);
      assert.deepEqual(readCases(path), [{ id: "é" }, { id: "2" }]);
      assert.throws(() => writeNew(path, []), /never replaced/);
      assert.equal(readCases(path).length, 2);
    }
  }));

test("every recording of the repository can be read, and its ids are unique", () => {
  for (const name of recordings()) {
    const ids = readCases(`${FOLDER}${name}`).map(({ id }) => id);
    assert.ok(ids.length > 0, name);
    assert.equal(new Set(ids).size, ids.length, name);
  }
});

const INTERFACES = [
  ["/v1/chat/completions", { model: "m", tools: [{ type: "function", function: { name: "skill" } }] }],
  ["/v1/messages", { model: "m", tools: [{ name: "skill" }] }],
  ["/v1beta/models/m:generateContent", { tools: [{ functionDeclarations: [{ name: "skill" }] }] }],
  ["/v1beta/models/m:streamGenerateContent?alt=sse", { tools: [{ functionDeclarations: [{ name: "skill" }] }] }],
];

for (const [url, body] of INTERFACES) {
  test(`the model calls each tool of its script once, then ends: ${url}`, async (t) => {
    const model = await startModel();
    t.after(() => model.close());
    const request = async (sent) => (await fetch(model.url + url, { method: "POST", body: JSON.stringify(sent) })).text();
    model.begin([{ tool: "skill", input: { skill: "pdf" } }]);
    assert.match(await request({ ...body, tools: [] }), /Done\./);
    assert.match(await request(body), /pdf/);
    assert.match(await request(body), /Done\./);
    assert.equal(model.requests.length, 3);
    model.begin();
    assert.deepEqual(model.requests, []);
  });
}

test("a program in the sandbox sees its own root and no network", async (t) => {
  await withFolder(async (folder) => {
    const root = join(folder, "root");
    const shown = join(folder, "shown");
    for (const path of [root, shown]) mkdirSync(path);
    writeFileSync(join(shown, "file"), "text of a file\n");
    const command = ["bash", "-c", "cat /shown/file; ls /; ip -o link | wc -l; (exec 3<>/dev/tcp/192.0.2.1/80) 2>&1"];
    const child = enter(root, [`${shown}:shown`], command);
    let output = "";
    let errors = "";
    child.stdout.on("data", (part) => {
      output += part;
    });
    child.stderr.on("data", (part) => {
      errors += part;
    });
    const status = await new Promise((resolve) => {
      child.on("error", (error) => {
        errors += error;
        resolve(-1);
      });
      child.on("close", resolve);
    });
    if (/unshare/.test(errors) && output === "") {
      t.skip(`SKIP: this machine makes no namespaces for users: ${errors.trim()}`);
      return;
    }
    assert.match(output, /^text of a file\n/);
    assert.match(output, /^1$/m, "only the loopback interface");
    assert.match(output, /Network is unreachable/);
    assert.doesNotMatch(output, /^(home|root|work|mnt|opt|srv)$/m);
    assert.notEqual(status, 0);
  });
});

test("differences name the place without indices, and match the elements of lists by their names", () => {
  const before = { skills: [{ name: "a", enabled: true }, { name: "b" }], listing: "x" };
  const after = { skills: [{ name: "b" }, { name: "a", enabled: false }, { name: "c" }], listing: "x" };
  assert.deepEqual(differences(before, after), [
    { at: "skills[].enabled", before: true, after: false },
    { at: "skills[]", before: undefined, after: { name: "c" } },
  ]);
  assert.deepEqual(differences(before, before), []);
  const [order] = differences([{ name: "a" }, { name: "b" }], [{ name: "b" }, { name: "a" }]);
  assert.equal(order.at, ": the order");
});

test("equal changes of several workspaces are one group", () => {
  const answer = (id, message) => ({ id, expect: { errors: [{ path: `/w/${id}`, message }] } });
  const pairs = ["1", "2"].map((id) => [answer(id, `no name in /w/${id}`), answer(id, `a name is missing in /w/${id}`)]);
  const { differing, groups } = grouped([...pairs, [answer("3", "same"), answer("3", "same")]]);
  assert.equal(differing, 2);
  assert.deepEqual(
    groups.map(({ at, cases }) => [at, cases]),
    [["errors[].message", ["1", "2"]]],
  );
});

test("the sampled files of an answer of Kilo are in order, and its own folders have no names", () => {
  const files = (names) => `Body\n<skill_files>\n${names.map((name) => `<file>/s/${name}</file>`).join("\n")}\n</skill_files>\nend`;
  assert.equal(settled(files(["b", "a", "$1"])), files(["$1", "a", "b"]));
  assert.equal(settled("See /tmp/kilo/data/kilo/tool-output/tool_1 for all"), "See <data>/tool-output/<id> for all");
  assert.equal(settled("Body"), "Body");
});

test("a recorded request has the list, the prompt and the tool for skills, and nothing of the program's own texts", () => {
  const list = "# Available Agent Skills\n\n<available_skills>\n</available_skills>";
  const tools = ["read_file", "activate_skill"].map((name) => ({ name }));
  const request = {
    systemInstruction: { role: "user", parts: [{ text: `Own words.\n\n${list}\n\nMore own words.` }] },
    contents: [{ role: "user", parts: [{ text: "<session_context>own</session_context>" }, { text: "hello" }] }],
    tools: [{ functionDeclarations: tools }],
    generationConfig: {},
  };
  assert.deepEqual(body("gemini-cli", request), {
    systemInstruction: { role: "user", parts: [{ text: `…${list}…` }] },
    contents: [{ role: "user", parts: [{ text: "…" }, { text: "hello" }] }],
    tools: [{ functionDeclarations: [{ name: "activate_skill" }] }],
  });
});

test("the role of Claude Code's list and its place in a longer text are recorded", () => {
  const list = "The following skills are available for use with the Skill tool:\n\n- a: A.";
  const text = (text) => [{ type: "text", text }];
  const request = {
    system: text("Own words."),
    messages: [
      { role: "user", content: text("hello") },
      { role: "system", content: text(`# Own\n\n${list}\n\nToday's date is 2026-11-26.`) },
    ],
    tools: [{ name: "Bash" }, { name: "Skill" }],
  };
  assert.deepEqual(body("claude-code", request), {
    system: text("…"),
    messages: [
      { role: "user", content: text("hello") },
      { role: "system", content: text(`…${list}…`) },
    ],
    tools: [{ name: "Skill" }],
  });
});
