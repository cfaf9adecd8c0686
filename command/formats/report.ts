import type { Diagnostic, HostEdition, Severity } from "skillglass";
import type { Project } from "../tree/load.ts";
import { toTree, withShownPaths } from "../tree/paths.ts";
import type { Trouble } from "../tree/trouble.ts";

/** The findings of a check, for every format. */
export interface Report {
  readonly project: Project;
  /** The findings that are shown, by path and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of findings below the lowest severity that was requested. */
  readonly hidden: number;
  /** The number of findings that are in the baseline. */
  readonly known: number;
  /** The files that were checked: the files of skills, and all other files with findings. */
  readonly files: readonly string[];
  /** The files and folders that could not be read: nothing in them was checked. */
  readonly unread: readonly Trouble[];
  readonly hosts: readonly HostEdition[];
}

/** Writes the findings of a check as text. */
export type Format = (reports: readonly Report[]) => string;

export const SEVERITIES: readonly Severity[] = ["error", "warning", "info", "hint"];

/** Returns a path for other programs: relative to the repository, or absolute outside of it. */
export function fileIn(report: Report, path: string): string {
  const { root } = report.project.place;
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** Returns a text of a finding with its paths in the form of `fileIn`. */
export function textIn({ project: { place } }: Report, text: string): string {
  return withShownPaths(text, place.root, place.root, place.home);
}

/** Returns the message and the help of a finding, in a few lines of plain text. */
export function wordsOf(report: Report, { message, help }: Diagnostic): string {
  return textIn(report, `${message.charAt(0).toUpperCase()}${message.slice(1)}.\n${help}`);
}

/** Returns the files that could not be read, with paths for other programs and the reasons. */
export function unreadIn(report: Report): { path: string; message: string }[] {
  return report.unread.map(({ path, message }) => ({ path: fileIn(report, toTree(path)), message: `Cannot read the file: ${message}` }));
}
