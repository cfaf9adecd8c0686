import { t } from "../i18n/index.ts";
import { hasEditions, openSince } from "../state/comparing.ts";
import { closeExplanation } from "../state/explained.ts";

/**
 * A button that opens the comparison of a skill in all editions of a host. Renders nothing if the
 * host has only one edition.
 */
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
