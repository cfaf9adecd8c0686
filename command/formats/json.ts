import { version } from "skillglass";
import { json } from "../print/json.ts";
import { toDisk } from "../tree/paths.ts";
import type { Format, Report } from "./report.ts";
import { SEVERITIES } from "./report.ts";

/** Writes findings as one JSON document. */
export const document: Format = (reports) => json(documentOf(reports));

/**
 * Returns the value that the JSON format prints for the reports. Its `diagnostics` are the linter's
 * findings, with absolute paths on the disk.
 */
export function documentOf(reports: readonly Report[]) {
  const diagnostics = reports.flatMap((report) => report.diagnostics);
  return {
    skillglass: version(),
    projects: reports.map((report) => ({
      root: toDisk(report.project.place.root),
      cwd: toDisk(report.project.place.cwd),
      hosts: report.hosts,
    })),
    files: reports.flatMap((report) => report.files.map(toDisk)),
    errors: reports.flatMap(({ unread }) => unread),
    diagnostics: diagnostics.map((one) => ({ ...one, path: toDisk(one.path) })),
    counts: Object.fromEntries(SEVERITIES.map((severity) => [severity, diagnostics.filter((one) => one.severity === severity).length])),
    hidden: reports.reduce((sum, report) => sum + report.hidden, 0),
    known: reports.reduce((sum, report) => sum + report.known, 0),
  };
}
