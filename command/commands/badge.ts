import { resolve } from "node:path";
import { FORMAT_OPTIONS, LOCAL_HOSTS, localHosts, PROJECT_OPTIONS, projectHelp, readArguments, readFormat } from "../arguments.ts";
import { badge as badgeOf, card as cardOf } from "../badge/svg.ts";
import type { Standing, Verdict } from "../badge/verdict.ts";
import { verdictOn } from "../badge/verdict.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { json } from "../print/json.ts";
import { notice, print } from "../print/notice.ts";
import { plainLine } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { namedSkills } from "../tree/skills.ts";
import { wordsFor } from "../tree/trouble.ts";
import { replaceFile } from "../tree/write.ts";
import { withProject } from "./open.ts";

const OPTIONS = {
  ...PROJECT_OPTIONS,
  card: { type: "boolean" },
  label: { type: "string", default: "skills" },
  out: { type: "string", short: "o" },
  ...FORMAT_OPTIONS,
} as const;

const HELP = `Usage: skillglass badge [SKILL…] [options]

Draws which hosts load the skills of this project, for a README: a badge of one line, or a card with a row for each skill and
a column for each host. A SKILL is a name, a folder or a file; without any all skills of the project count.

"all 7 load in 9 of 9 hosts, 1 in part" means that 9 of 9 hosts load all 7 skills, and one of them shows its model only a part of some
skill. Where a host does not look for a skill, the skill counts as if it were the only one in a folder of that host: what the host cuts
for lack of room in its list does not count. \`skillglass doctor\` and \`skillglass budget\` count it.

Options:
  --card                 A card in place of the badge
  --label TEXT           The text before the verdict (skills)
  -o, --out FILE         Writes it there, whole or not at all (the standard output)
  --format FORMAT        svg, or json as shields.io takes it from an endpoint (svg)
  --json                 Short for --format json
${projectHelp(`those of skillglass.json, else ${LOCAL_HOSTS}`)}

Exit codes: 0 drawn, with any verdict; 2 wrong use, or something could not be read or written.

Examples:
  skillglass badge --out skills.svg
  skillglass badge --card --host codex,claude-code > skills.svg
`;

/** The colour of a badge for each verdict, as shields.io names it. */
const COLOURS: Readonly<Record<Standing, string>> = { good: "success", mixed: "yellow", bad: "critical", none: "inactive" };

export const badge: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, OPTIONS);
    const format = readFormat(values, ["svg", "json"]);
    if (values.card && format === "json") throw new UsageError("--card is a picture: leave out the format json");
    const otherwise = localHosts();
    return withProject(values, { otherwise }, (project) => {
      const verdict = verdictOn(project.hosts, compared(project, positionals));
      const label = plainLine(values.label);
      const text = format === "json" ? endpoint(label, verdict) : values.card ? cardOf(label, verdict) : badgeOf(label, verdict);
      if (values.out === undefined) print(text);
      else if (!write(values.out, `${text}\n`)) return ExitCode.Trouble;
      return ExitCode.Clean;
    });
  },
};

function compared(project: Project, named: readonly string[]) {
  const skills = named.length > 0 ? namedSkills(project, named) : project.skillFiles([project.place.root]);
  return skills.length === 0 ? [] : project.workspace.compare({ hosts: [...project.hosts], skills }).skills;
}

/** Returns the JSON from which shields.io draws a badge. */
function endpoint(label: string, { message, standing }: Verdict): string {
  return json({ schemaVersion: 1, label, message, color: COLOURS[standing] });
}

function write(file: string, text: string): boolean {
  try {
    replaceFile(resolve(file), text);
    return true;
  } catch (error) {
    notice(`${colour.red("cannot write")} ${plainLine(file)}: ${wordsFor(error)}`);
    return false;
  }
}
