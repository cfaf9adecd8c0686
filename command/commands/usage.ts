import { readFileSync, statSync } from "node:fs";
import type { LogUsage, SkillUsage, UsageReport } from "skillglass";
import { FORMAT_OPTIONS, PROJECT_HELP, PROJECT_OPTIONS, readArguments, readFormat } from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { json } from "../print/json.ts";
import { notice, print } from "../print/notice.ts";
import { counted, plainLine } from "../print/text.ts";
import { wordsFor } from "../tree/trouble.ts";
import { withProject } from "./open.ts";

/** The maximum size of a log in bytes. Larger logs are refused. */
const MOST_BYTES = 256 * 1024 * 1024;

/** The formats of logs, as help and messages name them. */
const KNOWN = `a session of Claude Code, Codex, pi or Qwen Code, the file of
\`opencode export\`, or a file with lines of {"skill": …, "at": …, "outcome": …}`;

const OPTIONS = { ...PROJECT_OPTIONS, all: { type: "boolean" }, "fail-over": { type: "string" }, ...FORMAT_OPTIONS } as const;

const HELP = `Usage: skillglass usage LOG… [options]

Reports how skills do in the logs of sessions, the first to fix first: how often each was offered to the model, used by the model, named by
the user, cut, not found, failed, or lost at a compaction. A LOG is ${KNOWN}. Logs are read here; nothing is sent. The report has names of
skills, times and counts, and no other text of a log.

Options:
  --all                  In JSON, turns also list the skills that were offered and not used, or not found
  --fail-over SCORE      Exits with 1 if a skill has a score above this, from 0 to 100
  --format FORMAT        text, json (text)
  --json                 Short for --format json
${PROJECT_HELP}

Exit codes: 0 the report is complete, 1 a score is above --fail-over, 2 wrong use, or something could not be read.

Examples:
  skillglass usage ~/.claude/projects/-work-app/*.jsonl
  skillglass usage ~/.codex/sessions/2026/11/26/*.jsonl --json
`;

export const usage: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, OPTIONS);
    const format = readFormat(values, ["text", "json"]);
    const most = values["fail-over"] === undefined ? null : score(values["fail-over"]);
    if (positionals.length === 0) throw new UsageError("usage needs the log of a session, such as ~/.claude/projects/-work-app/*.jsonl");
    const logs = positionals.map((name) => ({ name, text: logText(name) }));
    return withProject(values, {}, (project) => {
      const report = project.asItIs().usage({ logs, all: values.all === true });
      const unknown = report.logs.filter(({ format, problemCount }) => format === null && problemCount > 0);
      if (format === "json") print(json(report));
      else if (unknown.length < logs.length) print(described({ ...report, logs: report.logs.filter((log) => !unknown.includes(log)) }));
      if (unknown.length > 0) {
        const names = unknown.map(({ name }) => plainLine(name)).join(", ");
        notice(`${colour.red("cannot read")} ${names}: the format is unknown. A log is ${plainLine(KNOWN)}`);
        return ExitCode.Trouble;
      }
      return most !== null && report.skills.some(({ score }) => score > most) ? ExitCode.Findings : ExitCode.Clean;
    });
  },
};

function score(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0 && number <= 100))
    throw new UsageError(`--fail-over takes a number from 0 to 100, not \`${text}\``);
  return number;
}

function logText(file: string): string {
  try {
    if (statSync(file).size > MOST_BYTES) throw new Error("the log is larger than 256 MiB; split it by lines");
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`the log ${file} cannot be read: ${wordsFor(error)}`);
  }
}

const COLUMNS = ["score", "offered", "chosen", "named", "failed", "cut", "not found", "lost"];

function described({ logs, skills }: UsageReport): string {
  const width = Math.max(5, ...skills.map(({ name }) => plainLine(name).length));
  const head = colour.dim(`${"skill".padEnd(width)}  ${COLUMNS.join("  ")}`);
  const rows = skills.map((skill) => ofSkill(skill, width));
  return [logs.map(ofLog).join("\n"), [head, ...rows].join("\n")].join("\n\n");
}

function ofLog({ name, host, format, turns, lists, problems, problemCount }: LogUsage): string {
  const lines = [`${plainLine(name)}: ${host ?? format ?? "empty"}, ${counted(turns.length, "turn")}`];
  if (lists === "emulator") lines.push(colour.dim("  the log has no list of skills, so the emulated host's list counts"));
  for (const { line, message } of problems) lines.push(colour.yellow(`  line ${line}: ${message}`));
  if (problemCount > problems.length) lines.push(colour.yellow(`  and ${counted(problemCount - problems.length, "line")} more`));
  return lines.join("\n");
}

function ofSkill(skill: SkillUsage, width: number): string {
  const { offered, chosen, named, failed, cut, notFound, lost } = skill;
  const cells = [skill.score, offered, chosen, named, failed, cut, notFound, lost].map((number, index) =>
    String(number).padStart(COLUMNS[index]!.length),
  );
  const paint = skill.score >= 60 ? colour.red : skill.score >= 30 ? colour.yellow : colour.dim;
  const row = `${colour.bold(plainLine(skill.name).padEnd(width))}  ${paint(cells[0]!)}  ${cells.slice(1).join("  ")}`;
  return [row, ...skill.symptoms.map(({ message }) => `  ${message}`)].join("\n");
}
