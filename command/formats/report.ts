import type { Diagnostic, HostEdition, Severity } from "skillglass";
import type { Project } from "../tree/load.ts";
import { toTree, withShownPaths } from "../tree/paths.ts";
import type { Trouble } from "../tree/trouble.ts";

/** The findings of a check, from which each output format is written. */
export interface Report {
  readonly project: Project;
  /** The findings to show, sorted by path and position. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of findings that are not shown because their severity is too low. */
  readonly hidden: number;
  /** The number of findings that are not shown because the baseline contains them. */
  readonly known: number;
  /** The checked files: all files of skills, and other files with findings. */
  readonly files: readonly string[];
  /** The files and folders that could not be read, so that they were not checked. */
  readonly unread: readonly Trouble[];
  readonly hosts: readonly HostEdition[];
}

/** A function that writes the findings of a check in one output format. */
export type Format = (reports: readonly Report[]) => string;

export const SEVERITIES: readonly Severity[] = ["error", "warning", "info", "hint"];

/**
 * Returns a path for other programs: relative to the repository, or absolute if the file is outside
 * of the repository.
 */
export function fileIn(report: Report, path: string): string {
  const { root } = report.project.place;
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** Returns the text of a finding with the paths in it relative to the repository. */
export function textIn({ project: { place } }: Report, text: string): string {
  return withShownPaths(text, place.root, place.root, place.home);
}

/** Returns the message and the help of a finding as plain text. */
export function wordsOf(report: Report, { message, help }: Diagnostic): string {
  return textIn(report, `${message.charAt(0).toUpperCase()}${message.slice(1)}.\n${help}`);
}

/**
 * Returns the files that could not be read, each with the error message. The paths are in the same
 * form as the paths of findings in the report.
 */
export function unreadIn(report: Report): { path: string; message: string }[] {
  return report.unread.map(({ path, message }) => ({ path: fileIn(report, toTree(path)), message: `Cannot read the file: ${message}` }));
}
