/**
 * This module has the types of the table with a row for each skill and a column for each host. The
 * page gets only the rows in view.
 */
import type { HostEdition, HostSummary, PortabilityVerdict } from "skillglass";

/**
 * How a host treats a skill. The best treatment is first, and the worst is last. For example, `cut`
 * means that the host shortens the skill's description, and `elsewhere` means that the skill is in
 * a folder that the host does not read.
 */
export type CellStatus = "whole" | "cut" | "name-only" | "unlisted" | "dropped" | "elsewhere" | "not-found";

export interface CompareCell {
  status: CellStatus;
  /**
   * The status that the skill would have in a folder that the host reads; null if the skill already
   * is in such a folder.
   */
  moved: CellStatus | null;
  /** The number of characters of the skill's description that the host does not show. */
  by: number;
}

export interface CompareRow {
  path: string;
  folder: string;
  cells: CompareCell[];
  verdict: PortabilityVerdict;
  /**
   * The number of changes that make the skill portable. `features` names the features that bind the
   * skill to some hosts.
   */
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
  /**
   * The progress of comparing the skills for the first time, from 0 to 1; null when all are
   * compared. Until then, `rows` are those of the previous answer.
   */
  progress: number | null;
  hosts: HostSummary[];
  verdicts: Record<PortabilityVerdict, number>;
  /** The number of compared skills, including skills that do not pass the filter. */
  all: number;
  /** The number of compared skills that pass the filter. */
  total: number;
  from: number;
  rows: CompareRow[];
}
