import { t } from "../i18n/index.ts";
import { hasEditions, openSince } from "../state/comparing.ts";
import { closeExplanation } from "../state/explained.ts";

/** Opens a skill in each edition of a host; nothing if one edition is known. */
export function SinceButton({ path, host }: { path: string; host: string }) {
  const { since: texts } = t.value.changes;
  if (!hasEditions(host)) return null;
  const open = () => {
    closeExplanation();
    openSince(path, host);
  };
  return (
    <p>
      <button type="button" class="link since-button" title={texts.buttonHint} onClick={open}>
        {texts.button}
      </button>
    </p>
  );
}
