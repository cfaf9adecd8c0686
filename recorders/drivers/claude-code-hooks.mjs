// Hooks of Claude Code, asked as a black box. Each hook is a command that stores its input, variables, working directory and arguments, and
// answers as the case says. The effects are read from the requests that the model gets, from the conversation that the program writes, and
// from the events that it prints.
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const FOLDER = "/hook";

/** Stores a run of a hook, whose key is its first argument. The first run with a key gets the answer of that key, later runs an empty one. */
const RUN = `#!/bin/bash
exec 9>${FOLDER}/lock; flock 9
run=$(printf '${FOLDER}/runs/%03d' "$(ls ${FOLDER}/runs | wc -l)"); mkdir "$run"
flock -u 9; exec 9>&-
cat > "$run/stdin"; env -0 > "$run/env"; pwd -P > "$run/cwd"; printf '%s\\0' "$@" > "$run/args"
answer=${FOLDER}/answers/$1
[ -e "$answer" ] || exit 0
[ -e "$answer.given" ] && exit 0
touch "$answer.given"
cat "$answer.stdout"; cat "$answer.stderr" >&2
exit "$(cat "$answer")"
`;

/** Writes the command of the hooks, and its answers by key. */
export function prepare(answers) {
  for (const folder of ["runs", "answers"]) mkdirSync(`${FOLDER}/${folder}`, { recursive: true });
  writeFileSync(`${FOLDER}/run`, RUN);
  chmodSync(`${FOLDER}/run`, 0o755);
  for (const [key, { exit_code: code = 0, stdout = "", stderr = "" }] of Object.entries(answers)) {
    const path = `${FOLDER}/answers/${key}`;
    writeFileSync(path, String(code));
    writeFileSync(`${path}.stdout`, stdout);
    writeFileSync(`${path}.stderr`, stderr);
  }
}

/** Variables that the shell of the command sets. */
const OF_SHELL = ["_", "SHLVL", "PWD", "OLDPWD"];

/** Variables whose values differ from one run to the next. */
const VARYING = ["CLAUDE_PID", "CLAUDE_CODE_MESSAGING_SOCKET", "CLAUDE_CODE_MESSAGING_TOKEN"];

/** Returns the runs of the command, in order: its input as text, and its variables that differ from those of the program. */
export function runs(variables) {
  const parts = (text) => text.split("\0").slice(0, -1);
  return readdirSync(`${FOLDER}/runs`)
    .sort()
    .map((name) => {
      const read = (file) => readFileSync(`${FOLDER}/runs/${name}/${file}`, "utf8");
      const env = parts(read("env")).map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]);
      const set = env.filter(([key, value]) => !OF_SHELL.includes(key) && !VARYING.includes(key) && variables[key] !== value);
      const [key, ...args] = parts(read("args"));
      return { key, args, stdin: read("stdin"), cwd: read("cwd").trimEnd(), env: Object.fromEntries(set.sort()) };
    });
}

/** Fields of an attachment that differ from one run to the next. */
const VARYING_FIELDS = ["durationMs", "toolUseID"];

/** Returns what hooks added to a conversation: the attachments, in order. */
export const attachments = (transcript) =>
  transcript
    .filter(({ type, attachment }) => type === "attachment" && attachment.type.startsWith("hook"))
    .map(({ attachment }) => Object.fromEntries(Object.entries(attachment).filter(([key]) => !VARYING_FIELDS.includes(key))))
    .map((attachment) => (attachment.stderr ? { ...attachment, stderr: attachment.stderr.split(OWN_WORDS)[0] } : attachment));

/** Returns the texts of a message to the model. A tool's result is `{result, is_error}`. */
function texts({ role, content }) {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return blocks.flatMap(({ type, text, content: result, is_error }) => {
    if (type === "text") return [{ role, text }];
    if (type !== "tool_result") return [];
    const parts = typeof result === "string" ? [{ type: "text", text: result }] : (result ?? []);
    return [{ result: parts.map((part) => part.text ?? "").join(""), is_error: Boolean(is_error) }];
  });
}

/** Returns what the model is told in each request, beyond what the request before it had. */
export function told(requests) {
  const bodies = requests.map(({ body }) => body).filter((body) => body?.tools?.length > 0);
  const first = (messages) => JSON.stringify(texts(messages[0]));
  return bodies.map(({ messages }, index) => {
    const before = bodies[index - 1]?.messages ?? [];
    const isContinued = before.length > 0 && messages.length >= before.length && first(messages) === first(before);
    const added = isContinued ? messages.slice(before.length) : messages;
    return added.filter(({ role }) => role !== "assistant").flatMap(texts);
  });
}

const REMINDER = /\n*<system-reminder>\n([\s\S]*?)\n<\/system-reminder>\n?/g;

/**
 * Returns only what is about hooks: the tools' results without the program's own reminders, and texts that are of a hook. Words are the texts
 * of the hooks' answers.
 */
export function aboutHooks(requests, words) {
  const isOfHook = (text) => / hook (additional context|blocking error|success|feedback|error)\b/.test(text) || words.includes(text.trim());
  const kept = (text) => text.replaceAll(REMINDER, (reminder, inside) => (isOfHook(inside) ? reminder : ""));
  return requests.map((parts) =>
    parts.flatMap((part) => {
      if (part.text !== undefined) return isOfHook(part.text.replaceAll(REMINDER, "$1")) ? [{ ...part, text: part.text.trim() }] : [];
      return part.result.includes("[Subagent hand-back]") ? [] : [{ ...part, result: kept(part.result) }];
    }),
  );
}

/** Returns the strings in the answers of hooks. */
export function wordsOf(answers) {
  const strings = (value) => (typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(strings));
  return Object.values(answers).flatMap(({ stdout = "", stderr = "" }) => {
    let json = [];
    try {
      json = strings(JSON.parse(stdout));
    } catch {
      // Plain text.
    }
    return [...json, stdout.trim(), stderr.trim()].filter(Boolean);
  });
}

/** The program's own words after the message of a failed validation. */
const OWN_WORDS = "\n\nThe hook's output was";

/** Returns what the program prints about a turn: its result, and messages to the user. */
export function printed(events) {
  return events.flatMap(({ type, subtype, result, stop_reason, terminal_reason, is_error, content, level, permission_denials }) => {
    if (type === "result")
      return [{ type, subtype, result, stop_reason, terminal_reason, is_error, denied: permission_denials?.length ?? 0 }];
    return type === "system" && content !== undefined ? [{ type, subtype, level, content }] : [];
  });
}

/** Returns the questions that hooks ask a model. */
export const asked = (bodies) =>
  bodies.flatMap(({ messages }) => messages.flatMap(texts)).filter(({ text }) => text?.includes('"hook_event_name"'));
