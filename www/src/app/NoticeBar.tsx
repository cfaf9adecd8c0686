import { skippedWords } from "../files/open/skipped.ts";
import { t } from "../i18n/index.ts";
import { visible } from "../lib/visible.ts";
import { MOUNT_POINTS, moveMounted } from "../state/mount.ts";
import { notice } from "../state/notice.ts";
import { say } from "../state/said.ts";

/** The maximum number of refused paths that a notice lists. Further paths are only counted. */
const SHOWN_REFUSALS = 100;

/**
 * The notice about the last action. The notice shows the folder where files were added, the paths
 * that were refused, and a button that undoes the action.
 */
export function NoticeBar() {
  const { value } = notice;
  const texts = t.value;
  return (
    <div {...(value && { class: "notice", role: "region", "aria-label": texts.notice.heading })}>
      {/* Always there, or what comes into it would not be heard; its buttons are not read out with it. */}
      <p role="status">{value && visible(say(value.text, texts))}</p>
      {value && (
        <>
          {value.mounted && (
            <label>
              {texts.notice.mountPoint}
              <select value={value.mounted.point} onChange={(event) => void moveMounted(value.mounted!, event.currentTarget.value)}>
                {[...new Set([value.mounted.point, ...MOUNT_POINTS])].map((point) => (
                  <option key={point}>{point}</option>
                ))}
              </select>
            </label>
          )}
          {value.undo && (
            <button type="button" onClick={value.undo}>
              {value.undoLabel ? say(value.undoLabel, texts) : texts.notice.undo}
            </button>
          )}
          <button type="button" class="quiet" aria-label={texts.notice.close} onClick={() => (notice.value = null)}>
            ✕
          </button>
          {value.mounted?.skipped && (
            <p class="skipped">
              {skippedWords(value.mounted.skipped)(texts)}{" "}
              <button type="button" class="link" onClick={value.mounted.again}>
                {texts.open.takeToo}
              </button>
            </p>
          )}
          {value.refused.length > 0 && (
            <details open={value.refused.length <= 5}>
              <summary>{texts.notice.refused(value.refused.length)}</summary>
              <ul>
                {value.refused.slice(0, SHOWN_REFUSALS).map(({ path, message }, index) => (
                  <li key={index}>
                    <code>{visible(path)}</code> {say(message, texts)}
                  </li>
                ))}
                {value.refused.length > SHOWN_REFUSALS && <li>{texts.notice.more(value.refused.length - SHOWN_REFUSALS)}</li>}
              </ul>
            </details>
          )}
        </>
      )}
    </div>
  );
}
