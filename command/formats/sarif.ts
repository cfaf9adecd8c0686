import type { Diagnostic } from "skillglass";
import { toSarif } from "skillglass";
import { pageOf } from "../commands/rule.ts";
import { json } from "../print/json.ts";
import type { Format, Report } from "./report.ts";
import { fileIn, textIn, unreadIn } from "./report.ts";

/**
 * Writes findings as a SARIF 2.1.0 log, with paths relative to the repository. Each rule with
 * findings includes its documentation page, which code scanners show. The pages of all rules would
 * make a log four times as long.
 */
export const sarif: Format = (reports) => {
  const found = reports.flatMap((report) => report.diagnostics.map((one) => relative(report, one)));
  const codes = new Set<string>(found.map(({ code }) => code));
  const log = toSarif(found);
  const runs = log.runs.map((run) => {
    const rules = run.tool.driver.rules.map((rule) =>
      codes.has(rule.id) ? { ...rule, help: { text: rule.shortDescription.text, markdown: pageOf(rule.id) } } : rule,
    );
    return { ...run, tool: { ...run.tool, driver: { ...run.tool.driver, rules } } };
  });
  return json(withUnread({ ...log, runs }, reports.flatMap(unreadIn)));
};

type SarifLog = ReturnType<typeof toSarif>;

/** Reports each file that could not be read as an error in the runs of the log. */
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
    message: textIn(report, diagnostic.message),
    help: textIn(report, diagnostic.help),
    related: diagnostic.related.map((one) => ({ ...at(one), message: textIn(report, one.message) })),
    fixes: diagnostic.fixes.map((fix) => ({
      ...fix,
      title: textIn(report, fix.title),
      edits: fix.edits.map(at),
      renames: fix.renames.map(({ from, to }) => ({ from: fileIn(report, from), to: fileIn(report, to) })),
    })),
  };
}
