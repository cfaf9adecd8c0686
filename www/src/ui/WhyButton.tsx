import { t } from "../i18n/index.ts";
import { visible } from "../lib/visible.ts";
import type { Subject } from "../state/explained.ts";
import { explain } from "../state/explained.ts";

/** Opens the explanation of a "no". `what` distinguishes the buttons for users who do not see their positions. */
export function WhyButton({ what, subject }: { what: string; subject: Subject }) {
  const { explain: texts } = t.value;
  return (
    <button type="button" class="link why-button" aria-label={texts.explainWhat(visible(what))} onClick={() => explain(subject)}>
      {texts.explain}
    </button>
  );
}
