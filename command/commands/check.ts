import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { FORMAT_OPTIONS, oneOf, PROJECT_HELP, PROJECT_OPTIONS, readArguments, readFormat, readHosts } from "../arguments.ts";
import { withoutKnown, writeBaseline } from "../check/baseline.ts";
import type { PartReport } from "../check/findings.ts";
import { emptyNotes, report } from "../check/findings.ts";
import { tellLocks } from "../check/locked.ts";
import { hasProposals, mend, showDiff } from "../check/mend.ts";
import type { CheckRequest, Part } from "../check/parts.ts";
import { load, partsOf } from "../check/parts.ts";
import { levelsOf } from "../check/rules.ts";
import type { Shared } from "../check/threads.ts";
import { foundInThreads } from "../check/threads.ts";
import { watching } from "../check/watch.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { github } from "../formats/github.ts";
import { gitlab } from "../formats/gitlab.ts";
import { document } from "../formats/json.ts";
import { junit } from "../formats/junit.ts";
import type { Format } from "../formats/report.ts";
import { SEVERITIES } from "../formats/report.ts";
import { sarif } from "../formats/sarif.ts";
import { textOf } from "../formats/text.ts";
import { colour } from "../print/colour.ts";
import { notice, print, tellTroubles } from "../print/notice.ts";
import { Progress } from "../print/progress.ts";
import { counted, plainLine } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { isWithin, toDisk } from "../tree/paths.ts";
import { placeOf } from "../tree/project.ts";
import { wordsFor } from "../tree/trouble.ts";
import { replaceFile } from "../tree/write.ts";

const FORMATS = { json: document, sarif, github, gitlab, junit } as const satisfies Record<string, Format>;
const FORMAT_NAMES = ["text", ...(Object.keys(FORMATS) as (keyof typeof FORMATS)[])] as const;

type FormatName = (typeof FORMAT_NAMES)[number];

/** The output formats that cannot contain fixes, so that no fixes are computed for them. */
const WITHOUT_FIXES: ReadonlySet<FormatName> = new Set(["github", "gitlab", "junit"]);

const OPTIONS = {
  ...PROJECT_OPTIONS,
  fix: { type: "boolean" },
  "unsafe-fixes": { type: "boolean" },
  diff: { type: "boolean" },
  ...FORMAT_OPTIONS,
  "min-severity": { type: "string", default: "warning" },
  select: { type: "string", multiple: true },
  ignore: { type: "string", multiple: true },
  baseline: { type: "string" },
  "update-baseline": { type: "boolean" },
  output: { type: "string", multiple: true },
  "require-skills": { type: "boolean" },
  locked: { type: "boolean" },
  jobs: { type: "string", short: "j" },
  quiet: { type: "boolean", short: "q" },
  watch: { type: "boolean" },
} as const;

const HELP = `Usage: skillglass check [PATH…] [options]

Reports skills that a host drops, truncates or misreads, and unsafe ones. Without a PATH the whole project is checked: the
repository around the working directory. With paths, the skills in these files and folders. A file or folder of a
skill stands for the skill.

Options:
  --fix                  Makes the safe changes: no host loses a part of a skill's name, description or text
  --unsafe-fixes         With --fix or --diff: also the changes that you should review
  --diff                 Prints what --fix would change, as a patch, and writes nothing
  --format FORMAT        ${FORMAT_NAMES.join(", ")} (text)
  --json                 Short for --format json
  --min-severity LEVEL   The lowest severity that is reported: ${SEVERITIES.join(", ")} (warning)
  --select RULE          Checks only this rule or group of rules; give it again, or several with commas, for more
  --ignore RULE          Leaves this rule or group of rules out, likewise
  --baseline FILE        Does not report the findings that FILE knows: by file, rule and the text of the line
  --update-baseline      Writes the findings to the file of --baseline, so that they are known from now on
  --output FORMAT=FILE   Also writes the findings to FILE in that format; give it again for more
  --require-skills       Exits with 1 where there is no skill to check
  --locked               Makes errors of skills that are not what a lock file records, or that it does not list; fails without one
  -j, --jobs N           The number of threads for projects with hundreds of skills (one for each processor)
  -q, --quiet            Prints findings and nothing else
  --watch                Checks again whenever something changes
${PROJECT_HELP}

Exit codes: 0 nothing found, 1 findings, or no skill with --require-skills, 2 wrong use, or a file could not be read or written.

Examples:
  skillglass check
  skillglass check skills/pdf --host codex --host claude-code@2026-08
  skillglass check --fix --diff
  skillglass check --format sarif > skills.sarif
  skillglass check --locked --select locks
`;

export const check: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, OPTIONS);
    const format = readFormat(values, FORMAT_NAMES);
    const outputs = (values.output ?? []).map(outputOf);
    const isDiff = values.diff === true;
    const isUnsafe = values["unsafe-fixes"] === true;
    if (isUnsafe && !values.fix && !isDiff) throw new UsageError("--unsafe-fixes goes with --fix or --diff");
    if (values.watch && (values.fix || isDiff)) throw new UsageError("--watch looks and changes nothing: leave out --fix and --diff");
    if (values.watch && format !== "text") throw new UsageError("--watch prints text only");
    const isUpdate = values["update-baseline"] === true;
    if (isUpdate && values.baseline === undefined) throw new UsageError("--update-baseline needs the file: --baseline FILE");
    if (values.baseline !== undefined && (values.fix || isDiff))
      throw new UsageError("--fix would change what the baseline knows: leave out --baseline");
    if (values.locked && positionals.length > 0) throw new UsageError("--locked compares the whole project: leave out the paths");
    if (values.watch && (isUpdate || outputs.length > 0)) throw new UsageError("--watch writes no files");
    if (isDiff && format !== "text")
      throw new UsageError(
        `--diff prints a patch and no findings: leave out ${values.json ? "--json" : `--format ${format}`}, or --diff to have the findings in that format`,
      );
    if (isDiff && outputs.length > 0) throw new UsageError("--diff prints a patch and no findings: leave out --output");
    const baseline = values.baseline === undefined ? null : { file: values.baseline, isUpdate };
    const request = () => checkRequest(args);
    const jobs = jobsOf(values.jobs);
    const fixes = values.fix || isDiff ? { isDiff, isUnsafe } : null;
    const isQuiet = values.quiet === true;
    const requiresSkills = values["require-skills"] === true;
    const isLocked = values.locked === true;
    if (!values.watch)
      return await checkOnce(request(), { format, outputs, isQuiet, fixes, baseline, requiresSkills, isLocked, args, jobs });
    const folders = new Set(
      partsOf(request()).flatMap(({ place, scope }) => [place.root, ...scope.filter((path) => !isWithin(path, place.root))]),
    );
    return await watching(
      [...folders].map(toDisk),
      () => checkOnce(request(), { format, outputs, isQuiet, fixes: null, baseline, requiresSkills, isLocked, args, jobs }),
      isQuiet,
    );
  },
};

/** Returns the request of the arguments of the command. Threads read a project by the same arguments. */
export function checkRequest(args: readonly string[]): CheckRequest {
  const { values, positionals } = readArguments(args, OPTIONS);
  return {
    place: placeOf(values),
    paths: positionals,
    hosts: readHosts(values.host),
    least: oneOf("min-severity", values["min-severity"], SEVERITIES),
    rules: levelsOf(values.select, values.ignore, values.locked === true),
    // A new warning like three known ones is a warning, and the baseline has the known ones.
    lowerRepeats: values.baseline === undefined,
    progress: new Progress(!values.quiet && !values.watch),
  };
}

function jobsOf(word: string | undefined): number | null {
  if (word === undefined) return null;
  if (!/^[1-9]\d{0,3}$/.test(word)) throw new UsageError(`--jobs takes a number from 1 to 9999; not \`${word}\``);
  return Number(word);
}

/** A file into which the findings are written, with its format. */
interface Output {
  readonly format: FormatName;
  readonly file: string;
}

function outputOf(word: string): Output {
  const [, format, file] = /^([^=]*)=(.+)$/s.exec(word) ?? [];
  if (format === undefined || file === undefined)
    throw new UsageError(`--output takes FORMAT=FILE, such as sarif=skills.sarif; not \`${word}\``);
  return { format: oneOf("output", format, FORMAT_NAMES), file };
}

/** The options that determine what happens with the findings. */
interface Way {
  readonly format: FormatName;
  readonly outputs: readonly Output[];
  readonly baseline: { readonly file: string; readonly isUpdate: boolean } | null;
  readonly isQuiet: boolean;
  readonly requiresSkills: boolean;
  readonly isLocked: boolean;
  readonly fixes: { readonly isDiff: boolean; readonly isUnsafe: boolean } | null;
  readonly args: Shared["args"];
  readonly jobs: Shared["jobs"];
}

async function checkOnce(request: CheckRequest, way: Way): Promise<ExitCode> {
  const { fixes, format, outputs, isQuiet, baseline } = way;
  const needsFixes = [format, ...outputs.map((one) => one.format)].some((name) => !WITHOUT_FIXES.has(name));
  const opened: Project[] = [];
  const open = (part: Part) => {
    const project = load(part, request);
    opened.push(project);
    if (way.isLocked) project.readLocked();
    return project;
  };
  let isTroubled = false;
  let isDifferent = false;
  let isProposed = false;
  let hasNoLock = false;
  const chosen = { unsafeFixes: fixes?.isUnsafe === true, minSeverity: request.least };
  try {
    let reports: PartReport[] = [];
    for (const [index, part] of partsOf(request).entries()) {
      let project = open(part);
      request.progress.clear();
      tellTroubles(project.walk.troubles);
      isTroubled ||= project.walk.troubles.length > 0;
      if (way.isLocked) hasNoLock = !tellLocks(project, isQuiet) || hasNoLock;
      if (fixes?.isDiff) {
        const differs = await showDiff(project, part, chosen);
        isDifferent ||= differs;
        isProposed ||= !differs && !fixes.isUnsafe && !isQuiet && hasProposals(project, part, request.least);
        continue;
      }
      if (fixes) {
        isTroubled = !(await mend(project, part, chosen, isQuiet)) || isTroubled;
        // The remaining findings are determined anew from the files that are now on the disk.
        project = open(part);
      }
      const shared = { args: way.args, part: index, jobs: way.jobs };
      reports.push(report(part, project, request, await foundInThreads(project, part, request, needsFixes, shared)));
    }
    request.progress.clear();
    if (fixes?.isDiff && !isDifferent && !isQuiet)
      notice(isProposed ? "no safe fix: --diff --unsafe-fixes shows those that you should review" : "nothing to fix");
    if (baseline?.isUpdate) {
      const count = writeBaseline(reports, baseline.file);
      if (!isQuiet) notice(`${plainLine(baseline.file)} knows ${counted(count, "finding")}`);
    }
    if (baseline !== null) reports = withoutKnown(reports, baseline.file);
    if (!fixes?.isDiff) tell(reports, format, isQuiet);
    for (const { format, file } of outputs) isTroubled = !write(file, written(reports, format, isQuiet)) || isTroubled;
    if (isTroubled) return ExitCode.Trouble;
    if (hasNoLock) return ExitCode.Findings;
    if (way.requiresSkills && reports.some(({ skills }) => skills === 0)) return ExitCode.Findings;
    return isDifferent || reports.some(({ diagnostics }) => diagnostics.length > 0) ? ExitCode.Findings : ExitCode.Clean;
  } finally {
    request.progress.clear();
    for (const project of opened) project[Symbol.dispose]();
  }
}

function tell(reports: readonly PartReport[], format: FormatName, isQuiet: boolean): void {
  if (!isQuiet) for (const note of emptyNotes(reports)) notice(note);
  print(written(reports, format, isQuiet));
}

function written(reports: readonly PartReport[], format: FormatName, isQuiet: boolean): string {
  return format === "text" ? textOf(reports, isQuiet) : FORMATS[format](reports);
}

function write(file: string, text: string): boolean {
  try {
    replaceFile(resolve(file), text === "" ? "" : `${stripVTControlCharacters(text)}\n`);
    return true;
  } catch (error) {
    notice(`${colour.red("cannot write")} ${plainLine(file)}: ${wordsFor(error)}`);
    return false;
  }
}
