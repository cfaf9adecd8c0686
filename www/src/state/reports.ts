/**
 * This module stores which report the view "Problems" shows. The page's address contains this
 * choice.
 */
import { effect, signal } from "@preact/signals";
import { recallReport, rememberReport } from "./address.ts";

export const REPORTS = ["findings", "health", "dependencies"] as const;

export type Report = (typeof REPORTS)[number];

export const report = signal<Report>(REPORTS.find((one) => one === recallReport()) ?? "findings");

effect(() => rememberReport(report.value === "findings" ? null : report.value));
