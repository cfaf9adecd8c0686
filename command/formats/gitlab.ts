import { createHash } from "node:crypto";
import type { Severity } from "skillglass";
import { json } from "../print/json.ts";
import type { Format } from "./report.ts";
import { fileIn, textIn, unreadIn, wordsOf } from "./report.ts";

const LEVELS: Readonly<Record<Severity, string>> = { error: "major", warning: "minor", info: "info", hint: "info" };

/**
 * Writes findings as a Code Quality report of GitLab. The fingerprint of a finding stays the same
 * if lines above it are added or removed.
 */
export const gitlab: Format = (reports) => {
  const seen = new Map<string, number>();
  const unread = reports.flatMap(unreadIn).map(({ path, message }) => ({
    description: message,
    check_name: "unreadable",
    fingerprint: createHash("sha256").update(`unreadable\0${path}`).digest("hex"),
    severity: LEVELS.error,
    location: { path, lines: { begin: 1, end: 1 } },
  }));
  const issues = reports.flatMap((report) =>
    report.diagnostics.map((diagnostic) => {
      const path = fileIn(report, diagnostic.path);
      const same = [diagnostic.code, path, textIn(report, diagnostic.message)].join("\0");
      const times = seen.get(same) ?? 0;
      seen.set(same, times + 1);
      return {
        description: wordsOf(report, diagnostic),
        check_name: diagnostic.code,
        fingerprint: createHash("sha256").update(`${same}\0${times}`).digest("hex"),
        severity: LEVELS[diagnostic.severity],
        location: { path, lines: { begin: diagnostic.range.start.line, end: diagnostic.range.end.line } },
      };
    }),
  );
  return json([...unread, ...issues]);
};
