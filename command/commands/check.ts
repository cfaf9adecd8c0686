import { existsSync, watch } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic, FixRequest, HostEdition, LintRequest, Severity } from "skillglass";
import { oneOf, PROJECT_HELP, PROJECT_OPTIONS, readArguments, readHosts } from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { github } from "../formats/github.ts";
import { gitlab } from "../formats/gitlab.ts";
import { json } from "../formats/json.ts";
import { junit } from "../formats/junit.ts";
import type { Format, Report } from "../formats/report.ts";
import { SEVERITIES } from "../formats/report.ts";
import { sarif } from "../formats/sarif.ts";
import { findings, summary } from "../formats/text.ts";
import { colour } from "../print/colour.ts";
import { coloured, patch } from "../print/diff.ts";
import { notice, print, tellTroubles } from "../print/notice.ts";
import { Progress } from "../print/progress.ts";
import { counted, plainLine } from "../print/text.ts";
import { Project } from "../tree/load.ts";
import { isWithin, toTree } from "../tree/paths.ts";
import type { Place } from "../tree/project.ts";
import { placeAround, placeOf } from "../tree/project.ts";
import { writeFixed } from "../tree/write.ts";

const FORMATS = { json, sarif, github, gitlab, junit } as const satisfies Record<string, Format>;
const FORMAT_NAMES = ["text", ...(Object.keys(FORMATS) as (keyof typeof FORMATS)[])] as const;

/** Formats that have no place for fixes. */
const WITHOUT_FIXES: ReadonlySet<(typeof FORMAT_NAMES)[number]> = new Set(["github", "gitlab", "junit"]);

/** The time in which changes count as one, in milliseconds: editors write a file in several steps. */
const SETTLING = 100;

const OPTIONS = {
  ...PROJECT_OPTIONS,
  fix: { type: "boolean" },
  "unsafe-fixes": { type: "boolean" },
  diff: { type: "boolean" },
  format: { type: "string", default: "text" },
  "min-severity": { type: "string", default: "warning" },
  quiet: { type: "boolean", short: "q" },
  watch: { type: "boolean" },
} as const;

const HELP = `Usage: skillglass check [PATH…] [options]

Finds what is wrong with skills: what hosts drop, cut or read otherwise than it was meant, and what is unsafe. Without a
PATH all of the project is checked, the repository that you are in; with some, the skills in these files and folders.

Options:
  --fix                  Makes the safe changes: no host sees another name, description or text afterwards
  --unsafe-fixes         With --fix or --diff: also those that you should look at
  --diff                 Prints what --fix would change, as a patch, and writes nothing
  --format FORMAT        ${FORMAT_NAMES.join(", ")} (text)
  --min-severity LEVEL   The least severity that counts: ${SEVERITIES.join(", ")} (warning)
  -q, --quiet            Prints findings and nothing else
  --watch                Checks again whenever something changes
${PROJECT_HELP}

Exit codes: 0 nothing found, 1 findings, 2 wrong use, or something could not be read or written.

Examples:
  skillglass check
  skillglass check skills/pdf --host codex --host claude-code@2026-08
  skillglass check --fix --diff
  skillglass check --format sarif > skills.sarif
`;

interface CheckRequest {
  readonly place: Place;
  readonly paths: readonly string[];
  readonly hosts: readonly HostEdition[] | null;
  readonly least: Severity;
  readonly progress: Progress;
}

/** The files and folders of one project that are checked. */
interface Part {
  readonly place: Place;
  readonly scope: readonly string[];
  readonly named: readonly string[];
}

export const check: Command = {
  summary: "what is wrong with your skills, and what mends it",
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
    const isQuiet = values.quiet === true;
    const request = (): CheckRequest => ({
      place: placeOf(values),
      paths: positionals,
      hosts: readHosts(values.host),
      least,
      progress: new Progress(!isQuiet && !values.watch),
    });
    const mend = values.fix || isDiff ? { isDiff, isUnsafe } : null;
    if (values.watch) return await checkAgain(request, isQuiet);
    return checkOnce(request(), format, isQuiet, mend);
  },
};

function checkOnce(
  request: CheckRequest,
  format: (typeof FORMAT_NAMES)[number],
  isQuiet: boolean,
  mend: { isDiff: boolean; isUnsafe: boolean } | null,
): ExitCode {
  const parts = partsOf(request);
  const projects = parts.map((part) => load(part, request));
  try {
    const hasFixes = !WITHOUT_FIXES.has(format);
    let isTroubled = false;
    let isDifferent = false;
    const reports = parts.map((part, index): Report => {
      const project = projects[index]!;
      tellTroubles(project.walk.troubles);
      isTroubled ||= project.walk.troubles.length > 0;
      if (!mend) return report(part, project, request, found(project, part, request, hasFixes));
      request.progress.show("mending");
      const fixed = project.workspace.fix({ ...requestOf(project, part), unsafeFixes: mend.isUnsafe });
      request.progress.clear();
      const { renames, files } = within(fixed, reached(part, project));
      const relative = (path: string) => (isWithin(path, part.place.root) ? path.slice(part.place.root.length + 1) : path);
      if (mend.isDiff) {
        const text = patch({ renames, files }, (path) => project.text(path) ?? "", relative);
        isDifferent ||= text !== "";
        if (text !== "") process.stdout.write(coloured(text));
        return report(part, project, request, []);
      }
      const written = writeFixed({ renames, files }, project.walk.contents);
      for (const { path, message } of written.troubles) notice(`${colour.red("not mended:")} ${plainLine(path)}: ${message}`);
      isTroubled ||= written.troubles.length > 0;
      if (!isQuiet && written.files.length + written.renames.length > 0) {
        const moved = written.renames.length > 0 ? `, renamed ${counted(written.renames.length, "file")}` : "";
        notice(`${colour.green("mended")} ${counted(written.files.length, "file")}${moved}`);
      }
      // What is left is read from the disk again: it is what is there now.
      projects[index]![Symbol.dispose]();
      projects[index] = load(part, request);
      return report(part, projects[index], request, found(projects[index], part, request, hasFixes));
    });
    request.progress.clear();
    if (mend?.isDiff) {
      if (!isDifferent && !isQuiet) notice("nothing to mend");
      return isTroubled ? ExitCode.Trouble : isDifferent ? ExitCode.Findings : ExitCode.Clean;
    }
    tell(reports, format, isQuiet);
    if (isTroubled) return ExitCode.Trouble;
    return reports.some(({ diagnostics }) => diagnostics.length > 0) ? ExitCode.Findings : ExitCode.Clean;
  } finally {
    request.progress.clear();
    for (const project of projects) project[Symbol.dispose]();
  }
}

function tell(reports: readonly Report[], format: (typeof FORMAT_NAMES)[number], isQuiet: boolean): void {
  for (const { files, project } of reports) {
    if (files.length === 0 && !isQuiet) notice(`there is no SKILL.md in ${plainLine(project.place.root)}: nothing to check`);
  }
  if (format !== "text") {
    print(FORMATS[format](reports));
    return;
  }
  const found = findings(reports);
  const isEmpty = reports.every(({ files }) => files.length === 0);
  print([found, isQuiet || isEmpty ? "" : summary(reports)].filter((text) => text !== "").join("\n\n"));
}

/** The named paths by the projects that they lie in; the project around the working directory when there are none. */
function partsOf({ paths, place }: CheckRequest): Part[] {
  if (paths.length === 0) return [{ place, scope: [place.root], named: [] }];
  const parts = new Map<string, { place: Place; scope: string[]; named: string[] }>();
  for (const path of paths) {
    const absolute = resolve(path);
    if (!existsSync(absolute)) throw new UsageError(`there is no file or folder ${path}`);
    const at = toTree(absolute);
    const around = placeAround(at, place);
    const part = parts.get(around.cwd) ?? { place: around, scope: [], named: [] };
    part.scope.push(at);
    part.named.push(at);
    parts.set(around.cwd, part);
  }
  return [...parts.values()];
}

function load({ place, named }: Part, { hosts, progress }: CheckRequest): Project {
  const project = new Project({ place, hosts, named, beside: true, progress });
  progress.show("checking");
  return project;
}

/** Skills that are checked at a time where a bar shows how far it is. */
const AT_A_TIME = 100;

/** The findings. Fixes cost as much as all the rest, so they are looked for only where something is shown. */
function found(project: Project, part: Part, { least, progress }: CheckRequest, hasFixes: boolean): Diagnostic[] {
  const { workspace } = project;
  const request: LintRequest = requestOf(project, part);
  const skills = request.skills ?? project.skillFiles(reached(part, project));
  const inParts = (some: readonly string[], fixes: boolean, base: number, total: number) => {
    if (!progress.isShown) return;
    for (let from = 0; from < some.length; from += AT_A_TIME) {
      progress.show("checking", base + from, total);
      workspace.lint({ ...request, skills: some.slice(from, from + AT_A_TIME), fixes });
    }
  };
  inParts(skills, false, 0, skills.length);
  const all = workspace.lint({ ...request, fixes: false });
  if (!hasFixes) return all;
  const mended = [...new Set(all.filter(({ severity }) => isShown(severity, least)).map(({ path }) => path))].filter((path) =>
    skills.includes(path),
  );
  if (mended.length === 0) return all;
  inParts(mended, true, 0, mended.length);
  const key = ({ code, path, range, message }: Diagnostic) => [code, path, range.start.offset, range.end.offset, message].join("\0");
  const withFixes = new Map(workspace.lint({ ...request, skills: mended }).map((one) => [key(one), one]));
  return all.map((one) => withFixes.get(key(one)) ?? one);
}

function isShown(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

function requestOf(project: Project, part: Part): FixRequest {
  const { scope, place } = part;
  const hosts = project.hostsNamed ? { hosts: [...project.hosts] } : {};
  // All of a project is asked for as a whole, since commands and settings are no skills' files.
  if (scope.length === 1 && scope[0] === place.root) return hosts;
  const skills = project.skillFiles(reached(part, project));
  return skills.length > 0 ? { ...hosts, skills } : hosts;
}

/** The files and folders that are meant, without links: also what links in them lead to, since hosts come there by them. */
function reached({ scope, place }: Part, { walk }: Project): string[] {
  const real = scope.map((path) => walk.add(path) ?? path);
  const linked = real
    .flatMap((folder) => walk.targets(folder))
    .filter((path) => !isWithin(place.home, path) && !isWithin(place.root, path));
  return [...new Set([...real, ...linked])];
}

function report(part: Part, project: Project, { least }: CheckRequest, all: readonly Diagnostic[]): Report {
  const real = reached(part, project);
  const inScope = all.filter(({ path }) => real.some((folder) => isWithin(path, folder)));
  const diagnostics = inScope.filter(({ severity }) => isShown(severity, least));
  const files = [...new Set([...project.skillFiles(real), ...inScope.map(({ path }) => path)])].sort();
  return { project, diagnostics, hidden: inScope.length - diagnostics.length, files, hosts: project.hosts };
}

/** What of an answer lies in these files and folders: nothing else is touched. */
function within<T extends { renames: { from: string; to: string }[]; files: Record<string, string> }>(
  { renames, files }: T,
  scope: readonly string[],
) {
  const isIn = (path: string) => scope.some((folder) => isWithin(path, folder));
  const kept = renames.filter(({ from }) => isIn(from));
  const targets = kept.map(({ to }) => to);
  return {
    renames: kept,
    files: Object.fromEntries(Object.entries(files).filter(([path]) => isIn(path) || targets.some((target) => isWithin(path, target)))),
  };
}

/** Checks until the process is ended. */
async function checkAgain(request: () => CheckRequest, isQuiet: boolean): Promise<ExitCode> {
  const first = request();
  const folders = new Set(partsOf(first).map(({ place }) => place.root));
  const run = () => {
    if (process.stdout.isTTY) process.stdout.write("\x1b[2J\x1b[3J\x1b[H");
    try {
      checkOnce(request(), "text", isQuiet, null);
    } catch (error) {
      // A path may be gone for a moment while an editor saves.
      notice(error instanceof Error ? error.message : String(error));
    }
    if (!isQuiet) notice(colour.dim("watching; Ctrl+C ends"));
  };
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(run, SETTLING);
  };
  const watchers = [...folders].map((folder) => watch(folder, { recursive: true }, again));
  run();
  return await new Promise((end) => {
    process.once("SIGINT", () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      end(ExitCode.Clean);
    });
  });
}
