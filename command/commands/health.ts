import { readFileSync } from "node:fs";
import type { HealthSymptom, HostChoice, SkillHealth } from "skillglass";
import {
  FORMAT_OPTIONS,
  INSTALLED_HELP,
  INSTALLED_OPTIONS,
  PROJECT_HELP,
  PROJECT_OPTIONS,
  readArguments,
  readAsInstalled,
  readFormat,
} from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { json } from "../print/json.ts";
import { print } from "../print/notice.ts";
import { counted, plainLine } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { namedSkills } from "../tree/skills.ts";
import { wordsFor } from "../tree/trouble.ts";
import { installedNote, publishedNote, sentenceIn, shownIn, withProject } from "./open.ts";

const OPTIONS = {
  ...PROJECT_OPTIONS,
  today: { type: "string" },
  newest: { type: "string" },
  models: { type: "string" },
  "fail-over": { type: "string" },
  ...INSTALLED_OPTIONS,
  ...FORMAT_OPTIONS,
} as const;

const HELP = `Usage: skillglass health [SKILL…] [options]

Reports symptoms of outdated skills, the most outdated skill first: files and headings that are gone, fields that the host no longer
reads, models that no longer work, days in the past, old versions, skills with nearly the same description, and descriptions whose words
the text does not have. Each symptom has its place and its weight. Nothing comes from a network. A SKILL is a name, a folder or a file;
without any, all skills of the project count.

Options:
  --today DATE           The day from which dates are judged, such as 2026-11-26 (the day of your clock)
  --newest FILE          A JSON file with the newest version of each package: { "express": "5.1.0" }
  --models FILE          A JSON file with models and the day on which each stops working: { "my-model": "2027-01-01" }
  --fail-over SCORE      Exits with 1 if a skill has a score above this, from 0 to 100
  --format FORMAT        text, json (text)
  --json                 Short for --format json
${INSTALLED_HELP}
${PROJECT_HELP}

Exit codes: 0 the report is complete, 1 a score is above --fail-over, 2 wrong use, or something could not be read.

Examples:
  skillglass health
  skillglass health pdf --newest versions.json
  skillglass health --fail-over 50
`;

export const health: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, OPTIONS);
    const format = readFormat(values, ["text", "json"]);
    const today = values.today ?? localDay(new Date());
    if (!isDay(today)) throw new UsageError(`--today takes a day such as 2026-11-26, not \`${today}\``);
    const most = values["fail-over"] === undefined ? null : score(values["fail-over"]);
    const newest = record("newest", values.newest);
    const models = record("models", values.models);
    return withProject(values, { beside: true, asInstalled: readAsInstalled(values) }, (project) => {
      const skills = positionals.length > 0 ? namedSkills(project, positionals) : project.skillFiles([project.place.root]);
      const hosts = project.hosts.map(({ host, edition }) => `${host}@${edition}` as HostChoice);
      const request = { today, skills, hosts, newest, models };
      const report = skills.length === 0 ? { today, skills: [] } : project.throughAll((workspace) => workspace.health(request));
      if (format === "json") print(json({ ...report, asInstalled: project.isAsInstalled }));
      else print(installedNote(project, "shown as not installed") + publishedNote(project, skills) + described(project, report.skills));
      return most !== null && report.skills.some(({ score }) => score > most) ? ExitCode.Findings : ExitCode.Clean;
    });
  },
};

/** Returns true if a text is a day of the calendar, such as `2026-11-26`. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString() === `${text}T00:00:00.000Z`;
}

function localDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function score(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0 && number <= 100))
    throw new UsageError(`--fail-over takes a number from 0 to 100, not \`${text}\``);
  return number;
}

/**
 * Reads a JSON file with an object whose values are texts. Returns an empty object if `file` is
 * undefined. Throws a `UsageError` if the file contains anything else.
 */
function record(option: string, file: string | undefined): Record<string, string> {
  if (file === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`--${option} ${file}: ${wordsFor(error)}`);
  }
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isRecord || Object.values(value as object).some((one) => typeof one !== "string"))
    throw new UsageError(`--${option} ${file}: must be an object whose members are texts, such as { "express": "5.1.0" }`);
  return value as Record<string, string>;
}

function described(project: Project, skills: readonly SkillHealth[]): string {
  const outdated = skills.filter(({ symptoms }) => symptoms.length > 0);
  const sound = skills.length - outdated.length;
  const last = colour.dim(`${counted(sound, "skill")} without symptoms`);
  return [...outdated.map((skill) => ofSkill(project, skill)), last].join("\n\n");
}

function ofSkill(project: Project, { name, path, score, symptoms }: SkillHealth): string {
  const paint = score >= 60 ? colour.red : score >= 30 ? colour.yellow : colour.dim;
  const head = `${paint(String(score).padStart(3))}  ${colour.bold(plainLine(name))}  ${colour.dim(plainLine(shownIn(project, path)))}`;
  return [head, ...symptoms.map((symptom) => ofSymptom(project, symptom))].join("\n");
}

function ofSymptom(project: Project, { kind, weight, message, path, range }: HealthSymptom): string {
  const place = colour.dim(`${plainLine(shownIn(project, path))}:${range.start.line}:${range.start.column}`);
  return `     ${String(weight).padStart(2)}  ${sentenceIn(project, message)}  ${place} ${colour.dim(`[${kind}]`)}`;
}
