// The example examples/agent with the packed package: one conversation in Node, through each SDK over HTTP, in a terminal and in Chromium.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { launch, problemsOf, serve } from "../browser.mjs";
import { blocksOf } from "../pages.mjs";
import { serveModel } from "./model-server.mjs";
import { freshProject, repository } from "./project.mjs";

const source = join(repository, "examples/agent");
const isOurs = (path) => !path.includes("node_modules");

let missing = false;
try {
  execFileSync(join(repository, "scripts/setup.sh"), ["agent"], { encoding: "utf8" });
} catch (error) {
  missing = `SKIPPED: the packages of examples/agent cannot be installed: ${error.stdout}`;
  console.error(missing);
}

const project = freshProject();
const folder = join(project.folder, "agent");
cpSync(source, folder, { recursive: true, filter: isOurs });
const modules = join(source, "node_modules");
if (!missing) {
  for (const name of readdirSync(modules).filter((name) => !name.startsWith("."))) {
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    symlinkSync(join(modules, name), join(folder, "node_modules", name));
  }
}
const load = (name) => import(pathToFileURL(join(folder, name)));
const { default: init } = await project.load("skillglass");
await init();
const { Agent } = await load("agent.js");
const { mockModel } = await load("mock-model.js");
const { files } = await load("project.js");

/** Messages of the user, each with what the agent answers and the user's answers to its questions. */
const CONVERSATION = [
  { text: "What is in contents please", yes: [true], answer: "I followed: Name the most important one. please" },
  { text: "contents again", yes: [false], answer: 'I followed: The user declined the use of skill "contents".' },
  { text: "deploy it", answer: /^I followed: .*only the user|disable-model-invocation/ },
  { text: "/deploy", answer: "I followed: Run `make deploy`." },
  { text: "read /repo/src/api/users.ts", answer: "I followed: export const users = [];" },
  { text: "api now", answer: "I followed: ARGUMENTS: now" },
  { text: "survey parse", answer: "I followed: I followed: Find all uses of parse." },
  { text: "run rm notes", yes: [false], answer: "I followed: The user declined the use of Bash." },
  { text: "run ls", answer: "I followed: src" },
  { text: "run make all", yes: ["always"], answer: "I followed: src" },
  { text: "run make all", answer: "I followed: src" },
  { text: "Hello", answer: "You wrote: Hello" },
];

/** An agent whose user answers with `yes`, and the commands that ran. */
function agentOf(model, saved) {
  const ran = [];
  const yes = [];
  const run = async (command) => {
    ran.push(command);
    return { text: "README.md\nsrc", exitCode: 0 };
  };
  const agent = new Agent({ files, model, run, ask: async () => yes.shift(), saved });
  return { agent, ran, yes };
}

/** Holds the whole conversation, and returns the agent. */
async function converse(model) {
  const { agent, ran, yes } = agentOf(model);
  for (const { text, answer, yes: answers = [] } of CONVERSATION) {
    yes.push(...answers);
    const given = await agent.send(text);
    if (answer instanceof RegExp) assert.match(given, answer);
    else assert.equal(given, answer);
    assert.deepEqual(yes, [], `${text}: no question is left`);
  }
  assert.deepEqual(ran, ["ls", "ls", "make all", "make all"]);
  return agent;
}

test("the example has fewer than 400 lines", () => {
  const code = readdirSync(source, { recursive: true }).filter((name) => isOurs(name) && /\.(js|html)$/.test(name));
  const lines = code.map((name) => readFileSync(join(source, name), "utf8").split("\n").length - 1);
  assert.ok(lines.length > 5);
  assert.ok(lines.reduce((sum, count) => sum + count) < 400, `${lines}`);
});

test("the blocks of the guide are excerpts of the example", () => {
  const blocks = blocksOf("docs/guides/agent.md").filter(({ file }) => file !== null);
  assert.ok(blocks.length >= 4);
  for (const { file, body, line } of blocks) assert.ok(readFileSync(join(source, file), "utf8").includes(body), `line ${line}: ${file}`);
});

describe("in Node", () => {
  test("lists, loads, runs what is allowed, refuses and forks", async () => {
    const agent = await converse(mockModel);
    const lists = agent.history.filter(({ text }) => /^- [\w-]+: /m.test(text)).map(({ text }) => text.match(/^- [\w-]+/gm));
    assert.deepEqual(lists, [["- contents", "- survey"], ["- api"]]);
    agent.free();
  });

  test("compacts, and restores the skills after the summary", async () => {
    const agent = await converse(mockModel);
    await agent.compact();
    const [summary, ...restored] = agent.history;
    assert.equal(summary.text, "Summary: the user tried the skills.");
    assert.deepEqual(
      restored.flatMap(({ text }) => text.match(/^### Skill: .+$/gm)),
      ["### Skill: api", "### Skill: deploy", "### Skill: contents"],
    );
    agent.free();
  });

  test("saves, and a resumed conversation ends as one that was not interrupted", async () => {
    const whole = await converse(mockModel);
    let { agent, yes } = agentOf(mockModel);
    for (const { text, yes: answers = [] } of CONVERSATION) {
      yes.push(...answers);
      await agent.send(text);
      const saved = JSON.parse(JSON.stringify(agent.save()));
      agent.free();
      ({ agent, yes } = agentOf(mockModel, saved));
    }
    assert.deepEqual(JSON.parse(JSON.stringify(agent.save())), JSON.parse(JSON.stringify(whole.save())));
    for (const one of [agent, whole]) one.free();
  });

  test("decides by the rules of the project, and tells the model why a call is refused", async () => {
    const settings = JSON.stringify({ permissions: { deny: ["Bash(rm *)"], allow: ["Bash(make *)"] } });
    const ran = [];
    const run = async (command) => {
      ran.push(command);
      return { text: "done", exitCode: 0 };
    };
    const ask = async () => assert.fail("nothing is asked");
    const agent = new Agent({ files: { ...files, "/repo/.claude/settings.json": settings }, model: mockModel, run, ask });
    assert.equal(await agent.send("run rm notes"), "I followed: Permission to use Bash with command rm notes has been denied.");
    assert.equal(await agent.send("run make all"), "I followed: done");
    assert.deepEqual(ran, ["make all"]);
    agent.free();
  });

  test("sends the schema of the host's tool", async () => {
    let offered;
    const { agent } = agentOf((request) => {
      offered = request.tools.at(-1);
      return mockModel(request);
    });
    await agent.send("Hello");
    assert.deepEqual([offered.name, offered.schema.required], ["Skill", ["skill"]]);
    assert.equal(offered.schema.additionalProperties, false);
    agent.free();
  });

  test("reports the error of a sub-agent to the model", async () => {
    const { agent } = agentOf((request) => {
      if (request.messages[0].text.includes("Find all uses")) throw new Error("overloaded");
      return mockModel(request);
    });
    assert.equal(await agent.send("survey parse"), "I followed: Error: overloaded");
    agent.free();
  });

  test("does not run a typed skill's commands that no rule allows", async () => {
    const unsafe = { ...files, "/repo/.claude/skills/clean/SKILL.md": "---\ndescription: Cleans up.\n---\n!`rm -r build`\n" };
    const ran = [];
    const agent = new Agent({ files: unsafe, model: mockModel, run: async (command) => ran.push(command), ask: async () => true });
    assert.match(await agent.send("/clean"), /^Shell command permission check failed for pattern "!`rm -r build`"/);
    assert.deepEqual(ran, []);
    assert.ok(agent.history.every(({ text }) => !text.includes("Base directory")));
    agent.free();
  });

  test("goes on in a terminal where it was left", () => {
    const talk = (...lines) => {
      const { stdout, stderr } = spawnSync(process.execPath, ["node.js"], {
        cwd: folder,
        input: `${lines.join("\n")}\n`,
        encoding: "utf8",
      });
      assert.equal(stderr, "");
      return stdout;
    };
    const first = talk("contents", "y", "run make hi", "n");
    assert.match(first, /May the model use the skill contents\?.*\(y\/n\/always\) I followed: Name the most important one\.\n/);
    assert.match(first, /May the model use Bash: make hi\? \(.*\) \(y\/n\/always\) I followed: The user declined the use of Bash\.\n/);
    const { history } = JSON.parse(readFileSync(join(folder, "conversation.json"), "utf8"));
    assert.ok(
      history.some(({ text }) => text.includes("agent.js\nbrowser.js\n")),
      "the output of ls is in the skill's text",
    );
    assert.match(talk("/compact", "Hello"), /You wrote: Hello\n/);
    const later = JSON.parse(readFileSync(join(folder, "conversation.json"), "utf8"));
    assert.deepEqual(
      later.history.map(({ role }) => role),
      ["user", "user", "user", "assistant"],
    );
  });
});

describe("through SDKs, over HTTP", { skip: missing }, () => {
  let server;
  before(async () => {
    server = await serveModel(mockModel);
  });
  after(() => server.close());

  const MODELS = {
    "@anthropic-ai/sdk": async () => {
      const { default: Anthropic } = await project.load("./agent/node_modules/@anthropic-ai/sdk");
      const client = new Anthropic({ apiKey: "none", baseURL: server.url.slice(0, -1), maxRetries: 0 });
      return (await load("adapters/anthropic.js")).anthropic(client, "claude-mock");
    },
    openai: async () => {
      const { default: OpenAI } = await project.load("./agent/node_modules/openai");
      const client = new OpenAI({ apiKey: "none", baseURL: `${server.url}v1`, maxRetries: 0 });
      return (await load("adapters/openai.js")).openai(client, "gpt-mock");
    },
    ai: async () => {
      const { createGateway } = await project.load("./agent/node_modules/ai");
      const gateway = createGateway({ apiKey: "none", baseURL: server.url.slice(0, -1) });
      return (await load("adapters/ai-sdk.js")).aiSdk(gateway("mock/model"));
    },
  };
  for (const [name, open] of Object.entries(MODELS)) {
    test(`the conversation through ${name} is the one without it`, async () => {
      const direct = await converse(mockModel);
      const before = Object.values(server.seen).reduce((sum, count) => sum + count, 0);
      const agent = await converse(await open());
      assert.deepEqual(agent.history, direct.history);
      await Promise.all([agent.compact(), direct.compact()]);
      assert.deepEqual(agent.history, direct.history);
      assert.ok(Object.values(server.seen).reduce((sum, count) => sum + count, 0) - before > CONVERSATION.length);
      for (const one of [agent, direct]) one.free();
    });
  }
});

test("in Chromium it asks, saves and continues after a reload", async (t) => {
  const browser = await launch();
  t.after(() => browser.close());
  // The page's import map names the package beside it.
  const site = join(project.folder, "site");
  cpSync(source, site, { recursive: true, filter: isOurs });
  cpSync(join(project.folder, "node_modules/skillglass"), join(site, "node_modules/skillglass"), { recursive: true });
  const { url, close } = await serve(site);
  t.after(close);
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  const problems = problemsOf(page, url);
  const questions = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.message());
    dialog.accept();
  });
  const last = (text) => page.locator("#conversation li:last-child", { hasText: text }).waitFor();
  const send = async (text) => {
    await page.locator("#text").fill(text);
    await page.locator("#text").press("Enter");
  };

  await page.goto(url);
  await send("contents please");
  await last("assistant: I followed: Name the most important one. please");
  assert.equal(questions.length, 1);
  await send("survey parse");
  await last("assistant: I followed: I followed: Find all uses of parse.");
  await page.reload();
  await last("assistant: I followed: I followed: Find all uses of parse.");
  await page.locator("#compact").click();
  await last("user: Summary: the user tried the skills.");
  await send("Hello");
  await last("assistant: You wrote: Hello");
  const { history } = JSON.parse(await page.evaluate(() => localStorage.getItem("conversation")));
  assert.match(history[1].text, /^### Skill: contents$/m);
  assert.deepEqual(problems, []);
});
