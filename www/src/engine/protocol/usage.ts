/** How skills do in the logs of sessions. */
import type { LogUsage, UsageReport } from "skillglass";
import type { SessionLog } from "../../state/logs.ts";

export interface UsageAsk {
  logs: readonly SessionLog[];
}

export interface LogRow extends Omit<LogUsage, "turns"> {
  /** The number of turns. */
  turns: number;
}

export interface UsageAnswer extends Omit<UsageReport, "logs"> {
  logs: LogRow[];
}

export interface TurnsAsk {
  log: SessionLog;
  /** True if the turns also list skills that were offered and not used, and those that were not found. */
  all: boolean;
}
