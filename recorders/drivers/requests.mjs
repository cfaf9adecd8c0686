// Records the first request of a conversation, reduced to the parts that come from skills. The
// names in `question.program` are those of other drivers. This driver only sends the prompt, and
// removes the program's own texts from the request.
import { mkdirSync } from "node:fs";

import { build, clear, inOrder } from "../world.mjs";
import { driver } from "./index.mjs";
import { codex, opencode } from "./logs.mjs";

/** The text that replaces the program's own text in a recording, with the whitespace around it. */
const OTHER = "…";

/** For each host, a pattern that matches the section about skills in a text of the program. */
const SECTIONS = {
  "claude-code":
    /The following skills are available for use with the Skill tool:\n\n[\s\S]*?(?=\n\nToday's date is [-\d]+\.|\n<\/system-reminder>|$)/,
  codex: /<skills_instructions>[\s\S]*<\/skills_instructions>/,
  "copilot-cli": /<skill>\n<available_skills>[\s\S]*<\/available_skills>\n<\/skill>/,
  "gemini-cli": /# Available Agent Skills[\s\S]*<\/available_skills>/,
  opencode: /Skills provide specialized instructions[\s\S]*(<\/available_skills>|No skills are currently available\.)/,
  pi: /<skills>\n[\s\S]*<\/available_skills>\n<\/skills>/,
};

/** Matches texts that are only about skills although they begin like the program's own texts. */
const WHOLE =
  /^<system-reminder>\n(The following skills are available|The user's message starts with the slash command)|^<system-reminder>\n[^<]*<available_skills>|^<system-reminder>\nNo skills are/;

/** Matches the beginning of the program's own texts in messages of the user. */
const OWN = /^\s*<(system-reminder|environment_context|session_context|environment_details)>/;

/** Matches the time that Copilot CLI writes before a prompt. */
const TIME = /^<current_datetime>.*?<\/current_datetime>\s*/;

/**
 * Returns a text with the program's own words replaced, so that the sections about skills and the
 * prompts remain.
 */
function reduced(host, role, text) {
  if (WHOLE.test(text)) return text;
  const section = SECTIONS[host]?.exec(text);
  if (section) {
    const before = text.slice(0, section.index).trim() && OTHER;
    const after = text.slice(section.index + section[0].length).trim() && OTHER;
    return before + section[0] + after;
  }
  if (role !== "user" || OWN.test(text)) return OTHER;
  return text.replace(TIME, OTHER);
}

/**
 * Returns the content of a message or of a system prompt with the program's own words replaced.
 * Only texts are kept.
 */
function parts(host, role, content) {
  if (typeof content === "string") return reduced(host, role, content);
  return content.map(({ type, text }) => ({ ...(type && { type }), text: text === undefined ? OTHER : reduced(host, role, text) }));
}

/** Returns the tools whose names contain "skill", in the form of the model's interface. */
function skillTools(tools) {
  const isAbout = (tool) => /skill/i.test((tool.function ?? tool).name ?? "");
  return tools.flatMap((tool) => {
    if (!tool.functionDeclarations) return isAbout(tool) ? [tool] : [];
    const functionDeclarations = tool.functionDeclarations.filter(isAbout);
    return functionDeclarations.length > 0 ? [{ functionDeclarations }] : [];
  });
}

/**
 * Returns the body of a request to the model with only the parts that come from skills or from the
 * prompt.
 */
export function body(host, { system, instructions, systemInstruction, messages, input, contents, tools }) {
  const each = (list) => list.map(({ type, role, content }) => ({ ...(type && { type }), role, content: parts(host, role, content) }));
  const withParts = (message, role) => ({ role: message.role, parts: parts(host, role, message.parts) });
  return {
    ...(instructions !== undefined && { instructions: parts(host, "system", instructions) }),
    ...(system && { system: parts(host, "system", system) }),
    ...(systemInstruction && { systemInstruction: withParts(systemInstruction, "system") }),
    ...(messages && { messages: each(messages) }),
    ...(input && { input: each(input) }),
    ...(contents && { contents: contents.map((message) => withParts(message, message.role)) }),
    tools: skillTools(tools),
  };
}

/** For programs whose driver sends no prompt: a function that sends the prompt of a case. */
const CONVERSATIONS = {
  codex,
  opencode: (question, context) => opencode(question, context, false),
  "gemini-cli": typed,
  "copilot-cli": typed,
};

async function typed(question, context) {
  const tree = build(question.tree);
  const { converse } = await driver(question.program.split("@")[0]);
  context.model.begin();
  const { stdout, stderr } = await converse(question, question.prompt, context);
  return { ...question, tree, says: (stderr + stdout).slice(-400) };
}

/**
 * The values that the program's driver adds to the context. They are computed once for each
 * sandbox.
 */
let started;

export async function ask(question, context) {
  const [host] = question.program.split("@");
  const own = await driver(host);
  if (!started) {
    started = await own.start(context);
    clear();
  }
  mkdirSync(question.home, { recursive: true });
  const all = { steps: [], call: [], touch: [], prompts: host === "pi" ? [question.prompt] : [] };
  const asked = { ...question, ...all, tree: inOrder(question.tree) };
  const answered = await (CONVERSATIONS[host] ?? own.ask)(asked, { ...context, ...started });
  const built = new Set(answered.tree);
  const tree = question.tree.filter((entry) => built.has(entry));
  const first = context.model.requests.find((request) => request.body?.tools?.length > 0);
  if (!first) throw new Error(`no request to the model: ${answered.says ?? ""}`);
  const settled = JSON.stringify(body(host, first.body)).replaceAll(
    "/program/node_modules/@google/gemini-cli/bundle/builtin/",
    "<builtin>/",
  );
  return { ...question, tree, expect: JSON.parse(settled) };
}
