import { t } from "../../i18n/index.ts";
import { running } from "./progress.ts";
import "./progress.css";

/** The progress bar of the current task, with a button that stops the task. */
export function Progress() {
  const work = running.value;
  const { open } = t.value;
  if (!work) return null;
  const { done, total } = work;
  const said = total === null ? open.found(done) : open.unpacked(done, total);
  return (
    <div class="progress">
      <p id="progress-label">{open.bringing(work.label)}</p>
      <div
        role="progressbar"
        aria-labelledby="progress-label"
        aria-valuetext={said}
        {...(total !== null && { "aria-valuemin": 0, "aria-valuemax": total, "aria-valuenow": done })}
      >
        <div class={total === null ? "unknown" : ""} style={{ width: total === null ? "30%" : `${(100 * done) / Math.max(total, 1)}%` }} />
      </div>
      <p class="count">{said}</p>
      <button type="button" onClick={work.cancel}>
        {open.cancel}
      </button>
    </div>
  );
}
