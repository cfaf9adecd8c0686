/** This module imports session logs, which the view "Logs" reads. */
import type { Contents, Stored } from "../../lib/text.ts";
import { byteLength, isUnread } from "../../lib/text.ts";
import type { SessionLog } from "../../state/logs.ts";
import { addLogs, sessionLogs } from "../../state/logs.ts";
import { notice } from "../../state/notice.ts";
import type { Take } from "./import.ts";
import { isNothing } from "./import.ts";

/** The maximum size of all logs together in bytes. More would block the engine for too long. */
export const MOST_LOG_BYTES = 32_000_000;

/** Matches the file names of logs. A single chosen file is accepted with any name. */
const LOG = /\.(?:jsonl|ndjson|json|log|txt)$/i;

/**
 * Takes imported files as session logs. Refuses files with other name endings, and logs above the
 * total size limit.
 */
export const takeLogs: Take = async ({ label, found }) => {
  if (isNothing(label, found)) return;
  const refused = [...found.refused];
  const sizes = new Map(sessionLogs.peek().logs.map(({ name, blob }) => [name, blob.size]));
  let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const taken: SessionLog[] = [];
  for (const [path, stored] of found.files) {
    if (found.files.size > 1 && !LOG.test(path)) {
      refused.push({ path, message: ({ open }) => open.notALog });
      continue;
    }
    const size = isUnread(stored) ? await stored.size() : byteLength(stored ?? "");
    // A log with the same name is replaced.
    const added = size - (sizes.get(path) ?? 0);
    if (bytes + added > MOST_LOG_BYTES) {
      refused.push({ path, message: ({ figures, open }) => open.tooManyLogs(figures.size(MOST_LOG_BYTES)) });
      continue;
    }
    const contents = await contentsOf(stored);
    if (contents === null) {
      refused.push({ path, message: ({ open }) => open.faults.unreadable });
      continue;
    }
    bytes += added;
    taken.push({ name: path, blob: new Blob([contents as string | Uint8Array<ArrayBuffer>]) });
  }
  addLogs(taken);
  notice.value = { text: ({ open }) => open.logsTaken(taken.length), refused };
};

async function contentsOf(stored: Stored): Promise<Contents | null> {
  return isUnread(stored) ? stored.read().catch(() => null) : stored;
}
