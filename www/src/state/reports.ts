/** The report that Problems shows. The page's address has the choice. */
import { effect, signal } from "@preact/signals";
import { recallParameter, rememberParameters } from "./address.ts";

export const REPORTS = ["findings", "health", "dependencies"] as const;

export type Report = (typeof REPORTS)[number];

const PARAMETER = "report";

export const report = signal<Report>(REPORTS.find((one) => one === recallParameter(PARAMETER)) ?? "findings");

effect(() => rememberParameters({ [PARAMETER]: report.value === "findings" ? null : report.value }));
