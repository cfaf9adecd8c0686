import { MOUNT_POINTS } from "../open/placement.ts";
import { moveMounted, notice } from "../store.ts";
import { plural } from "../text.ts";

/** Paths beyond this many are counted, not shown. */
const SHOWN_REFUSALS = 100;

/** What happened last: where things were put, what was refused, and the way back. */
export function NoticeBar() {
  const { value } = notice;
  return (
    <div class="notice-place" role="status">
      {value && (
        <div class="notice">
          <p>{value.text}</p>
          {value.mounted && (
            <label>
              Mount point
              <select value={value.mounted.point} onChange={(event) => moveMounted(value.mounted!, event.currentTarget.value)}>
                {[...new Set([value.mounted.point, ...MOUNT_POINTS])].map((point) => <option key={point}>{point}</option>)}
              </select>
            </label>
          )}
          {value.undo && <button type="button" onClick={value.undo}>Undo</button>}
          <button type="button" class="quiet" aria-label="Close the message" onClick={() => (notice.value = null)}>✕</button>
          {value.refused.length > 0 && (
            <details open={value.refused.length <= 5}>
              <summary>{plural(value.refused.length, "path")} refused</summary>
              <ul>
                {value.refused.slice(0, SHOWN_REFUSALS).map(({ path, message }, index) => (
                  <li key={index}><code>{path}</code> {message}</li>
                ))}
                {value.refused.length > SHOWN_REFUSALS && <li>and {value.refused.length - SHOWN_REFUSALS} more</li>}
              </ul>
            </details>
          )}
        </div>
      )}
    </div>
  );
}
