// Makes a report on the findings in one part of a project.
import type { Diagnostic, FoundInSkill, LintRequest, Severity } from "skillglass";
import type { Report } from "../formats/report.ts";
import { SEVERITIES } from "../formats/report.ts";
import { listed, plainLine } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { isWithin, shownPath, toDisk } from "../tree/paths.ts";
import type { CheckRequest, Part } from "./parts.ts";
import { reached, requestOf } from "./parts.ts";

/** The minimum number of skills that a thread takes at once, because each call takes a while of its own. */
const AT_A_TIME = 100;
/** The number of times that a thread takes skills. The last thread then waits for few skills. */
const TURNS = 6;

/**
 * Returns all findings in a part of a project. They have fixes only if `hasFixes` is true, because
 * computing fixes takes time. `known` has the findings in skills that other threads have checked.
 */
export function found(project: Project, part: Part, hasFixes: boolean, known: FoundInSkill[] = []): Diagnostic[] {
  return project.workspace.lint({ ...requestOf(project, part), fixes: hasFixes, lowerRepeats: part.lowerRepeats, known });
}

/** What several threads need to share the check of the same skills. */
export interface Share {
  readonly hasFixes: boolean;
  readonly threads: number;
  /** Memory for one number: how many skills the threads have taken. */
  readonly taken: SharedArrayBuffer;
}

/**
 * Checks skills of a part of a project, until no skill is left that no thread has taken. Returns
 * the findings in the skills that this thread has checked.
 */
export function shareOf(project: Project, part: Part, { progress }: CheckRequest, share: Share): FoundInSkill[] {
  const request: LintRequest = { ...requestOf(project, part), fixes: share.hasFixes };
  const skills = skillsOf(project, part);
  const taken = new Int32Array(share.taken);
  const step = Math.max(AT_A_TIME, Math.ceil(skills.length / (share.threads * TURNS)));
  const all: FoundInSkill[] = [];
  for (;;) {
    const from = Atomics.add(taken, 0, step);
    if (from >= skills.length) return all;
    progress.show("checking", from, skills.length);
    all.push(...project.workspace.lintSkills({ ...request, skills: skills.slice(from, from + step) }));
  }
}

/** Returns the paths of the skills in a part of a project, in the same order in each thread. */
export function skillsOf(project: Project, part: Part): string[] {
  return requestOf(project, part).skills ?? project.subjects(reached(part, project));
}

function isShown(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

/** The findings in one part of a project, as a report. */
export interface PartReport extends Report {
  readonly part: Part;
  /** Returns the lines of the file at `path`; a single empty line if the file was not read. */
  lines(path: string): readonly string[];
  /** The number of skills in this part of the project, including skills that could not be read. */
  readonly skills: number;
}

/** Returns a notice for each report on files and folders that contain no skills. */
export function emptyNotes(reports: readonly PartReport[]): string[] {
  const empty = reports.filter(({ files, unread }) => files.length + unread.length === 0);
  return empty.map(({ part, project: { place } }) => {
    const shown = (path: string) => plainLine(path === place.root ? toDisk(path) : shownPath(path, place.cwd, place.home));
    return `there is no SKILL.md in ${listed(part.scope.map(shown))}: nothing to check. Name another folder, or make a skill: skillglass init NAME`;
  });
}

/**
 * Returns the report on a part of a project. Findings with a severity below `least` are only
 * counted.
 */
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
