import type { Diagnostic } from "skillglass";
import type { Format, Report } from "./report.ts";
import { fileIn, textIn, unreadIn, wordsOf } from "./report.ts";
import { escaped } from "./xml.ts";

/**
 * Writes findings as JUnit XML. Each file is a test suite, and each finding is a failed test. A
 * file without findings has one passed test.
 */
export const junit: Format = (reports) => {
  const failures = reports.reduce((sum, report) => sum + report.diagnostics.length, 0);
  const suites = reports.flatMap((report) => [...unreadIn(report).map(unreadSuite), ...report.files.map((file) => suite(report, file))]);
  const tests = suites.reduce((sum, one) => sum + one.tests, 0);
  const unread = reports.flatMap(unreadIn).length;
  const errors = unread > 0 ? ` errors="${unread}"` : "";
  const head = `<testsuites name="skillglass" tests="${tests}" failures="${failures}"${errors}>`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites.map(({ xml }) => xml), "</testsuites>"].join("\n");
};

/** Returns a test suite with an error for a file that could not be read. */
function unreadSuite({ path, message }: { path: string; message: string }): { xml: string; tests: number } {
  const file = escaped(path);
  return {
    xml: [
      `  <testsuite name="${file}" tests="1" failures="0" errors="1">`,
      `    <testcase name="unreadable" classname="${file}" file="${file}"><error message="${escaped(message)}"/></testcase>`,
      "  </testsuite>",
    ].join("\n"),
    tests: 1,
  };
}

function suite(report: Report, path: string): { xml: string; tests: number } {
  const file = escaped(fileIn(report, path));
  const found = report.diagnostics.filter((one) => one.path === path);
  const cases =
    found.length === 0
      ? [`    <testcase name="no problem" classname="${file}" file="${file}"/>`]
      : found.map((one) => failure(report, one, file));
  const head = `  <testsuite name="${file}" tests="${cases.length}" failures="${found.length}" errors="0">`;
  return { xml: [head, ...cases, "  </testsuite>"].join("\n"), tests: cases.length };
}

function failure(report: Report, diagnostic: Diagnostic, file: string): string {
  const { line, column } = diagnostic.range.start;
  const text = `${file}:${line}:${column}\n${escaped(wordsOf(report, diagnostic))}`;
  return [
    `    <testcase name="${diagnostic.code} ${line}:${column}" classname="${file}" file="${file}" line="${line}">`,
    `      <failure type="${diagnostic.severity}" message="${escaped(textIn(report, diagnostic.message))}">${text}</failure>`,
    "    </testcase>",
  ].join("\n");
}
