import type { Passage, Passages } from "skillglass";
import { FORMAT_OPTIONS, PROJECT_OPTIONS, projectHelp, readArguments, readFormat } from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { json } from "../print/json.ts";
import { notice, print } from "../print/notice.ts";
import { counted, grouped, plain, plainLine } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { namedSkills } from "../tree/skills.ts";
import { shownIn, withProject } from "./open.ts";

/** The maximum number of passages that are printed if `--limit` is not given. */
const MOST = 5;

const OPTIONS = {
  ...PROJECT_OPTIONS,
  skill: { type: "string", multiple: true },
  limit: { type: "string" },
  "max-tokens": { type: "string" },
  "skill-files": { type: "boolean" },
  ...FORMAT_OPTIONS,
} as const;

const HELP = `Usage: skillglass passages REQUEST [options]

Prints the sections of the Markdown and text files beside skills that fit a request in plain words, the best first. No host does this: it
shows which part of a reference answers a request, and whether a reference can be found at all.

Options:
  --skill SKILL          Only this skill: a name, a folder or a file; several with commas, or repeat the option
  --limit NUMBER         The maximum number of passages (${MOST})
  --max-tokens NUMBER    The maximum number of tokens of all passages together; what does not fit is left out
  --skill-files          Also ranks the skills' own files
  --format FORMAT        text, json (text)
  --json                 Short for --format json
${projectHelp("those of skillglass.json, else the usual ones")}

Exit codes: 0 a passage was found, 1 none, 2 wrong use, or something could not be read.

Examples:
  skillglass passages "how do I embed a font"
  skillglass passages "rotate a page" --skill pdf --max-tokens 1000
`;

export const passages: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, OPTIONS, 1);
    const [request] = positionals;
    if (request === undefined || request.trim() === "")
      throw new UsageError('name a request, as in `skillglass passages "how do I embed a font"`');
    const format = readFormat(values, ["text", "json"]);
    const limit = readNumber("limit", values.limit) ?? MOST;
    const maxTokens = readNumber("max-tokens", values["max-tokens"]);
    const named = (values.skill ?? []).flatMap((word) => word.split(",")).map((word) => word.trim());
    return withProject(values, { beside: true }, (project) => {
      const skills = namedSkills(project, named);
      const found = project.asItIs().passages(request, { skills, limit, maxTokens, skillFiles: values["skill-files"] === true });
      print(format === "json" ? json(found) : text(project, found));
      if (format === "text" && found.skipped.length > 0) notice(`${counted(found.skipped.length, "file")} not ranked: --json names them`);
      return found.passages.length === 0 ? ExitCode.Findings : ExitCode.Clean;
    });
  },
};

function readNumber(option: string, written: string | undefined): number | null {
  if (written === undefined) return null;
  const number = Number(written);
  if (Number.isSafeInteger(number) && number >= 0 && written.trim() !== "") return number;
  throw new UsageError(`--${option} takes a whole number, not \`${written}\``);
}

function text(project: Project, { passages, tokens, tooLong }: Passages): string {
  if (passages.length === 0) {
    const why =
      tooLong > 0 ? `no passage fits: ${counted(tooLong, "passage")} too long for --max-tokens` : "no passage has a word of the request";
    return colour.dim(why);
  }
  const sum = `${counted(passages.length, "passage")}, about ${grouped(tokens)} tokens`;
  const left = tooLong > 0 ? `; ${counted(tooLong, "better passage")} did not fit` : "";
  return [...passages.map((one) => described(project, one)), colour.dim(sum + left)].join("\n\n");
}

function described(project: Project, { path, range, headings, tokens, text }: Passage): string {
  const where = `${shownIn(project, path)}:${range.start.line}`;
  const title = headings.length > 0 ? `  ${headings.map(plainLine).join(colour.dim(" › "))}` : "";
  const body = plain(text)
    .split("\n")
    .map((line) => `  ${line}`.trimEnd())
    .join("\n");
  return `${colour.bold(plainLine(where))}${title}${colour.dim(`  ${grouped(tokens)} tokens`)}\n${body}`;
}
