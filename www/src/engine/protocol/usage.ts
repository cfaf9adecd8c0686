/** This module has the types of requests about the use of skills, which session logs record. */
import type { LogUsage, UsageReport } from "skillglass";
import type { SessionLog } from "../../state/logs.ts";

export interface UsageAsk {
  logs: readonly SessionLog[];
}

export interface LogRow extends Omit<LogUsage, "turns"> {
  /** The number of turns in the log. The list of turns is requested separately. */
  turns: number;
}

export interface UsageAnswer extends Omit<UsageReport, "logs"> {
  logs: LogRow[];
}

export interface TurnsAsk {
  log: SessionLog;
  /**
   * True if each turn also lists the skills that were offered but not used, and the skills that
   * were not found.
   */
  all: boolean;
}
