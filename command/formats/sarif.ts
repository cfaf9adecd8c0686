import { toSarif } from "skillglass";
import type { Format } from "./report.ts";

/** A SARIF 2.1.0 log. Files of the repository are relative to it, as code scanners want them. */
export const sarif: Format = (reports) => {
  const roots = Object.fromEntries(reports.map((report) => [report.project.place.root, ""]));
  return JSON.stringify(
    toSarif(
      reports.flatMap((report) => report.diagnostics),
      { roots },
    ),
    null,
    2,
  );
};
