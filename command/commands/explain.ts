import type { CompareStage, Diagnostic, HostEdition, Obstacle, SkillComparison, SkillInHost } from "skillglass";
import { rules } from "skillglass";
import type { Answer } from "../answer.ts";
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
import { isThere } from "../print/cell.ts";
import { colour } from "../print/colour.ts";
import { titleOf } from "../print/hosts.ts";
import { json } from "../print/json.ts";
import { print } from "../print/notice.ts";
import { ignoresFrontmatter, seen } from "../print/seen.ts";
import { counted, plainLine, wrapped } from "../print/text.ts";
import { compared } from "../tree/compared.ts";
import type { Project } from "../tree/load.ts";
import { namedSkills } from "../tree/skills.ts";
import { notesOn, sentenceIn, shownIn, withProject } from "./open.ts";

const OPTIONS = { ...PROJECT_OPTIONS, ...INSTALLED_OPTIONS, ...FORMAT_OPTIONS } as const;

const HELP = `Usage: skillglass explain SKILL… [options]

Explains why a host does or does not use a skill, host by host and stage by stage: found, read, loaded, listed, named by the user, chosen by
the model; and for each "no" the smallest change that makes it a "yes". A SKILL is a name, a folder or a file
of the skill.

Options:
  --format FORMAT        text, json (text)
  --json                 Short for --format json
${INSTALLED_HELP}
${PROJECT_HELP}

Exit codes: 0 all hosts find and load the skill, 1 one does not, 2 wrong use, or something could not be read. In a repository that
publishes skills a host finds a skill if it does so after installation; with --no-as-installed, only if it finds it where it is.

Examples:
  skillglass explain pdf
  skillglass explain .claude/skills/pdf --host all
  skillglass explain skills/pdf/scripts/fill.py
`;

const INDENT = " ".repeat(12);

/** The reason for a skill that the host loads, and offers as soon as a file that it waits for is used. */
const WAITS = "not-active";

/**
 * The stages through which a host handles a skill, in their order. `yes` returns the text for a
 * stage that the skill passes.
 */
const STAGES: readonly { stage: CompareStage; name: string; yes: (cell: SkillInHost) => string }[] = [
  { stage: "discover", name: "found", yes: ({ asIfAt }) => (asIfAt === null ? "it looks there" : "as if installed") },
  {
    stage: "parse",
    name: "read",
    yes: (cell) => (ignoresFrontmatter(cell) ? "without its frontmatter" : "its frontmatter is understood"),
  },
  { stage: "load", name: "loaded", yes: ({ name }) => `as ${plainLine(name ?? "")}` },
  { stage: "list", name: "listed", yes: ({ description }) => `"${plainLine(description ?? "")}"` },
  { stage: "user", name: "typed", yes: ({ user }) => (user === null ? "the host has no command for it" : plainLine(user)) },
  { stage: "model", name: "chosen", yes: () => "the model may choose it on its own" },
];

export const explain: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, OPTIONS);
    const format = readFormat(values, ["text", "json"]);
    if (positionals.length === 0) throw new UsageError("say which skill: a name, a folder or a file");
    return withProject(values, { asInstalled: readAsInstalled(values) }, (project) => {
      const answer = explained(project, namedSkills(project, positionals));
      print(format === "json" ? json(answer.document()) : answer.text());
      return answer.code;
    });
  },
};

/** Explains how each stage of each host handles the skills. `files` are the paths of the skills. */
export function explained(project: Project, files: readonly string[]): Answer {
  const { skills } = compared(project, files);
  return {
    code: skills.every(({ cells }) => cells.every(isThere)) ? ExitCode.Clean : ExitCode.Findings,
    document: () => skills.map((skill) => ({ ...skill, asInstalled: project.isAsInstalled })),
    text: () => {
      const faults = project.asItIs().lint({ hosts: [...project.hosts], skills: [...files], fixes: false });
      const notes = notesOn(project, files);
      return notes + skills.map((skill) => described(project, skill, faults)).join("\n\n");
    },
  };
}

function described(project: Project, skill: SkillComparison, faults: readonly Diagnostic[]): string {
  const own = faults.filter(({ path }) => path === skill.path);
  const parts = skill.cells.map((cell, index) => inHost(project, project.hosts[index]!, cell, own));
  return [colour.underline(plainLine(shownIn(project, skill.path))), ...parts].join("\n");
}

function inHost(project: Project, host: HostEdition, cell: SkillInHost, faults: readonly Diagnostic[]): string {
  const lines = [colour.bold(titleOf(host))];
  let isReached = true;
  for (const { stage, name, yes } of STAGES) {
    const obstacles = cell.obstacles.filter((one) => one.stage === stage);
    const [first] = obstacles;
    if (!first) {
      if (!isReached) continue;
      const lead = `  ${passes(cell, stage) ? colour.green("✔") : colour.yellow("–")} ${name.padEnd(7)} `;
      lines.push(wrapped(lead, sentence(cell, stage, yes), INDENT));
      continue;
    }
    for (const obstacle of obstacles) {
      const { message, reason } = obstacle;
      const mark = reason === WAITS ? colour.yellow("–") : colour.red("✘");
      lines.push(wrapped(`  ${mark} ${name.padEnd(7)} `, `${sentenceIn(project, message)} ${colour.dim(`[${reason}]`)}`, INDENT));
      lines.push(wrapped(`${INDENT}${colour.cyan("→")} `, sentenceIn(project, remedy(obstacle, host, faults)), `${INDENT}  `));
    }
    // If the host does not look in the skill's folder, the other stages are reported as if the skill were in a folder of the host.
    if (stage === "discover" && isLookedAt(cell)) lines.push(colour.dim("    and if it lay there:"));
    else if (stage === "discover" || stage === "parse" || stage === "load") isReached = false;
  }
  if (cell.injects && isReached)
    lines.push(
      wrapped(
        "  ",
        colour.dim(
          `puts in ${counted(cell.injects.characters, "character")}, about ${counted(cell.injects.tokens, "token")}, when it is used`,
        ),
        "  ",
      ),
    );
  return lines.join("\n");
}

/** Returns true if a host passes a skill through a stage without a loss. The stage has no obstacle. */
function passes(cell: SkillInHost, stage: CompareStage): boolean {
  if (stage === "list") return cell.listed.as !== "nothing";
  if (stage === "user") return cell.user !== null;
  return stage !== "parse" || !ignoresFrontmatter(cell);
}

/**
 * Returns the advice on how to remove an obstacle. For broken frontmatter, returns the position and
 * the advice that `check` gives. Hosts count the lines of frontmatter in different ways, so the
 * position in a host's message may be wrong for the file.
 */
function remedy({ change, place }: Obstacle, { host }: HostEdition, faults: readonly Diagnostic[]): string {
  if (place === null) return change;
  const ofYaml = new Set(rules().flatMap(({ code, group }) => (group === "yaml" ? [code] : [])));
  const fault = faults.find(
    ({ code, severity, hosts }) =>
      ofYaml.has(code) && (severity === "error" || code === "frontmatter-ignored") && hosts.some((one) => one.host === host),
  );
  return fault === undefined ? change : `${fault.range.start.line}:${fault.range.start.column} in the file: ${fault.help}`;
}

/**
 * Returns true if the host does not find the skill, but it is known how the host would treat the
 * skill in one of the host's folders.
 */
function isLookedAt({ asIfAt, loaded, obstacles }: SkillInHost): boolean {
  return asIfAt !== null && (loaded || obstacles.some(({ stage }) => stage !== "discover"));
}

function sentence(cell: SkillInHost, stage: CompareStage, yes: (cell: SkillInHost) => string): string {
  // The reason for an empty list is reported at its own stage.
  if (stage === "list" && cell.listed.as !== "whole") return seen(cell.listed, "");
  return yes(cell);
}
