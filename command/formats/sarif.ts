import type { Diagnostic } from "skillglass";
import { toSarif } from "skillglass";
import { json } from "../print/json.ts";
import type { Format, Report } from "./report.ts";
import { fileIn } from "./report.ts";

/** A SARIF 2.1.0 log. Files of the repository are relative to it, as code scanners want them. */
export const sarif: Format = (reports) =>
  json(toSarif(reports.flatMap((report) => report.diagnostics.map((one) => relative(report, one)))));

function relative(report: Report, diagnostic: Diagnostic): Diagnostic {
  const at = <T extends { path: string }>(one: T): T => ({ ...one, path: fileIn(report, one.path) });
  return {
    ...at(diagnostic),
    related: diagnostic.related.map(at),
    fixes: diagnostic.fixes.map((fix) => ({
      ...fix,
      edits: fix.edits.map(at),
      renames: fix.renames.map(({ from, to }) => ({ from: fileIn(report, from), to: fileIn(report, to) })),
    })),
  };
}
