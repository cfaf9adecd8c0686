// An agent as far as the server can tell: the official client, over the standard streams.
import assert from "node:assert/strict";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { blocksOf } from "../pages.mjs";
import { COLON, link, MAIN, skill, world } from "./run.mjs";

const PDF = "repo/.agents/skills/pdf/SKILL.md";
const CODEX = ["codex"];

/** No answer is late: the machine may be busy. */
const PATIENT = { timeout: 600_000 };

/** A client of a server that was started in a folder of a world; `roots` are the folders that the client works in. */
async function agent(t, { at }, { args = [], cwd = "repo", roots, flags = [] } = {}) {
  const client = new Client({ name: "test", version: "1" }, { capabilities: roots ? { roots: { listChanged: true } } : {} });
  const current = { roots };
  if (roots)
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: current.roots.map((path) => ({ uri: pathToFileURL(at(path)).href })),
    }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...flags, MAIN, "mcp", ...args],
    cwd: at(cwd),
    env: { PATH: process.env.PATH, HOME: at("home") },
    stderr: "pipe",
  });
  const log = [];
  transport.stderr.setEncoding("utf8").on("data", (text) => log.push(text));
  await client.connect(transport, PATIENT);
  t.after(() => client.close());
  return {
    client,
    transport,
    log: () => log.join(""),
    enter: async (folders) => {
      current.roots = folders;
      await client.sendRootsListChanged();
    },
    /** The answer of a tool: its text, its value, and whether it is an error. */
    ask: async (name, given = {}) => {
      const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given }, undefined, PATIENT);
      assert.deepEqual(
        content.map(({ type }) => type),
        ["text"],
      );
      return { text: content[0].text, isError, ...structuredContent };
    },
  };
}

/** A skill that no host of the usual ones loads: its file has another name, and a colon in its description. */
const LOST = { "repo/.agents/skills/pdf/skill.md": COLON };

const PROJECT = { [PDF]: COLON, "repo/.claude/skills/csv/SKILL.md": skill("csv"), "base/.agents/skills/pdf/SKILL.md": skill("pdf") };

// Each tool with its arguments, the same question on the command line, and some of the text.
const QUESTIONS = [
  ["explain", { skills: ["pdf"], host: CODEX }, ["explain", "pdf", "--host", "codex"], /✔ listed {2}"Fills in PDF forms/],
  ["explain", { skills: [".agents/skills/pdf"], host: ["codex@2026-02"] }, ["explain", "pdf", "--host", "codex@2026-02"], /Codex 2026-02/],
  ["check", {}, ["check"], /3:42 warning .* \[unquoted-colon\]/],
  [
    "check",
    { paths: [".claude"], min_severity: "hint" },
    ["check", ".claude", "--min-severity", "hint"],
    /✔ no problem {2}1 skill through/,
  ],
  ["check", { select: ["safety"] }, ["check", "--select", "safety"], /✔ no problem/],
  ["list", {}, ["list"], /pdf {3}repo {3}\.agents\/skills\/pdf {2}all of its description/],
  ["list", { host: CODEX, message: true }, ["list", "--host", "codex"], /### Available skills/],
  ["compare", {}, ["compare"], /csv {7}– not here/],
  [
    "diff",
    { bisect: "csv", host: CODEX, as_installed: true },
    ["diff", "--bisect", "csv", "--host", "codex", "--as-installed"],
    /: Codex lists it in all known editions\n/,
  ],
  ["compare", { skills: ["csv"], as_installed: true }, ["compare", "csv", "--as-installed"], /1 listed/],
  [
    "can_i_use",
    { what: ["allowed-tools"], host: CODEX },
    ["can-i-use", "allowed-tools", "--host", "codex"],
    /– ignored {2}the host does not know it/,
  ],
  ["turn", { text: "Use $pdf" }, ["turn", "Use $pdf"], /✔ pdf → \.agents\/skills\/pdf\/SKILL\.md/],
  ["rule", { code: "unquoted-colon" }, ["rule", "unquoted-colon"], /^# unquoted-colon\n/],
  ["diff", { changelog: "codex" }, ["diff", "--changelog", "codex"], /Codex 2026-02 → 2026-05/],
  ["diff", { from: "codex@2026-02" }, ["diff", "--from", "codex@2026-02"], /\+ <skills_instructions>/],
  ["diff", { bisect: "pdf", host: CODEX }, ["diff", "--bisect", "pdf", "--host", "codex"], /Codex lists it since 2026-11/],
];

test("each tool gives what the command prints", async (t) => {
  const here = world(t, PROJECT);
  const { ask } = await agent(t, here);
  for (const [name, given, args, text] of QUESTIONS)
    await t.test(`${name} ${JSON.stringify(given)} is \`skillglass ${args.join(" ")}\``, async () => {
      const [answer, { out }] = await Promise.all([ask(name, given), here.run([...args, "--json"])]);
      assert.match(answer.text, text);
      assert.equal(answer.isError, false);
      if (answer.cuts === undefined) assert.deepEqual(answer.result, JSON.parse(out));
    });
});

test("diff compares two folders of the server", async (t) => {
  const here = world(t, PROJECT);
  const { ask } = await agent(t, here, { args: ["repo", "base"], cwd: "." });
  const { text, result } = await ask("diff", { cwd: here.at("repo"), base: "../base", head: ".", host: CODEX });
  assert.match(text, /~ pdf {2}\.agents\/skills\/pdf\/SKILL\.md/);
  assert.deepEqual(
    result.hosts[0].skills.map(({ name }) => name),
    ["pdf"],
  );
});

test("why is my skill not there? It is explained, fixed and explained again", async (t) => {
  const { at, read, ...here } = world(t, LOST);
  const { ask } = await agent(t, { at, ...here });
  const why = await ask("explain", { skills: ["pdf"], host: CODEX });
  assert.match(why.text, /✘ found .*\[wrong-spelling\]\n *→ Rename it to SKILL\.md\./);
  assert.equal(why.result[0].cells[0].loaded, false);

  const page = await ask("rule", { code: (await ask("check", { paths: [".agents/skills/pdf"] })).result.diagnostics[0].code });
  assert.match(page.text, /SKILL\.md/);

  const proposed = await ask("fix", { paths: [".agents/skills/pdf"] });
  assert.match(proposed.text, /rename to \.agents\/skills\/pdf\/SKILL\.md/);
  assert.match(proposed.text, /Nothing is written yet/);
  assert.equal(proposed.result.written, false);
  assert.equal(read("repo/.agents/skills/pdf/skill.md"), COLON);

  const fixed = await ask("fix", { paths: [".agents/skills/pdf"], write: true });
  assert.deepEqual(fixed.result.files, [at(PDF)]);
  assert.deepEqual(fixed.result.left.diagnostics, []);
  assert.match(read(PDF), /^description: "Fills in PDF forms\. Use when: a form is handed over\."$/m);

  const after = await ask("explain", { skills: ["pdf"], host: CODEX });
  assert.equal(after.result[0].cells[0].listed.as, "whole");
  assert.match((await ask("turn", { text: "Use $pdf", host: CODEX })).text, /✔ pdf → /);
  assert.match((await ask("fix", { write: true })).text, /Nothing to fix\./);
});

test("the conversation of docs/mcp.md happens as it is written", async (t) => {
  const here = world(t, { "repo/.agents/skills/pdf/skill.md": skill("pdf", "Fills in PDF forms. Use when a form is handed over.") });
  const { ask } = await agent(t, here);
  const [{ body }] = blocksOf("docs/mcp.md").filter(({ language }) => language === "text");
  let answer = "";
  let calls = 0;
  for (const line of body.split("\n")) {
    const [, name, given] = /^agent {2}(\w+) (\{.*\})$/.exec(line) ?? [];
    if (name !== undefined) {
      answer = (await ask(name, JSON.parse(given))).text;
      calls += 1;
    } else if (line.startsWith("       ")) assert.ok(answer.includes(line.trim()), `${line.trim()}\nis not in\n${answer}`);
  }
  assert.equal(calls, 4);
});

test("a wrong argument is an error of the tool with a remedy, and the server goes on", async (t) => {
  const { ask } = await agent(t, world(t, PROJECT));
  for (const [name, given, message] of [
    ["explain", {}, /the argument `skills` is missing\. Skills, each by its name/],
    ["explain", { skills: [] }, /the argument `skills` is missing/],
    ["explain", { skills: "pdf" }, /`skills` takes a list of texts, such as \["codex"\]; not "pdf"/],
    ["explain", { skills: ["pdff"] }, /no skill is called `pdff`: did you mean pdf/],
    ["explain", { skill: ["pdf"] }, /there is no argument `skill`: did you mean skills\?/],
    ["explain", { skills: ["pdf"], "as-installed": true }, /did you mean as_installed\?/],
    ["list", { host: ["codx"] }, /there is no host `codx`: did you mean codex\?/],
    ["list", { host: ["codex@2020"] }, /Codex has no edition `2020`: 2026-02/],
    ["list", { all: "yes" }, /`all` takes true or false; not "yes"/],
    ["list", { cwd: "none" }, /there is no folder/],
    ["check", { min_severity: "loud" }, /`min_severity` takes one of these words; not `loud`: error, warning, info, hint/],
    ["check", { paths: ["none"] }, /there is no file or folder/],
    ["check", { select: ["colon"] }, /there is no rule or group `colon`/],
    ["can_i_use", { what: ["nothing like it"] }, /nothing is known of `nothing like it`/],
    ["turn", { text: "" }, /the argument `text` is missing/],
    ["rule", { code: "unquoted-colons" }, /did you mean unquoted-colon\?/],
    ["diff", {}, /say one of: `from`/],
    ["diff", { base: "." }, /`base` needs `head`/],
    ["diff", { bisect: "pdf" }, /`bisect` needs one host/],
  ]) {
    const { isError, text } = await ask(name, given);
    assert.equal(isError, true, `${name} ${JSON.stringify(given)}`);
    assert.match(text, message);
  }
  assert.equal((await ask("list")).isError, false);
});

test("a tool that does not exist is an error of the protocol", async (t) => {
  const { client } = await agent(t, world(t));
  await assert.rejects(client.callTool({ name: "remove" }), /there is no tool remove: there are explain, check, fix/);
});

test("each tool has a strict schema with descriptions, and says if it writes", async (t) => {
  const { client } = await agent(t, world(t));
  const { tools } = await client.listTools(undefined, PATIENT);
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["explain", "check", "fix", "list", "compare", "can_i_use", "turn", "rule", "diff"],
  );
  for (const { name, title, description, inputSchema, annotations } of tools) {
    assert.equal(inputSchema.additionalProperties, false, name);
    for (const one of [{ title, description }, ...Object.values(inputSchema.properties)]) assert.ok(one.description.length > 20, name);
    assert.deepEqual(
      [annotations.readOnlyHint, annotations.destructiveHint, annotations.openWorldHint],
      [name !== "fix", name === "fix", false],
      name,
    );
  }
  assert.match(client.getInstructions(), /Why is a skill not there\? Call explain/);
});

test("a path outside of the server's folders is refused, whatever it leads through", async (t) => {
  const here = world(t, { ...PROJECT, "other/SKILL.md": skill("other"), "repo/way": link("../other") });
  const { ask } = await agent(t, here, { args: ["."] });
  for (const [name, given] of [
    ["check", { paths: ["../other"] }],
    ["check", { paths: [here.at("other")] }],
    ["check", { paths: ["way/SKILL.md"] }],
    ["fix", { paths: ["../other"], write: true }],
    ["explain", { skills: ["../other"] }],
    ["explain", { skills: [here.at("home/SKILL.md")] }],
    ["list", { cwd: ".." }],
    ["list", { cwd: "way" }],
    ["turn", { text: "Use $other", cwd: here.at("other") }],
    ["diff", { base: "../base", head: "." }],
  ]) {
    const { isError, text } = await ask(name, given);
    assert.equal(isError, true, `${name} ${JSON.stringify(given)}`);
    assert.match(
      text,
      /is outside of the folders of this server \(.*repo\)\. Name a path in them, or start the server for that folder, too/,
    );
  }
});

test("a link of the project is not followed out of it, and the answer says so", async (t) => {
  const here = world(t, {
    [PDF]: skill("pdf"),
    "repo/.agents/skills/secret": link("../../../other"),
    "repo/.agents/skills/notes/SKILL.md": link("../../../../other/SKILL.md"),
    "other/SKILL.md": skill("secret", "Words of somebody else. Use when nobody looks."),
  });
  const { ask } = await agent(t, here);
  const { text, unreadable } = await ask("list", { host: CODEX });
  assert.doesNotMatch(text, /somebody else|secret {3}/);
  assert.match(text, /Not read or written: .*skills\/secret: the link leads to .*other, outside of the folders of this server/);
  assert.deepEqual(
    unreadable.map(({ path }) => path).sort(),
    ["repo/.agents/skills/notes/SKILL.md", "repo/.agents/skills/secret"].map(here.at),
  );
  const inner = await ask("turn", { text: "Use $secret $notes", host: CODEX, messages: true });
  assert.doesNotMatch(JSON.stringify(inner), /somebody else/);
});

test("a folder outside that settings of the project name is not read", async (t) => {
  const here = world(t, {
    "repo/opencode.json": JSON.stringify({ skills: { paths: ["../other", "more"] } }),
    "repo/more/csv/SKILL.md": skill("csv"),
    "other/secret/SKILL.md": skill("secret"),
  });
  const { ask } = await agent(t, here);
  const { text, result } = await ask("list", { host: ["opencode"] });
  assert.deepEqual(
    result[0].skills.map(({ name }) => name),
    ["csv"],
  );
  assert.match(text, /Not read or written: .*other: outside of the folders of this server/);
});

test("skills of the home count, also those that the user links from elsewhere", async (t) => {
  const here = world(t, {
    "home/.agents/skills/csv/SKILL.md": skill("csv"),
    "home/.agents/skills/pdf": link("../../../dotfiles/pdf"),
    "dotfiles/pdf/SKILL.md": skill("pdf"),
    "home/private/SKILL.md": skill("private"),
    "repo/.agents/skills/private": link("../../../home/private"),
  });
  const { ask } = await agent(t, here);
  const { result } = await ask("list", { host: CODEX });
  assert.deepEqual(
    result[0].skills.map(({ name }) => name),
    ["csv", "pdf"],
  );
});

test("a folder below the top of a repository is the limit, and the answer says what is above", async (t) => {
  const here = world(t, { [PDF]: skill("pdf"), "repo/sub/.agents/skills/csv/SKILL.md": skill("csv") });
  const names = async (started) => {
    const { ask } = await agent(t, here, started);
    const { result, unreadable = [] } = await ask("list", { host: CODEX });
    return [result[0].skills.map(({ name }) => name), unreadable.map(({ path }) => path)];
  };
  assert.deepEqual(await names({ args: ["sub"] }), [["csv"], [here.at("repo")]]);
  assert.deepEqual(await names({ cwd: "repo/sub" }), [["csv", "pdf"], []]);
});

test("the roots of the client are the folders, and change when the client says so", async (t) => {
  const here = world(t, { ...PROJECT, "base/.git/HEAD": "" });
  const { ask, enter } = await agent(t, here, { cwd: "home", roots: ["repo"] });
  const names = async () => (await ask("list", { host: ["codex"] })).result[0].skills.map(({ path }) => path);
  assert.deepEqual(await names(), [here.at(PDF)]);
  await enter(["base"]);
  assert.deepEqual(await names(), [here.at("base/.agents/skills/pdf/SKILL.md")]);
  assert.match((await ask("list", { cwd: here.at("repo") })).text, /outside of the folders of this server \(.*base\)/);
});

test("roots do not lead out of the folders that the server was started for", async (t) => {
  const here = world(t, PROJECT);
  const { ask } = await agent(t, here, { args: ["."], roots: ["base"] });
  const { isError, text } = await ask("list");
  assert.equal(isError, true);
  assert.match(text, /the roots of the client \(.*base\) have nothing in common with the folders of the server \(.*repo\)/);
});

test("fix writes nothing outside of the paths that are named", async (t) => {
  const here = world(t, { [PDF]: COLON, "repo/.agents/skills/csv/SKILL.md": COLON.replaceAll("pdf", "csv") });
  const { ask } = await agent(t, here);
  await ask("fix", { paths: [".agents/skills/pdf"], write: true });
  assert.notEqual(here.read(PDF), COLON);
  assert.equal(here.read("repo/.agents/skills/csv/SKILL.md"), COLON.replaceAll("pdf", "csv"));
});

test("a file of 10 MB is not read, and the answer says so", async (t) => {
  const here = world(t, { [PDF]: `${skill("pdf")}${"x".repeat(10 * 1024 * 1024)}` });
  const { ask } = await agent(t, here);
  for (const name of ["list", "check"]) {
    const { text, unreadable } = await ask(name);
    assert.match(text, /Not read or written: .*SKILL\.md: its \d+ bytes are more than are read/);
    assert.deepEqual(
      unreadable.map(({ path }) => path),
      [here.at(PDF)],
    );
  }
});

test("a broken tree breaks nothing", async (t) => {
  const here = world(t, {
    [PDF]: skill("pdf"),
    "repo/.agents/skills/circle": link("circle"),
    "repo/.agents/skills/gone": link("nowhere"),
    "repo/.agents/skills/up": link("../.."),
    "repo/.agents/skills/folder/SKILL.md/file": "",
    "repo/.agents/skills/bytes/SKILL.md": Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe, 0x00, 0x0a]),
    "repo/.agents/skills/empty/SKILL.md": "",
    "repo/skillglass.json": "{",
  });
  const { ask, log } = await agent(t, here);
  for (const [name, given] of [["list"], ["check"], ["compare"], ["explain", { skills: ["pdf"] }], ["fix"], ["turn", { text: "$pdf" }]]) {
    const { isError, text } = await ask(name, given);
    assert.equal(isError, false, text);
  }
  assert.match((await ask("list")).text, /Not read or written: .*skillglass\.json: it is no JSON/);
  assert.equal(log(), "");
});

test("long answers are cut, with a hint on how to ask for less", async (t) => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`repo/.agents/skills/s${index}/SKILL.md`, COLON.replace("pdf", `s${index}`)]),
  );
  const { ask } = await agent(t, world(t, many));
  for (const name of ["list", "check"]) {
    const { text, result, cuts, hint } = await ask(name);
    assert.ok(text.length < 25_000, `${name}: ${text.length}`);
    assert.ok(JSON.stringify(result).length <= 40_000, name);
    assert.ok(cuts.length > 0 && cuts.every(({ shown, of }) => shown < of), JSON.stringify(cuts));
    assert.match(text, /\[The answer is cut after \d+ of its \d+ characters\. Ask for /);
    assert.match(hint, /^Ask for /);
  }
  const { cuts = [] } = await ask("explain", { skills: ["s7"], host: CODEX });
  assert.deepEqual(cuts, []);
});

test("a call that is cancelled before it begins changes nothing", async (t) => {
  const here = world(t, { [PDF]: COLON });
  const { client, ask } = await agent(t, here);
  const abort = new AbortController();
  const call = client.callTool({ name: "fix", arguments: { write: true } }, undefined, { signal: abort.signal });
  abort.abort();
  await assert.rejects(call);
  assert.equal((await ask("list")).isError, false);
  assert.equal(here.read(PDF), COLON);
});

test("the server ends with 0 when its input is closed", async (t) => {
  const child = world(t).start(["mcp"]);
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  assert.equal(await ended, 0);
});

test("without the SDK the command says what to install", async (t) => {
  const hook = `export const resolve = (name, context, next) => { if (name.startsWith("@modelcontextprotocol/")) throw Object.assign(new Error("gone"), { code: "ERR_MODULE_NOT_FOUND" }); return next(name, context); };`;
  const load = `import { register } from "node:module"; register("data:text/javascript,${encodeURIComponent(hook)}");`;
  const { code, err } = await world(t).run(["mcp"], { flags: ["--import", `data:text/javascript,${encodeURIComponent(load)}`] });
  assert.equal(code, 2);
  assert.match(err, /npm install --global skillglass @modelcontextprotocol\/sdk/);
});
