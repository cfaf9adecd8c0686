/** This module has the session logs that the visitor opened. They are not saved. */
import { signal } from "@preact/signals";

export interface SessionLog {
  name: string;
  blob: Blob;
}

/** The opened session logs. The `id` changes whenever logs are added or removed. */
export const sessionLogs = signal<{ id: number; logs: readonly SessionLog[] }>({ id: 0, logs: [] });

/** Adds session logs. A log replaces an earlier one with the same name. */
export function addLogs(added: readonly SessionLog[]): void {
  const { id, logs } = sessionLogs.peek();
  const all = new Map([...logs, ...added].map((log) => [log.name, log]));
  sessionLogs.value = { id: id + 1, logs: [...all.values()] };
}

export function forgetLogs(): void {
  sessionLogs.value = { id: sessionLogs.peek().id + 1, logs: [] };
}
