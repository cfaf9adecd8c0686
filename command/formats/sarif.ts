import type { Diagnostic } from "skillglass";
import { toSarif } from "skillglass";
import { json } from "../print/json.ts";
import type { Format, Report } from "./report.ts";
import { fileIn, unreadIn } from "./report.ts";

/** A SARIF 2.1.0 log. Files of the repository are relative to it, as code scanners want them. */
export const sarif: Format = (reports) =>
  json(withUnread(toSarif(reports.flatMap((report) => report.diagnostics.map((one) => relative(report, one)))), reports.flatMap(unreadIn)));

type SarifLog = ReturnType<typeof toSarif>;

/** Adds the files that could not be read, as notifications of a run that was not successful. */
function withUnread(log: SarifLog, unread: readonly { path: string; message: string }[]): SarifLog {
  if (unread.length === 0) return log;
  const toolExecutionNotifications = unread.map(({ path, message }) => ({
    level: "error" as const,
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri: encodeURI(path) } } }],
  }));
  const invocations = [{ executionSuccessful: false, toolExecutionNotifications }];
  return { ...log, runs: log.runs.map((run) => ({ ...run, invocations })) };
}

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
