/** The table of hosts × skills, of which the page gets the rows in view. */
import type { HostEdition, HostSummary, PortabilityVerdict } from "skillglass";

/** The status of a skill in a host, from the best to the worst. */
export type CellStatus = "whole" | "cut" | "name-only" | "unlisted" | "dropped" | "elsewhere" | "not-found";

export interface CompareCell {
  status: CellStatus;
  /** The status where the host looks, if the skill is elsewhere. */
  moved: CellStatus | null;
  /** Characters of the description that are not shown. */
  by: number;
}

export interface CompareRow {
  path: string;
  folder: string;
  cells: CompareCell[];
  verdict: PortabilityVerdict;
  /** The number of changes it takes, and the features that bind it. */
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
  /** The progress of the first look, from 0 to 1; null when it is over. The rows until then are the former ones. */
  progress: number | null;
  hosts: HostSummary[];
  verdicts: Record<PortabilityVerdict, number>;
  /** Skills compared, and those of them that the filter leaves. */
  all: number;
  total: number;
  from: number;
  rows: CompareRow[];
}
