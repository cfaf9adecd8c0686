// A baseline: a file with known findings. These are not reported again, even if their lines move.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic } from "skillglass";
import { UsageError } from "../exit.ts";
import { fileIn } from "../formats/report.ts";
import { json } from "../print/json.ts";
import { wordsFor } from "../tree/trouble.ts";
import { replaceFile } from "../tree/write.ts";
import type { PartReport } from "./findings.ts";

/** The version of the format of baseline files. */
const VERSION = 1;

/**
 * An entry of a baseline: the number of findings of one rule on lines with the same text in one
 * file.
 */
interface Known {
  readonly file: string;
  readonly code: string;
  /** A digest of the line's text. The text itself could contain secrets. */
  readonly line: string;
  readonly count: number;
}

/**
 * Returns the reports without the findings that the baseline file contains. `known` in each report
 * counts the removed findings.
 */
export function withoutKnown(reports: readonly PartReport[], file: string): PartReport[] {
  const left = new Map(read(file).map((one) => [keyOf(one), one.count]));
  return reports.map((report) => {
    const diagnostics = report.diagnostics.filter((diagnostic) => {
      const key = keyOf(placeOf(report, diagnostic));
      const count = left.get(key) ?? 0;
      left.set(key, count - 1);
      return count <= 0;
    });
    return { ...report, diagnostics, known: report.diagnostics.length - diagnostics.length };
  });
}

/** Writes all findings of the reports into a baseline file. Returns the number of findings. */
export function writeBaseline(reports: readonly PartReport[], file: string): number {
  const known = new Map<string, Known>();
  for (const report of reports)
    for (const diagnostic of report.diagnostics) {
      const place = placeOf(report, diagnostic);
      const key = keyOf(place);
      known.set(key, { ...place, count: (known.get(key)?.count ?? 0) + 1 });
    }
  const findings = [...known.keys()].sort().map((key) => known.get(key));
  try {
    replaceFile(resolve(file), `${json({ version: VERSION, findings })}\n`);
  } catch (error) {
    throw new UsageError(`--baseline: cannot write ${file}: ${wordsFor(error)}`);
  }
  return reports.reduce((sum, { diagnostics }) => sum + diagnostics.length, 0);
}

function read(file: string): Known[] {
  if (!existsSync(file)) throw new UsageError(`--baseline: there is no file ${file}; --update-baseline writes it`);
  let document: { version?: unknown; findings?: unknown } | null;
  try {
    document = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`--baseline: cannot read ${file}: ${error instanceof SyntaxError ? "it is not JSON" : wordsFor(error)}`);
  }
  if (document?.version !== VERSION || !Array.isArray(document.findings) || !document.findings.every(isKnown))
    throw new UsageError(`--baseline: ${file} is not a baseline of this version; --update-baseline writes it again`);
  return document.findings;
}

function isKnown(one: Partial<Known> | null): boolean {
  return [one?.file, one?.code, one?.line].every((part) => typeof part === "string") && Number.isInteger(one?.count);
}

function placeOf(report: PartReport, { code, path, range }: Diagnostic): Omit<Known, "count"> {
  const isWhole = range.start.offset === range.end.offset && range.start.offset === 0;
  const line = isWhole ? "" : (report.lines(path)[range.start.line - 1] ?? "").trim();
  return { file: fileIn(report, path), code, line: createHash("sha256").update(line).digest("hex").slice(0, 16) };
}

function keyOf({ file, code, line }: Omit<Known, "count">): string {
  return [file, code, line].join("\0");
}
