// What is found in a part, as a report.
import type { Diagnostic, LintRequest, Severity } from "skillglass";
import type { Report } from "../formats/report.ts";
import { SEVERITIES } from "../formats/report.ts";
import type { Project } from "../tree/load.ts";
import { foldersAbove, isWithin, parentOf, toDisk } from "../tree/paths.ts";
import { isSkillFile } from "../tree/walk.ts";
import type { CheckRequest, Part } from "./parts.ts";
import { reached, requestOf } from "./parts.ts";

/** Skills that are checked at a time where a bar shows how far it is. */
const AT_A_TIME = 100;

/** Returns the findings. Fixes take half of the time, so they are made only if they are shown. */
export function found(project: Project, part: Part, { least, progress }: CheckRequest, hasFixes: boolean): Diagnostic[] {
  const { workspace } = project;
  const request: LintRequest = requestOf(project, part);
  const subjects = () => request.skills ?? project.subjects(reached(part, project));
  const inParts = (some: readonly string[], fixes: boolean) => {
    if (!progress.isShown) return;
    for (let from = 0; from < some.length; from += AT_A_TIME) {
      progress.show(fixes ? "looking for fixes" : "checking", from, some.length);
      workspace.lint({ ...request, skills: some.slice(from, from + AT_A_TIME), fixes });
    }
  };
  if (progress.isShown) inParts(subjects(), false);
  const all = workspace.lint({ ...request, fixes: false });
  const shown = new Set(all.filter(({ severity }) => isShown(severity, least)).map(({ path }) => path));
  if (!hasFixes || shown.size === 0) return all;
  const owners = ownersOf(shown, new Set(subjects()));
  // What belongs to no skill, such as settings, is only found in all of the project.
  if (owners === null) return workspace.lint(request);
  inParts(owners, true);
  const key = ({ code, path, range, message }: Diagnostic) => [code, path, range.start.offset, range.end.offset, message].join("\0");
  const withFixes = new Map(workspace.lint({ ...request, skills: owners }).map((one) => [key(one), one]));
  return all.map((one) => withFixes.get(key(one)) ?? one);
}

/** Returns the skills' files that these files belong to; null if a file belongs to none. */
function ownersOf(paths: Iterable<string>, skills: ReadonlySet<string>): string[] | null {
  const byFolder = new Map([...skills].filter(isSkillFile).map((path) => [parentOf(path), path]));
  const owners = new Set<string>();
  for (const path of paths) {
    const folder = skills.has(path) ? undefined : [...foldersAbove(path)].find((one) => byFolder.has(one));
    const owner = skills.has(path) ? path : folder && byFolder.get(folder);
    if (!owner) return null;
    owners.add(owner);
  }
  return [...owners];
}

function isShown(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

/** The report of a part that was checked. */
export interface PartReport extends Report {
  readonly part: Part;
  /** Returns the lines of a file. */
  lines(path: string): readonly string[];
  /** The number of skills in it, read or not. */
  readonly skills: number;
}

/** Reports the findings inside of a part. Those below the lowest severity are only counted. */
export function report(part: Part, project: Project, { least }: CheckRequest, all: readonly Diagnostic[]): PartReport {
  const real = reached(part, project);
  const inScope = all.filter(({ path }) => real.some((folder) => isWithin(path, folder)));
  const diagnostics = inScope.filter(({ severity }) => isShown(severity, least));
  const unread = project.walk.troubles;
  const isRead = (path: string) => !unread.some((one) => one.path === toDisk(path));
  const skills = project.skillFiles(real);
  const files = [...new Set([...skills, ...inScope.map(({ path }) => path)])].filter(isRead).sort();
  const lines = new Map<string, string[]>();
  return {
    project,
    part,
    diagnostics,
    hidden: inScope.length - diagnostics.length,
    known: 0,
    skills: skills.length,
    files,
    unread,
    hosts: project.hosts,
    lines: (path) => {
      const known = lines.get(path) ?? (project.text(path) ?? "").split("\n");
      lines.set(path, known);
      return known;
    },
  };
}
