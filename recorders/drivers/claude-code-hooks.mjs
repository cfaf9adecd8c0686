// Records the hooks of Claude Code. Each hook is a command that stores its input, variables,
// working directory and arguments, and answers as the case says. The effects are read from the
// requests to the model, from the stored conversation, and from the events that the program prints.
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const FOLDER = "/hook";

/**
 * The shell script that every hook runs. It stores its input, variables and arguments, and prints
 * an answer.
 * The first argument is the key of the answer. Only the first run with a key prints the answer,
 * later runs print nothing.
 */
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

/** Writes the script that every hook runs, and its answers by key. */
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

/** The variables that the shell of the script sets itself. */
const OF_SHELL = ["_", "SHLVL", "PWD", "OLDPWD"];

/** Variables whose values differ between two runs of the same case. */
const VARYING = ["CLAUDE_PID", "CLAUDE_CODE_MESSAGING_SOCKET", "CLAUDE_CODE_MESSAGING_TOKEN"];

/**
 * Returns the runs of the hooks' script in order.
 * Each has the script's input as text, and the variables that the program itself did not have.
 */
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

/** Fields of an attachment whose values differ between two runs of the same case. */
const VARYING_FIELDS = ["durationMs", "toolUseID"];

/** Returns the attachments that hooks added to a conversation, in order. */
export const attachments = (transcript) =>
  transcript
    .filter(({ type, attachment }) => type === "attachment" && attachment.type.startsWith("hook"))
    .map(({ attachment }) => Object.fromEntries(Object.entries(attachment).filter(([key]) => !VARYING_FIELDS.includes(key))))
    .map((attachment) => (attachment.stderr ? { ...attachment, stderr: attachment.stderr.split(OWN_WORDS)[0] } : attachment));

/**
 * Returns the texts of a message to the model. The result of a tool becomes `{result, is_error}`.
 */
function texts({ role, content }) {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return blocks.flatMap(({ type, text, content: result, is_error }) => {
    if (type === "text") return [{ role, text }];
    if (type !== "tool_result") return [];
    const parts = typeof result === "string" ? [{ type: "text", text: result }] : (result ?? []);
    return [{ result: parts.map((part) => part.text ?? "").join(""), is_error: Boolean(is_error) }];
  });
}

/** Returns for each request to the model the texts that the request before it did not have. */
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
 * Returns only the texts that come from hooks. In the results of tools, only the program's own
 * reminders are removed.
 * `words` are the texts in the answers of the hooks.
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

/** Returns all texts in the answers of hooks: the plain output, and the strings in JSON output. */
export function wordsOf(answers) {
  const strings = (value) => (typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(strings));
  return Object.values(answers).flatMap(({ stdout = "", stderr = "" }) => {
    let json = [];
    try {
      json = strings(JSON.parse(stdout));
    } catch {
      // The output is plain text, not JSON.
    }
    return [...json, stdout.trim(), stderr.trim()].filter(Boolean);
  });
}

/** The beginning of the program's own text after the message about an invalid answer of a hook. */
const OWN_WORDS = "\n\nThe hook's output was";

/** Returns what the program prints about a turn: the turn's result, and messages to the user. */
export function printed(events) {
  return events.flatMap(({ type, subtype, result, stop_reason, terminal_reason, is_error, content, level, permission_denials }) => {
    if (type === "result")
      return [{ type, subtype, result, stop_reason, terminal_reason, is_error, denied: permission_denials?.length ?? 0 }];
    return type === "system" && content !== undefined ? [{ type, subtype, level, content }] : [];
  });
}

/** Returns the questions that hooks of the type `prompt` ask a model. */
export const asked = (bodies) =>
  bodies.flatMap(({ messages }) => messages.flatMap(texts)).filter(({ text }) => text?.includes('"hook_event_name"'));
