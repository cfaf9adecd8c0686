/**
 * This module has the types of questions about maintenance: symptoms of outdated skills,
 * dependencies, and changes of a budget plan.
 */
import type { BudgetFilesRequest, DependenciesRequest, HealthReport, HealthRequest, HostEdition } from "skillglass";

export type PlanFilesAsk = BudgetFilesRequest;

export interface HealthAsk extends Pick<HealthRequest, "today" | "newest"> {
  hosts: HostEdition[];
}

export interface HealthAnswer {
  /**
   * The progress of checking the skills for the first time, from 0 to 1; null when all are checked.
   */
  progress: number | null;
  /**
   * The skills with symptoms of being outdated, and the date with which the dates in these skills
   * were compared. While the skills are checked for the first time, this is the previous report, or
   * null if there is no previous report.
   */
  report: Pick<HealthReport, "today" | "skills"> | null;
  /** The number of skills without symptoms of being outdated. */
  sound: number;
}

export interface DependenciesAsk extends Pick<DependenciesRequest, "installed"> {
  hosts: HostEdition[];
  /** The path of a skill that the answer treats as removed; null to keep all skills. */
  without: string | null;
}
