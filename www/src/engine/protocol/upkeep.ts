/** The symptoms of outdated skills, what skills need, and the changes of a budget plan. */
import type { BudgetFilesRequest, DependenciesRequest, HealthReport, HealthRequest, HostEdition } from "skillglass";

export type PlanFilesAsk = BudgetFilesRequest;

export interface HealthAsk extends Pick<HealthRequest, "today" | "newest"> {
  hosts: HostEdition[];
}

export interface HealthAnswer {
  /** The progress of the first look, from 0 to 1; null when it is over. */
  progress: number | null;
  /** The day from which dates were judged, and the skills with symptoms: the former ones until the look is over, null if there are none. */
  report: Pick<HealthReport, "today" | "skills"> | null;
  /** The number of skills without symptoms. */
  sound: number;
}

export interface DependenciesAsk extends Pick<DependenciesRequest, "installed"> {
  hosts: HostEdition[];
  /** The path of a skill that is removed; null for none. */
  without: string | null;
}
