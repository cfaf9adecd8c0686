// Records Claude Code: runs `claude -p` with a local model, in one conversation. The answers are
// read from the printed events, the requests to the model, and the conversation that the program
// stores in the user's folder.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { Random } from "../random.mjs";
import { skillText, words } from "../skills.mjs";
import { Tree } from "../workspaces.mjs";
import { build, makeRepository, PATH, run } from "../world.mjs";
import { aboutHooks, asked, attachments, prepare, printed, runs, told, wordsOf } from "./claude-code-hooks.mjs";

export const source = { name: "@anthropic-ai/claude-code-linux-x64" };

export const HOME = "/home/me";
export const REPOSITORY = "/repo";
export const SESSION = "0123abcd-4567-4890-8abc-def012345678";
const HEADER = "The following skills are available for use with the Skill tool:";

const NAMES = ["pdf", "lint", "deploy", "review", "notes", "a", "b", "test-all", "web_ui", "Zed", "fix", "data.v2", "x1", "x10", "build"];
const ODD_NAMES = [
  "With Space",
  "Ünï",
  "日本",
  "a:b",
  "a<b",
  ".hidden",
  "UPPER",
  "node_modules",
  "synced",
  "it's",
  "a+b",
  "doctor",
  "1",
  "-dash",
  "__proto__",
];
const ARGUMENTS = [
  "",
  "",
  "x",
  "a b c",
  '7 "my branch"',
  "'q w' e",
  "it's",
  "--flag=x y",
  "src/a.ts",
  "a  b ",
  "$0 $ARGUMENTS",
  "<i> &",
  "# hash",
  "!`echo z`",
  "ünï 日本",
  "line\nbreak two",
  "a\\ b",
  '"unclosed',
  "/pdf z",
  "@src/a.ts",
];

/** Fields of frontmatter, each with values that the program reads and values that it ignores. */
const FIELDS = [
  ["name", ["other", "label-1", "label-2", "With Space", "pdf", "42", "''", "null", "[x]", "a/b", "Pretty: Name", "true"]],
  ["when_to_use", ["in tests", "|\n  one\n  two", "''", "5", "[a, b]", "x: y"]],
  ["disable-model-invocation", ["true", "false", "True", "yes", "on", "1", '"true"', "no", "TRUE", "null", ""]],
  ["user-invocable", ["false", "true", "False", "no", "off", "0", '"false"', "yes", "", "FALSE"]],
  [
    "paths",
    [
      "'*.ts'",
      "src/**",
      "'**/*.ts, docs'",
      "['src/**/*.ts', '*.md']",
      "'**'",
      "src",
      "docs/",
      "''",
      "[]",
      "./src/**",
      "/src/**",
      "'!*.md'",
      "42",
      "\n  - docs/**\n  - src/a.ts",
    ],
  ],
  ["arguments", ["issue branch", "[issue, branch]", "issue, branch", "issue", "5", "[1, x]", "''", "{a: b}"]],
  ["argument-hint", ["'[file]'", "[file]", "<x>", "5"]],
  ["allowed-tools", ["Read", "Bash(git status)", "[Read, Bash]", "", "Bash(echo *), Read", "[]"]],
  ["model", ["opus", "sonnet", "inherit", "nonsense", "5", ""]],
  ["effort", ["low", "high", "max", "3", "huge"]],
  ["context", ["inline", "other"]],
  ["shell", ["bash", "zsh", "5"]],
  ["metadata", ["\n  author: me\n  tags: [a, b]"]],
  ["hooks", ["", "{}", "{PreToolUse: []}", "5"]],
  ["Description", ["upper"]],
  ["unknown", ["value"]],
];

/** Returns a variable as the program replaces it. */
const variable = (name) => ["$", "{", name, "}"].join("");

const BODIES = [
  "Args: $ARGUMENTS.",
  "First: $0, second: $1.",
  "[$ARGUMENTS[0]] [$ARGUMENTS[1]]",
  "Fix $issue on $branch.",
  `Dir ${variable("CLAUDE_SKILL_DIR")} of ${variable("CLAUDE_PROJECT_DIR")}`,
  `Effort ${variable("CLAUDE_EFFORT")} session ${variable("CLAUDE_SESSION_ID")}`,
  "Price: \\$5, \\$0, $10",
  "```\ncode $0\n```",
  "Out: !`echo hi`",
  "!`printf 'a\\n\\n'`",
  "KEY=!`echo no`",
  "```!\necho one\necho two\n```",
  "# Title",
  "## Title ##",
  "- item",
  "---",
  "  indented",
  "> quote",
  "<b>html</b>",
  "x".repeat(120),
  "$ARGUMENTS_X $0K $00 $ARGUMENTSX",
  "`!` and !`` and !`echo a` b",
];

const anyName = (random) => random.pick(random.chance(0.12) ? ODD_NAMES : NAMES);

/**
 * Returns the text of a skill with fields of Claude Code, or one of the texts that the cases of all
 * hosts use.
 */
function text(random, name) {
  if (random.chance(0.4)) return skillText(random, name, 0).text;
  const lines = random.chance(0.86) ? [`description: ${words(random, 2, 9)}`] : [];
  for (const [field, values] of random.sample(FIELDS, random.pick([0, 0, 0, 1, 1, 2, 3]))) lines.push(`${field}: ${random.pick(values)}`);
  const body = random.sample(BODIES, random.integer(0, 4)).join("\n");
  const written = `---\n${lines.map((line) => `${line}\n`).join("")}---\n${body}${random.chance(0.8) ? "\n" : ""}`;
  return random.chance(0.05) ? written.replaceAll("\n", "\r\n") : written;
}

/** Writes a plugin into the tree. Returns the plugin's id and folder. */
function plugin(tree, random) {
  const id = random.pick(["office", "tools"]);
  const root = `/plug/${random.pick(["tools", "p1"])}`;
  const manifest = { name: id };
  if (random.chance(0.2)) manifest.skills = random.pick(["./more", ["./more", "./single"], "more", "."]);
  if (random.chance(0.1)) manifest.commands = random.pick(["./cmds", ["./cmds/one.md"]]);
  tree.file(`${root}/.claude-plugin/plugin.json`, JSON.stringify(manifest));
  for (let left = random.integer(1, 4); left > 0; left--) {
    const name = anyName(random);
    const place = random.pick([
      `skills/${name}/SKILL.md`,
      `skills/${name}/SKILL.md`,
      `commands/${name}.md`,
      `skills/cat/${name}/SKILL.md`,
      `more/${name}/SKILL.md`,
      `commands/sub/${name}.md`,
      `cmds/${name}.md`,
    ]);
    tree.file(`${root}/${place}`, text(random, name));
  }
  return { id: `${id}@inline`, root };
}

/** Returns random settings of the user and of the project. */
function settings(random, names) {
  // This is a skill of the program itself that no option disables.
  const user = { enabledPlugins: { "cc-plugin-plugin-authoring@builtin": false } };
  const project = {};
  if (random.chance(0.06)) user.skillListingMaxDescChars = random.integer(5, 60);
  if (random.chance(0.05)) user.skillListingBudgetFraction = random.pick([0.001, 0.005, 0.0005]);
  if (random.chance(0.12)) {
    const states = ["on", "off", "name-only", "user-invocable-only"];
    random.pick([user, project]).skillOverrides = Object.fromEntries(random.sample(names, 2).map((name) => [name, random.pick(states)]));
  }
  if (random.chance(0.08)) {
    const name = random.pick(names);
    user.permissions = {
      [random.pick(["deny", "ask", "allow"])]: [random.pick([`Skill(${name})`, `Skill(${name}:*)`, `Skill(${name} *)`])],
    };
  }
  return { user, project };
}

export function generate(seed) {
  const random = new Random(seed);
  const tree = new Tree();
  const cwd = random.pick([REPOSITORY, REPOSITORY, REPOSITORY, `${REPOSITORY}/pkg`, `${REPOSITORY}/pkg/app`]);
  const tops = [REPOSITORY, `${REPOSITORY}/pkg`, cwd].filter((folder) => cwd.startsWith(folder));
  const names = new Set();
  const skill = (folder) => {
    const name = anyName(random);
    const file = random.pick([...Array(20).fill("SKILL.md"), "skill.md", "Skill.md", "sub/SKILL.md"]);
    if (tree.file(`${folder}/${name}/${file}`, text(random, name))) names.add(name);
  };
  const most = random.chance(0.5) ? 4 : 8;
  for (const top of [...new Set(tops), HOME]) {
    for (let left = random.integer(0, top === HOME ? 3 : most); left > 0; left--) skill(`${top}/.claude/skills`);
    if (random.chance(0.25)) {
      for (let left = random.integer(1, 3); left > 0; left--) {
        const place = random.pick(["", "", "sub/", "sub/deep/"]);
        const name = anyName(random);
        if (tree.file(`${top}/.claude/commands/${place}${name}.md`, text(random, name))) names.add(`${place.replaceAll("/", ":")}${name}`);
      }
    }
  }
  if (random.chance(0.06)) tree.file(`${REPOSITORY}/.claude/skills/flat.md`, text(random, "flat"));
  if (random.chance(0.06)) skill(`${REPOSITORY}/.agents/skills`);
  const files = ["src/a.ts", "docs/b.md", "README.md"].map((path) => `${cwd}/${path}`);
  for (const path of files) tree.file(path, "x\n");
  if (random.chance(0.3)) {
    for (const below of random.sample(["web", "web/ui", "libs", "src"], random.integer(1, 3))) {
      skill(`${cwd}/${below}/.claude/skills`);
      if (tree.file(`${cwd}/${below}/y.ts`, "y\n")) files.push(`${cwd}/${below}/y.ts`);
    }
    if (random.chance(0.2)) tree.file(`${cwd}/.gitignore`, random.pick(["web/\n", "libs\n", "*.ts\n"]));
  }
  if (random.chance(0.12)) {
    tree.file(`${REPOSITORY}/shared/lk/SKILL.md`, text(random, "lk"));
    tree.link(
      `${random.pick([REPOSITORY, HOME])}/.claude/skills/linked`,
      random.pick([`${REPOSITORY}/shared/lk`, `${REPOSITORY}/nowhere`]),
    );
  }
  const plugins = random.chance(0.15) ? [plugin(tree, random)] : [];
  const known = names.size > 0 ? [...names].sort() : ["pdf"];
  const { user, project } = settings(random, known);
  tree.file(`${HOME}/.claude/settings.json`, JSON.stringify(user));
  if (Object.keys(project).length > 0) tree.file(`${REPOSITORY}/.claude/settings.json`, JSON.stringify(project));
  const called = () => random.pick([...known, ...known, ...known, "label-1", "other", "office:pdf"]);
  const steps = Array.from({ length: random.integer(1, 4) }, () => {
    if (random.chance(0.45)) return { read: random.pick(files) };
    const name = called();
    const args = random.pick(ARGUMENTS);
    return {
      call: {
        skill: random.chance(0.1) ? random.pick(["nope", `/${name}`, ` ${name} `, name.toUpperCase(), ""]) : name,
        ...(args && { args }),
      },
    };
  });
  const prompts = Array.from({ length: random.integer(1, 3) }, () => {
    const args = random.pick(ARGUMENTS);
    const prompt = `/${called()}${args && ` ${args}`}`;
    return random.chance(0.04)
      ? random.pick([` ${prompt}`, `see ${prompt}`, prompt.toUpperCase(), "/unknown-one x", `/${prompt}`])
      : prompt;
  });
  const model = random.pick(["claude-sonnet-4-5", "claude-sonnet-4-5", "claude-opus-5-5"]);
  return {
    host: "claude-code",
    cwd,
    home: HOME,
    git: random.pick([null, REPOSITORY]),
    env: random.chance(0.08) ? { SLASH_COMMAND_TOOL_CHAR_BUDGET: String(random.integer(20, 500)) } : {},
    model,
    context_window: model.includes("opus") ? 1_000_000 : 200_000,
    plugins,
    usage: random.chance(0.15) ? { [random.pick(known)]: random.integer(1, 5) } : {},
    session_id: SESSION,
    steps,
    prompts,
    tree: tree.entries,
  };
}

export const variables = (model, env) => ({
  HOME,
  PATH: `${PATH}:/usr/sbin:/sbin`,
  LANG: "C.UTF-8",
  SHELL: "/bin/bash",
  USER: "root",
  TERM: "dumb",
  IS_SANDBOX: "1",
  ANTHROPIC_API_KEY: "dummy-key",
  ANTHROPIC_BASE_URL: model.url,
  DISABLE_AUTOUPDATER: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_ERROR_REPORTING: "1",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: "1",
  ...env,
});

const STREAM = ["--output-format", "stream-json", "--verbose"];

function parsed(lines) {
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

/** Starts the program without any skills to find out the names of its own commands and skills. */
export async function start({ program, model }) {
  const command = `${program}/node_modules/@anthropic-ai/claude-code-linux-x64/claude`;
  mkdirSync(`${HOME}/.claude`, { recursive: true });
  mkdirSync(REPOSITORY);
  writeFileSync(`${HOME}/.claude/settings.json`, JSON.stringify(settings(new Random(0), ["x"]).user));
  model.begin();
  const { stdout, stderr } = await run(command, ["-p", "hello", ...STREAM], { env: variables(model), cwd: REPOSITORY });
  const init = parsed(stdout.split("\n")).find(({ subtype }) => subtype === "init");
  if (!init) throw new Error(`claude printed no session: ${stderr.slice(-600)}`);
  return { command, own: new Set([...init.slash_commands, ...init.skills]) };
}

/**
 * Holds a conversation with the program. Each prompt is sent when the one before it is answered.
 * Returns the printed events, and `marks`: the number of requests to the model before each prompt.
 */
async function converse(question, prompts, { command, model }) {
  const args = ["-p", "--input-format", "stream-json", ...STREAM, "--session-id", SESSION, "--model", question.model];
  for (const { root } of question.plugins) args.push("--plugin-dir", root);
  args.push(...(question.args ?? []));
  const child = spawn(command, args, {
    env: variables(model, question.env),
    cwd: question.cwd,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (part) => {
    errors += part;
  });
  child.stdin.on("error", () => {});
  const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), 60_000);
  const left = [...prompts];
  const marks = [];
  const events = [];
  const next = () => {
    marks.push(model.requests.length);
    child.stdin.write(`${JSON.stringify({ type: "user", message: { role: "user", content: left.shift() } })}\n`);
  };
  const ended = new Promise((resolve) => child.on("exit", resolve));
  next();
  for await (const line of createInterface({ input: child.stdout })) {
    const [event] = parsed([line]);
    if (!event) continue;
    events.push(event);
    if (event.type !== "result") continue;
    // The steps that are left in the script must not be used for the next prompt.
    model.script = [];
    if (left.length > 0) next();
    else child.stdin.end();
  }
  const code = await ended;
  clearTimeout(timer);
  if (question.mode !== "hooks" && (code !== 0 || left.length > 0))
    throw new Error(`claude ended with ${code}, ${left.length} prompts left: ${errors.slice(-600)}`);
  return { events, marks };
}

/** Returns the entries of the file in which the program stores the conversation. */
function transcript() {
  const folder = `${HOME}/.claude/projects`;
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).map((name) => `${folder}/${name}/${SESSION}.jsonl`);
  return files.filter((path) => existsSync(path)).flatMap((path) => parsed(readFileSync(path, "utf8").split("\n")));
}

const texts = ({ content }) => (typeof content === "string" ? [content] : content.map((block) => block.text ?? ""));
const written = ({ content }) =>
  typeof content === "string" ? [content] : content.filter(({ type }) => type === "text").map(({ text }) => text);

const list = ({ content, names = null }) => ({ content, names });

/**
 * Returns the planned calls of the model, each with its result and with the messages and the list
 * of skills that followed it.
 */
function steps(entries, planned, expect, role) {
  const found = [];
  for (const { type, attachment, message } of entries) {
    const step = found.at(-1);
    if (type === "attachment") {
      if (attachment.type === "skill_listing") {
        if (step) step.listing = list(attachment);
        else expect.listing = { ...list(attachment), role };
      } else if (attachment.type === "dynamic_skill" && step) {
        const { skillDir, skillNames, displayPath } = attachment;
        step.discovered = [...(step.discovered ?? []), { skillDir, skillNames, displayPath }];
      } else if (attachment.type === "file" && step) step.attached = [...(step.attached ?? []), attachment.filename];
    } else if (type === "assistant") {
      if (message.content.some((block) => block.type === "tool_use")) found.push({ ...planned[found.length] });
    } else if (type === "user" && step) {
      for (const block of typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content) {
        if (block.type === "tool_result" && step.call) {
          step.result = texts(block).join("");
          step.is_error = Boolean(block.is_error);
        } else if (block.type === "text") step.messages = [...(step.messages ?? []), block.text];
      }
    }
  }
  return found;
}

/** Adds the texts about skills that the model got after each of its calls. */
function announce(found, requests) {
  for (const [index, request] of requests.entries()) {
    if (index === 0 || index > found.length) continue;
    const added = request.messages.slice(requests[index - 1].messages.length).filter(({ role }) => role !== "assistant");
    const told = added.flatMap(texts).filter((text) => text.includes("New skills discovered") || text.includes(HEADER));
    if (told.length > 0) found[index - 1].told = told;
  }
}

/**
 * Returns the effect of a typed prompt: the messages, the attached files, and the program's answer.
 */
function turn(prompt, entries, requests, result) {
  const answer = {
    prompt,
    asked_model: requests.length > 0,
    messages: entries.filter(({ type }) => type === "user").flatMap(({ message }) => written(message)),
  };
  const attachments = entries.filter(({ type }) => type === "attachment").map(({ attachment }) => attachment);
  const attached = attachments.filter(({ type }) => type === "file").map(({ filename }) => filename);
  if (attached.length > 0) answer.attached = attached;
  const listing = attachments.findLast(({ type }) => type === "skill_listing");
  if (listing) answer.listing = list(listing);
  const [word] = prompt.slice(1).split(/\s+/).filter(Boolean);
  for (const text of requests.length > 0 ? requests[0].messages.flatMap(texts) : []) {
    if (word && text.startsWith(`<system-reminder>\nThe user's message starts with the slash command /${word}`)) answer.unknown = text;
  }
  if (result !== undefined && result !== "Done.") answer.says = result;
  return answer;
}

/**
 * Records the hooks of a skill or of the user's settings. The user types the skill and then the
 * prompts of the case.
 */
async function askHooks(question, context) {
  const { model } = context;
  const { hooks, settings: ofUser, typed, prompts, script, answers, port } = question;
  const skill = `---\ndescription: Has hooks.\nhooks: ${JSON.stringify(hooks)}\n---\nUse it.\n`;
  const tree = build([...question.tree, { path: `${REPOSITORY}/.claude/skills/h/SKILL.md`, type: "file", text: skill }]);
  await makeRepository(question.git);
  mkdirSync(`${HOME}/.claude`, { recursive: true });
  writeFileSync(`${HOME}/.claude/settings.json`, JSON.stringify({ hooks: ofUser }));
  writeFileSync(`${HOME}/.claude.json`, JSON.stringify({ projects: { [REPOSITORY]: { hasTrustDialogAccepted: true } } }));
  prepare(answers);
  if (port) await model.listen(port);
  model.begin(script, { unoffered: true });
  const { events } = await converse(question, [typed ?? "/h", ...prompts], context);
  const sent = model.requests.filter(({ url }) => url.startsWith("/hook"));
  const prompted = model.requests.filter(({ url, body }) => url.includes("/v1/messages") && body?.messages && !(body.tools?.length > 0));
  const expect = {
    runs: runs(variables(model, question.env)),
    attachments: attachments(transcript()),
    told: aboutHooks(told(model.requests), wordsOf(answers)),
    printed: printed(events),
    written: ["new.txt", "other.txt"].filter((name) => existsSync(`${REPOSITORY}/${name}`)),
  };
  if (sent.length > 0) expect.sent = sent;
  if (JSON.stringify(hooks).includes('"prompt"')) expect.asked = asked(prompted.map(({ body }) => body));
  return { ...question, tree, expect };
}

export async function ask(question, context) {
  if (question.mode === "hooks") return askHooks(question, context);
  const { steps: planned, prompts } = question;
  const { model, own } = context;
  const tree = build(question.tree);
  if (!existsSync(question.cwd)) mkdirSync(question.cwd, { recursive: true });
  if (question.git) await makeRepository(question.git);
  const projects = Object.fromEntries(
    [REPOSITORY, `${REPOSITORY}/pkg`, question.cwd].map((path) => [path, { hasTrustDialogAccepted: true }]),
  );
  const usage = Object.entries(question.usage).map(([name, usageCount]) => [name, { usageCount, lastUsedAt: Date.now() }]);
  writeFileSync(`${HOME}/.claude.json`, JSON.stringify({ projects, skillUsage: Object.fromEntries(usage) }));
  const script = planned.map(({ read, call }) => (read ? { tool: "Read", input: { file_path: read } } : { tool: "Skill", input: call }));
  model.begin(script, { unoffered: true });
  const { events, marks } = await converse(question, [question.prompt ?? "hello", ...prompts], context);
  const conversation = [...marks, model.requests.length];
  const requests = marks.map((mark, index) =>
    model.requests
      .slice(mark, conversation[index + 1])
      .map(({ body }) => body)
      .filter((body) => body?.tools?.length > 0),
  );
  const parts = [];
  for (const entry of transcript()) {
    if (entry.type === "queue-operation" && entry.operation === "enqueue") parts.push([]);
    else if (parts.length > 0 && !entry.isSidechain) parts.at(-1).push(entry);
  }
  if (parts.length !== 1 + prompts.length) throw new Error(`${parts.length} prompts in the conversation, and ${1 + prompts.length} sent`);
  const init = events.find(({ subtype }) => subtype === "init") ?? {};
  const others = (names) => names.filter((name) => !own.has(name));
  const [first] = requests;
  const role = first[0]?.messages.find((message) => texts(message).some((text) => text.includes(HEADER)))?.role ?? null;
  const expect = {
    slash_commands: others(init.slash_commands ?? []),
    skills: others(init.skills ?? []),
    tool: first.length > 0 && first[0].tools.some(({ name }) => name === "Skill"),
    listing: null,
  };
  expect.steps = steps(parts[0], planned, expect, role);
  announce(expect.steps, first);
  const results = events.filter(({ type }) => type === "result");
  expect.turns = prompts.map((prompt, index) => turn(prompt, parts[index + 1], requests[index + 1], results[index + 1]?.result));
  return { ...question, tree, expect };
}
