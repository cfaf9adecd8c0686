/** This module reports the use of skills in the logs of sessions. */
import type { HostId, UsageLog, UsageTurn } from "skillglass";
import type { SessionLog } from "../../state/logs.ts";
import type { TurnsAsk, UsageAnswer, UsageAsk } from "../protocol/usage.ts";
import type { Engine } from "./engine.ts";
import { readForHosts } from "./memo.ts";

/**
 * A class that browsers provide only in workers. TypeScript's library for pages does not declare
 * it.
 */
declare class FileReaderSync {
  readAsText(blob: Blob): string;
}

/** The hosts whose session logs can be read. */
const HOSTS = ["claude-code", "codex", "opencode", "pi", "qwen-code"] as const satisfies readonly HostId[];

export function usage({ logs }: UsageAsk, engine: Engine): UsageAnswer {
  readForLogs(engine);
  const report = engine.workspace.usage({ logs: logs.map(textOf) });
  return { ...report, logs: report.logs.map((log) => ({ ...log, turns: log.turns.length })) };
}

export function usageTurns({ log, all }: TurnsAsk, engine: Engine): UsageTurn[] {
  readForLogs(engine);
  return engine.workspace.usage({ logs: [textOf(log)], all }).logs.flatMap(({ turns }) => turns);
}

/**
 * Requests all files that the hosts read. This is done before the session logs are read, because
 * the worker starts an answer again after each request for files, and would then read all logs
 * again.
 */
function readForLogs(engine: Engine): void {
  readForHosts(
    engine,
    HOSTS.map((host) => ({ host })),
  );
}

function textOf({ name, blob }: SessionLog): UsageLog {
  return { name, text: new FileReaderSync().readAsText(blob) };
}
