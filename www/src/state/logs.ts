/** The logs of sessions that the visitor opened. They are not saved. */
import { signal } from "@preact/signals";

export interface SessionLog {
  name: string;
  blob: Blob;
}

/** The logs, by name; `id` is another number for each set. */
export const sessionLogs = signal<{ id: number; logs: readonly SessionLog[] }>({ id: 0, logs: [] });

/** Adds logs; one with the same name is replaced. */
export function addLogs(added: readonly SessionLog[]): void {
  const { id, logs } = sessionLogs.peek();
  const all = new Map([...logs, ...added].map((log) => [log.name, log]));
  sessionLogs.value = { id: id + 1, logs: [...all.values()] };
}

export function forgetLogs(): void {
  sessionLogs.value = { id: sessionLogs.peek().id + 1, logs: [] };
}
