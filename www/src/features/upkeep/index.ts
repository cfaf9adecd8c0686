/** This module lists the reports on outdated skills and on dependencies. */
import type { JSX } from "preact";
import type { Report } from "../../state/reports.ts";
import { DependenciesView } from "./DependenciesView.tsx";
import { HealthView } from "./HealthView.tsx";
import "./upkeep.css";

export const VIEWS: Readonly<Record<Exclude<Report, "findings">, () => JSX.Element>> = {
  health: HealthView,
  dependencies: DependenciesView,
};
