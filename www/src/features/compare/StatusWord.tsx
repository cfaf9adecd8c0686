import type { CellStatus, CompareCell } from "../../engine/protocol/compare.ts";
import { t } from "../../i18n/index.ts";
import "./status.css";

/**
 * The shape of each status icon, as an SVG path. The shapes differ, so that visitors need not
 * distinguish colours.
 */
const SHAPES: Record<CellStatus, string> = {
  whole: "M3 8.5l3.2 3.2L13 4.6",
  cut: "M3 5h10M3 9h5M10.5 11.5l3-3M10.5 8.5l3 3",
  "name-only": "M3 8h6M12 8h.5",
  unlisted: "M4 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
  dropped: "M4 4l8 8M12 4l-8 8",
  elsewhere: "M3 8h9M8.5 4.5L12 8l-3.5 3.5",
  "not-found": "M5.5 6a2.5 2.5 0 1 1 3.4 2.3c-.6.3-.9.7-.9 1.4M8 12.4v.2",
};

export function StatusIcon({ status }: { status: CellStatus }) {
  return (
    <svg class={`status-icon ${status}`} viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={SHAPES[status]} fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}

export function StatusWord({ status, by }: { status: CellStatus; by: number }) {
  const { compare, figures } = t.value;
  return (
    <span class={`status ${status}`}>
      <StatusIcon status={status} />
      <span>
        {compare.status[status]}
        {status === "cut" && by > 0 && <span class="by"> −{figures.count(by)}</span>}
      </span>
    </span>
  );
}

/**
 * The content of a table cell: the skill's status, and below it the status that the skill would
 * have in a folder that the host reads. With `full`, the second status is written as a sentence.
 */
export function CellWords({ cell: { status, moved, by }, full = false }: { cell: CompareCell; full?: boolean }) {
  const { compare } = t.value;
  return (
    <>
      <StatusWord status={status} by={moved === null ? by : 0} />
      {moved !== null && (
        <span class={`moved ${moved}`} title={compare.moved(compare.status[moved])}>
          <StatusIcon status={moved} />
          {full ? (
            compare.moved(compare.status[moved])
          ) : (
            <>
              <span aria-hidden="true">{compare.ifMoved}</span>
              <span class="unseen">{compare.moved(compare.status[moved])}</span>
            </>
          )}
        </span>
      )}
    </>
  );
}
