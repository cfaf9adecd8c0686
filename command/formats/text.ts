// The output format for people.
import type { Diagnostic, Fix, Severity } from "skillglass";
import { colour } from "../print/colour.ts";
import { frame } from "../print/frame.ts";
import { concerned, titleOf } from "../print/hosts.ts";
import { counted, grouped, listed, plainLine, wrapped } from "../print/text.ts";
import { foldersAbove, parentOf, shownPath, withShownPaths } from "../tree/paths.ts";
import { isSkillFile } from "../tree/walk.ts";
import type { Report } from "./report.ts";
import { SEVERITIES } from "./report.ts";
import { unfoundNote } from "./unfound.ts";

const INDENT = "       ";

const PAINT: Readonly<Record<Severity, (text: string) => string>> = {
  error: (text) => colour.red(colour.bold(text)),
  warning: (text) => colour.yellow(colour.bold(text)),
  info: (text) => colour.cyan(text),
  hint: (text) => colour.dim(text),
};

/**
 * Writes findings as text for people. A summary follows, unless `isQuiet` is true or nothing was
 * checked.
 */
export function textOf(reports: readonly Report[], isQuiet = false): string {
  const isEmpty = reports.every(({ files, unread }) => files.length + unread.length === 0);
  return [findings(reports), isQuiet || isEmpty ? "" : summary(reports)].filter((text) => text !== "").join("\n\n");
}

/** Writes all findings, grouped by file, each with its line of code and its remedy. */
export function findings(reports: readonly Report[]): string {
  return reports
    .flatMap((report) => {
      const hosts = report.hosts.map(({ host, edition }) => ({ host, editions: edition ? [edition] : [] }));
      const count = concerned(hosts, report.hosts).length;
      const files = new Map<string, Diagnostic[]>();
      for (const diagnostic of report.diagnostics) {
        const found = files.get(diagnostic.path);
        if (found) found.push(diagnostic);
        else files.set(diagnostic.path, [diagnostic]);
      }
      return [...files].map(([file, found]) => ofFile(report, file, found, count));
    })
    .join("\n\n");
}

/** Writes the findings of one file. `hostCount` is the number of all hosts of the report. */
function ofFile(report: Report, file: string, found: readonly Diagnostic[], hostCount: number): string {
  const { place } = report.project;
  const head = colour.underline(plainLine(shownPath(file, place.cwd, place.home)));
  const text = report.project.text(file) ?? "";
  return [head, ...found.map((diagnostic) => one(report, diagnostic, text, hostCount))].join("\n");
}

function one(report: Report, diagnostic: Diagnostic, text: string, hostCount: number): string {
  const { place } = report.project;
  const { severity, message, code, range, help, fixes, related } = diagnostic;
  const shown = (text: string) => withShownPaths(text, place.cwd, place.root, place.home);
  const at = `${range.start.line}:${range.start.column}`.padStart(INDENT.length - 1);
  const lines = [said(`${at} ${PAINT[severity](severity)} `, shown(message), `[${code}]`, INDENT)];
  lines.push(...frame(text, range, INDENT));
  for (const other of related.slice(0, 3)) {
    const where = `${shownPath(other.path, place.cwd, place.home)}:${other.range.start.line}`;
    lines.push(labelled("see", `${plainLine(where)}: ${shown(other.message)}`));
  }
  if (related.length > 3) lines.push(labelled("see", counted(related.length - 3, "more place")));
  const hosts = concerned(diagnostic.hosts, report.hosts);
  const isForAll = hosts.length === hostCount;
  if (hosts.length > 0 && (severity === "error" || !isForAll))
    lines.push(labelled(severity === "error" ? "lost" : "for", hosts.join(", ")));
  lines.push(labelled("help", shown(help)));
  const [fix] = fixes;
  if (fix) lines.push(labelled("fix", shown(fix.title), fix.safe ? "(--fix)" : "(--unsafe-fixes)"));
  return lines.join("\n");
}

function labelled(label: string, text: string, remark = ""): string {
  return said(`${INDENT}${colour.dim(label.padEnd(4))} `, text, remark, `${INDENT}     `);
}

/**
 * Returns a text in lines that fit the terminal. The text begins with `lead`, and ends with a
 * dimmed `remark`.
 */
function said(lead: string, text: string, remark: string, indent: string): string {
  return wrapped(lead, remark === "" ? plainLine(text) : `${plainLine(text)} ${colour.dim(remark)}`, indent);
}

/** Returns the summary of a check: the numbers of findings, and the options of the command (such as `--fix`) to use next. */
function summary(reports: readonly Report[]): string {
  const all = reports.flatMap(({ diagnostics }) => diagnostics);
  const hidden = reports.reduce((sum, report) => sum + report.hidden, 0);
  const hosts = [...new Set(reports.flatMap((report) => report.hosts.map(titleOf)))];
  const asked = colour.dim(`${checked(reports)} through ${listed(hosts)}`);
  const unread = reports.reduce((sum, report) => sum + report.unread.length, 0);
  const lacking =
    unread > 0
      ? `${colour.red("✘")} ${PAINT.error(`${counted(unread, "path")} not read`)}: nothing in ${unread === 1 ? "it" : "them"} is checked`
      : "";
  const known = reports.reduce((sum, report) => sum + report.known, 0);
  const more = [
    known > 0 ? colour.dim(`${counted(known, "finding")} of the baseline ${known === 1 ? "is" : "are"} not shown`) : "",
    hidden > 0
      ? colour.dim(`${counted(hidden, "finding")} of lower severity: --min-severity hint shows ${hidden === 1 ? "it" : "them"}`)
      : "",
  ];
  const unfound = unfoundNote(reports);
  const notes = [unfound === "" ? "" : wrapped("", unfound, "  "), ...more];
  const none = unread > 0 ? "no problem in the rest" : colour.green(known > 0 ? "✔ no new problem" : "✔ no problem");
  if (all.length === 0) return [lacking, wrapped(`${none}  `, asked, "  "), ...notes].filter((line) => line !== "").join("\n");
  const sums = SEVERITIES.flatMap((severity) => {
    const count = all.filter((one) => one.severity === severity).length;
    return count > 0 ? [PAINT[severity](counted(count, severity))] : [];
  });
  return [lacking, wrapped(`${colour.red("✘")} ${listed(sums)}  `, asked, "  "), wrapped("", remedy(all), "  "), ...notes]
    .filter((line) => line !== "")
    .join("\n");
}

/**
 * Returns a text with the number of skills that have findings, such as `in 3 of 41 skills`. Files
 * outside of skills are counted separately, such as `in 3 of 41 skills and 2 other files`. If there
 * are no findings, the text is only the number of skills, such as `41 skills`.
 */
function checked(reports: readonly Report[]): string {
  const all = reports.flatMap(({ files }) => files.filter(isSkillFile));
  const byFolder = new Map(all.map((file) => [parentOf(file), file]));
  const ownerOf = (path: string) => {
    const folder = [...foldersAbove(path)].find((one) => byFolder.has(one));
    return folder === undefined ? path : byFolder.get(folder)!;
  };
  const owners = new Set(reports.flatMap(({ diagnostics }) => diagnostics.map(({ path }) => ownerOf(path))));
  const known = new Set(all);
  const skills = [...owners].filter((path) => known.has(path)).length;
  const others = owners.size - skills;
  const parts = [
    skills > 0 ? `${grouped(skills)} of ${counted(all.length, "skill")}` : "",
    others > 0 ? counted(others, skills > 0 ? "other file" : "file") : "",
  ].filter((part) => part !== "");
  return parts.length > 0 ? `in ${listed(parts)}` : counted(all.length, "skill");
}

/**
 * Describes how many fixes the findings have, and how many files the fixes change. A fix that
 * several findings share is counted once.
 */
function remedy(all: readonly Diagnostic[]): string {
  const chosen = all.flatMap(({ fixes }) => fixes.find(({ safe }) => safe) ?? fixes[0] ?? []);
  const distinct = [...new Map(chosen.map((fix) => [JSON.stringify([fix.edits, fix.renames]), fix])).values()];
  const safe = distinct.filter((fix) => fix.safe);
  const others = distinct.length - safe.length;
  const applies = (fixes: readonly Fix[]) => {
    const files = fixes.flatMap(({ edits, renames }) => [...edits.map(({ path }) => path), ...renames.map(({ from }) => from)]);
    const count = fixes.length === 1 ? "1 fix" : `${grouped(fixes.length)} fixes`;
    return `applies ${count} in ${counted(new Set(files).size, "file")}`;
  };
  if (safe.length === 0) return others === 0 ? "" : `--fix --unsafe-fixes ${applies(distinct)}`;
  return `--fix ${applies(safe)}${others === 0 ? "" : `, --fix --unsafe-fixes ${grouped(others)} more`}`;
}
