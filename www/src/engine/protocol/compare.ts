/** The table of hosts × skills. The page gets only the rows in view. */
import type { HostEdition, HostSummary, PortabilityVerdict } from "skillglass";

/** The status of a skill in a host, from the best to the worst. */
export type CellStatus = "whole" | "cut" | "name-only" | "unlisted" | "dropped" | "elsewhere" | "not-found";

export interface CompareCell {
  status: CellStatus;
  /** The status in a folder where the host looks, if the skill is elsewhere. */
  moved: CellStatus | null;
  /** The number of characters of the description that are not shown. */
  by: number;
}

export interface CompareRow {
  path: string;
  folder: string;
  cells: CompareCell[];
  verdict: PortabilityVerdict;
  /** The number of changes that are needed, and the features that bind the skill to some hosts. */
  fixes: number;
  features: string[];
}

export type CompareOnly = "all" | "differences" | "problems";

export interface CompareAsk {
  hosts: HostEdition[];
  only: CompareOnly;
  text: string;
  from: number;
  to: number;
}

export interface CompareAnswer {
  /** The progress of the first check, from 0 to 1; null when the check is over. Until then, the rows are those of the previous answer. */
  progress: number | null;
  hosts: HostSummary[];
  verdicts: Record<PortabilityVerdict, number>;
  /** The number of compared skills, and the number of those that pass the filter. */
  all: number;
  total: number;
  from: number;
  rows: CompareRow[];
}
