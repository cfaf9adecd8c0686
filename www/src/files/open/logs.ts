/** The import of logs of sessions, which the view Logs reads. */
import type { Contents, Stored } from "../../lib/text.ts";
import { byteLength, isUnread } from "../../lib/text.ts";
import type { SessionLog } from "../../state/logs.ts";
import { addLogs, sessionLogs } from "../../state/logs.ts";
import { notice } from "../../state/notice.ts";
import type { Take } from "./import.ts";
import { isNothing } from "./import.ts";

/** The bytes of all logs: more would keep the engine busy for too long. */
export const MOST_LOG_BYTES = 32_000_000;

/** Files of a folder that may be logs. A file that is chosen on its own is always taken. */
const LOG = /\.(?:jsonl|ndjson|json|log|txt)$/i;

/** Takes an import as logs. Logs above the limit are refused. */
export const takeLogs: Take = async ({ label, found }) => {
  if (isNothing(label, found)) return;
  const refused = [...found.refused];
  const named = [...found.files].filter(([path]) => found.files.size === 1 || LOG.test(path));
  let bytes = sessionLogs.peek().logs.reduce((sum, { blob }) => sum + blob.size, 0);
  const taken: SessionLog[] = [];
  for (const [path, stored] of named) {
    const size = isUnread(stored) ? await stored.size() : byteLength(stored ?? "");
    if (bytes + size > MOST_LOG_BYTES) {
      refused.push({ path, message: ({ figures, open }) => open.tooManyLogs(figures.size(MOST_LOG_BYTES)) });
      continue;
    }
    const contents = await contentsOf(stored);
    if (contents === null) {
      refused.push({ path, message: ({ open }) => open.faults.unreadable });
      continue;
    }
    bytes += size;
    taken.push({ name: path, blob: new Blob([contents as string | Uint8Array<ArrayBuffer>]) });
  }
  addLogs(taken);
  notice.value = { text: ({ open }) => open.logsTaken(taken.length), refused };
};

async function contentsOf(stored: Stored): Promise<Contents | null> {
  return isUnread(stored) ? stored.read().catch(() => null) : stored;
}
