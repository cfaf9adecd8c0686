// Records Qwen Code: holds one conversation in the format `stream-json`. The model calls the tool
// `skill`, reads files, and calls the tool again. Then the user types prompts.
import { spawn } from "node:child_process";
import { closeSync, existsSync, lstatSync, openSync, readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { skillText, words } from "../skills.mjs";
import { workspace } from "../workspaces.mjs";
import { build, plainVariables } from "../world.mjs";

export const source = { name: "@qwen-code/qwen-code" };
export const node = 22;

const HOME = "/home/u";
const PROJECT = "/w/project";
const EXTENSION = `${HOME}/.qwen/extensions/ext-a`;
const FILES = ["src/a.ts", "README.md", ".github/x.yml"];

/** Lines of frontmatter that only Qwen Code reads. */
const FIELDS = [
  "paths: ['src/**/*.ts']",
  "paths: ['*.md']",
  "paths: ['**/*.yml', 'docs']",
  "paths: src/*.ts",
  "paths: ['/absolute']",
  "paths: ['a/../b']",
  "when_to_use: For <this> & that",
  "when_to_use: 12",
  "model: [a]",
  "model: inherit",
  "allowedTools: [Read]",
  "allowedTools: Read",
  "disable-model-invocation: true",
  "user-invocable: false",
  "priority: 10",
  "argument-hint: '[file]'",
];

const withField = (random, name) =>
  `---\nname: ${name}\ndescription: ${words(random, 2, 7)}\n${random.pick(FIELDS)}\n---\nBody of ${name}: $1 {{args}} !{date}\n`;

export function generate(seed) {
  return workspace(seed, {
    home: HOME,
    directories: [PROJECT, PROJECT, `${PROJECT}/pkg`],
    sameName: 0.18,
    text: (random, name, number) => (random.chance(0.35) ? withField(random, name) : skillText(random, name, number).text),
    roots: (cwd) => [
      ...[HOME, cwd].flatMap((folder) => [
        [`${folder}/.qwen/skills`, 4],
        [`${folder}/.agents/skills`, 4],
        [`${folder}/.claude/skills`, 1],
      ]),
      ["/w/.agents/skills", 1],
      [`${cwd}/sub/.qwen/skills`, 1],
      [`${HOME}/more`, 1],
      [`${EXTENSION}/skills`, 2],
    ],
    finish(tree, { random, cwd, names, folders }) {
      if (folders.some((folder) => folder.startsWith(EXTENSION))) {
        tree.file(`${EXTENSION}/qwen-extension.json`, JSON.stringify({ name: "ext-a", version: "1.0.0" }));
      }
      const switches = () => ({
        ...(random.chance(0.25) && {
          disabled: random.sample(names, 2).map((name) => random.pick([name, name.toUpperCase(), ` ${name} `])),
        }),
        ...(random.chance(0.15) && { defaultDisabled: random.sample(names, 2) }),
        ...(random.chance(0.15) && { enabled: random.sample(names, 2) }),
      });
      const skills = {
        ...switches(),
        disabledLevels: random.weighted([
          [["bundled"], 9],
          [["bundled", "user"], 1],
        ]),
      };
      if (random.chance(0.3)) skills.directories = ["~/more"];
      const base = { memory: { enableManagedAutoMemory: false }, privacy: { usageStatisticsEnabled: false } };
      tree.file(`${HOME}/.qwen/settings.json`, JSON.stringify({ ...base, skills }));
      if (random.chance(0.3)) tree.file(`${cwd}/.qwen/settings.json`, JSON.stringify({ skills: switches() }));
      for (const name of FILES) tree.file(`${cwd}/${name}`, "x\n");
      const [first, second] = random.sample(names, 2);
      return {
        host: "qwen-code",
        trusted: true,
        call: [...random.sample(names, 5), random.pick(["no-such", names[0].toUpperCase(), `ext-a:${names[1]}`])],
        touch: random.sample(FILES, 2).map((name) => `${cwd}/${name}`),
        prompts: [`/${first}`, `/${second} ${random.pick(["one two", "a <b> & $1"])}`, random.pick([` /${first}`, "/no-such x"])],
      };
    },
  });
}

export const start = ({ program }) => ({ command: `${program}/node_modules/@qwen-code/qwen-code/cli.js` });

const texts = ({ content }) => (typeof content === "string" ? [content] : (content ?? []).map(({ text = "" }) => text));

/**
 * Types prompts one after the other, each after the result of the one before. Returns the events
 * that the program prints.
 */
async function converse(command, node, { cwd, env, prompts, before }) {
  const log = openSync("/exchange/err", "w");
  const args = [command, "--input-format", "stream-json", "--output-format", "stream-json", "--approval-mode", "yolo"];
  const child = spawn(node, args, { env, cwd, detached: true, stdio: ["pipe", "pipe", log] });
  child.stdin.on("error", () => {});
  const ended = new Promise((resolve) => child.on("close", resolve));
  const end = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // The program has ended.
    }
  };
  const timer = setTimeout(end, 90_000);
  const events = [];
  let next = 0;
  const type = () => {
    if (next === prompts.length) return end();
    before(next);
    const message = { role: "user", content: prompts[next++] };
    child.stdin.write(`${JSON.stringify({ type: "user", message, parent_tool_use_id: null, session_id: "x" })}\n`);
  };
  type();
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!line.startsWith("{")) return;
    const event = JSON.parse(line);
    events.push(event);
    if (event.type === "result") type();
  });
  await ended;
  clearTimeout(timer);
  closeSync(log);
  return events;
}

/** Returns the messages about skills in the program's debug log. */
function logged(home) {
  const folder = `${home}/.qwen/debug`;
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = names.map((name) => `${folder}/${name}`).filter((path) => lstatSync(path).isFile());
  const log = files.map((path) => readFileSync(path, "utf8")).join("");
  const found = [...log.matchAll(/Failed to parse skill at (.*?): (.*)$/gm)].map(([, folder, message]) =>
    JSON.stringify({ folder, message }),
  );
  return [...new Set(found)].sort().map((entry) => JSON.parse(entry));
}

export async function ask(question, { command, node, model }) {
  const tree = build(question.tree);
  const { home, cwd } = question;
  const env = {
    ...plainVariables(home),
    OPENAI_API_KEY: "dummy",
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_MODEL: "model",
    QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
    QWEN_CODE_NO_RELAUNCH: "true",
    QWEN_DEBUG_LOG_FILE: "1",
  };
  const again = question.call.slice(0, 4);
  const called = (names) => names.map((skill) => ({ tool: "skill", input: { skill } }));
  const steps = [
    ...called(question.call),
    ...question.touch.map((file_path) => ({ tool: "read_file", input: { file_path } })),
    ...called(again),
  ];
  const asked = [];
  const before = (turn) => {
    if (turn > 0) asked.push(model.requests);
    model.begin(turn === 0 ? steps : []);
  };
  const prompts = [question.prompt ?? "hello", ...question.prompts];
  const events = await converse(command, node, { cwd, env, prompts, before });
  asked.push(model.requests);
  const turns = asked.map((requests) =>
    requests.map(({ body }) => body).filter((body) => body?.tools?.some((tool) => tool.function?.name === "skill")),
  );
  const results = events.filter(({ type }) => type === "result");
  if (results.length < prompts.length || turns[0].length === 0) {
    throw new Error(`${results.length} of ${prompts.length} prompts answered: ${readFileSync("/exchange/err", "utf8").slice(-500)}`);
  }
  const init = events.find(({ subtype }) => subtype === "init");
  const settled = (text) => text.replaceAll(init.session_id, "<session>");
  const reminders = turns[0][0].messages.filter(({ role }) => role === "user").flatMap(texts);
  const listing = reminders.find((text) => /<available_skills>|No skills are currently available/.test(text)) ?? null;
  const answers = turns[0].at(-1).messages.filter(({ role }) => role === "tool");
  const answer = (number) => settled(answers[number] ? texts(answers[number]).join("\n") : "");
  const [calls, touched] = [question.call.length, question.touch.length];
  const expect = {
    log_errors: logged(home),
    commands: init.slash_commands,
    listing,
    calls: question.call.map((skill, number) => ({ skill, result: answer(number) })),
    reads: question.touch.map((path, number) => ({ path, result: answer(calls + number) })),
    again: again.map((skill, number) => ({ skill, result: answer(calls + touched + number) })),
    turns: question.prompts.map((prompt, number) => {
      const [first] = turns[number + 1];
      const result = results[number + 1];
      if (!first) return { prompt, asked_model: false, says: result.result ?? null, error: result.error ?? null };
      const start = first.messages.findLastIndex(({ role }) => role !== "user") + 1;
      const messages = first.messages.slice(start).flatMap(texts).map(settled);
      return { prompt, asked_model: true, messages: messages.filter((text) => !text.startsWith("<system-reminder>\nThe current date")) };
    }),
  };
  return { ...question, tree, expect };
}
