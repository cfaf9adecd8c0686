import { oneOf, PROJECT_HELP, PROJECT_OPTIONS, readArguments, readHosts } from "../arguments.ts";
import type { PartReport } from "../check/findings.ts";
import { found, report } from "../check/findings.ts";
import { hasProposals, mend, showDiff } from "../check/mend.ts";
import type { CheckRequest, Part } from "../check/parts.ts";
import { load, partsOf } from "../check/parts.ts";
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
import { findings, summary } from "../formats/text.ts";
import { notice, print, tellTroubles } from "../print/notice.ts";
import { Progress } from "../print/progress.ts";
import { listed, plainLine } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { isWithin, shownPath, toDisk } from "../tree/paths.ts";
import { placeOf } from "../tree/project.ts";

const FORMATS = { json: document, sarif, github, gitlab, junit } as const satisfies Record<string, Format>;
const FORMAT_NAMES = ["text", ...(Object.keys(FORMATS) as (keyof typeof FORMATS)[])] as const;

/** Formats that have no place for fixes. */
const WITHOUT_FIXES: ReadonlySet<(typeof FORMAT_NAMES)[number]> = new Set(["github", "gitlab", "junit"]);

const OPTIONS = {
  ...PROJECT_OPTIONS,
  fix: { type: "boolean" },
  "unsafe-fixes": { type: "boolean" },
  diff: { type: "boolean" },
  format: { type: "string", default: "text" },
  "min-severity": { type: "string", default: "warning" },
  "require-skills": { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  watch: { type: "boolean" },
} as const;

const HELP = `Usage: skillglass check [PATH…] [options]

Finds what is wrong with skills: what hosts drop, cut or read otherwise than it was meant, and what is unsafe. Without a
PATH all of the project is checked, the repository that you are in; with some, the skills in these files and folders. A file
or folder of a skill stands for the skill.

Options:
  --fix                  Makes the safe changes: no host that has a skill loses a part of its name, description or text
  --unsafe-fixes         With --fix or --diff: also those that you should look at
  --diff                 Prints what --fix would change, as a patch, and writes nothing
  --format FORMAT        ${FORMAT_NAMES.join(", ")} (text)
  --min-severity LEVEL   The least severity that counts: ${SEVERITIES.join(", ")} (warning)
  --require-skills       Exits with 1 where there is no skill to check
  -q, --quiet            Prints findings and nothing else
  --watch                Checks again whenever something changes
${PROJECT_HELP}

Exit codes: 0 nothing found, 1 findings, or no skill with --require-skills, 2 wrong use, or something could not be read or written.

Examples:
  skillglass check
  skillglass check skills/pdf --host codex --host claude-code@2026-08
  skillglass check --fix --diff
  skillglass check --format sarif > skills.sarif
`;

export const check: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, OPTIONS);
    const format = oneOf("format", values.format, FORMAT_NAMES);
    const least = oneOf("min-severity", values["min-severity"], SEVERITIES);
    const isDiff = values.diff === true;
    const isUnsafe = values["unsafe-fixes"] === true;
    if (isUnsafe && !values.fix && !isDiff) throw new UsageError("--unsafe-fixes goes with --fix or --diff");
    if (values.watch && (values.fix || isDiff)) throw new UsageError("--watch looks and changes nothing: leave out --fix and --diff");
    if (values.watch && format !== "text") throw new UsageError("--watch prints text only");
    const request = (): CheckRequest => ({
      place: placeOf(values),
      paths: positionals,
      hosts: readHosts(values.host),
      least,
      progress: new Progress(!values.quiet && !values.watch),
    });
    const fixes = values.fix || isDiff ? { isDiff, isUnsafe } : null;
    const isQuiet = values.quiet === true;
    const requiresSkills = values["require-skills"] === true;
    if (!values.watch) return await checkOnce(request(), { format, isQuiet, fixes, requiresSkills });
    const folders = new Set(
      partsOf(request()).flatMap(({ place, scope }) => [place.root, ...scope.filter((path) => !isWithin(path, place.root))]),
    );
    return await watching([...folders].map(toDisk), () => checkOnce(request(), { format, isQuiet, fixes: null, requiresSkills }), isQuiet);
  },
};

/** What is done with what is found. */
interface Way {
  readonly format: (typeof FORMAT_NAMES)[number];
  readonly isQuiet: boolean;
  readonly requiresSkills: boolean;
  readonly fixes: { readonly isDiff: boolean; readonly isUnsafe: boolean } | null;
}

async function checkOnce(request: CheckRequest, way: Way): Promise<ExitCode> {
  const { fixes, format, isQuiet } = way;
  const opened: Project[] = [];
  const open = (part: Part) => {
    const project = load(part, request);
    opened.push(project);
    return project;
  };
  let isTroubled = false;
  let isDifferent = false;
  let isProposed = false;
  const chosen = { unsafeFixes: fixes?.isUnsafe === true, minSeverity: request.least };
  try {
    const reports: PartReport[] = [];
    for (const part of partsOf(request)) {
      let project = open(part);
      request.progress.clear();
      tellTroubles(project.walk.troubles);
      isTroubled ||= project.walk.troubles.length > 0;
      if (fixes?.isDiff) {
        const differs = await showDiff(project, part, chosen);
        isDifferent ||= differs;
        isProposed ||= !differs && !fixes.isUnsafe && !isQuiet && hasProposals(project, part, request.least);
        continue;
      }
      if (fixes) {
        isTroubled = !(await mend(project, part, chosen, isQuiet)) || isTroubled;
        // What is left is read from the disk again: it is what is there now.
        project = open(part);
      }
      reports.push(report(part, project, request, found(project, part, request, !WITHOUT_FIXES.has(format))));
    }
    request.progress.clear();
    if (fixes?.isDiff && !isDifferent && !isQuiet)
      notice(isProposed ? "no safe fix: --diff --unsafe-fixes shows those that you should look at" : "nothing to mend");
    if (!fixes?.isDiff) tell(reports, format, isQuiet);
    if (isTroubled) return ExitCode.Trouble;
    if (way.requiresSkills && reports.some(({ skills }) => skills === 0)) return ExitCode.Findings;
    return isDifferent || reports.some(({ diagnostics }) => diagnostics.length > 0) ? ExitCode.Findings : ExitCode.Clean;
  } finally {
    request.progress.clear();
    for (const project of opened) project[Symbol.dispose]();
  }
}

function tell(reports: readonly PartReport[], format: (typeof FORMAT_NAMES)[number], isQuiet: boolean): void {
  for (const { files, unread, part, project } of reports) {
    const { cwd, home } = project.place;
    const where = listed(part.scope.map((path) => plainLine(path === project.place.root ? toDisk(path) : shownPath(path, cwd, home))));
    if (files.length + unread.length === 0 && !isQuiet)
      notice(`there is no SKILL.md in ${where}: nothing to check. Name another folder, or make a skill: skillglass init NAME`);
  }
  if (format !== "text") {
    print(FORMATS[format](reports));
    return;
  }
  const found = findings(reports);
  const isEmpty = reports.every(({ files, unread }) => files.length + unread.length === 0);
  print([found, isQuiet || isEmpty ? "" : summary(reports)].filter((text) => text !== "").join("\n\n"));
}
