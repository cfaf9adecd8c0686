import type { Diagnostic, Severity } from "skillglass";
import { plain } from "../print/text.ts";
import type { Format, Report } from "./report.ts";
import { fileIn, unreadIn, wordsOf } from "./report.ts";

const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice", hint: "notice" };

/** Writes findings as workflow commands, which GitHub Actions shows beside the lines of code. */
export const github: Format = (reports) =>
  reports
    .flatMap((report) => [
      ...unreadIn(report).map(({ path, message }) => plain(`::error file=${escapedProperty(path)},title=unreadable::${escaped(message)}`)),
      ...report.diagnostics.map((diagnostic) => command(report, diagnostic)),
    ])
    .join("\n");

function command(report: Report, diagnostic: Diagnostic): string {
  const { start, end } = diagnostic.range;
  const isOneLine = start.line === end.line && end.column > start.column;
  const properties = {
    file: fileIn(report, diagnostic.path),
    line: start.line,
    endLine: end.line,
    // Columns are given only if the range is on one line.
    ...(isOneLine ? { col: start.column, endColumn: end.column } : {}),
    title: diagnostic.code,
  };
  const words = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(String(value))}`);
  return plain(`::${LEVELS[diagnostic.severity]} ${words.join(",")}::${escaped(wordsOf(report, diagnostic))}`);
}

function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
