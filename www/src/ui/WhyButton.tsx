import { t } from "../i18n/index.ts";
import { visible } from "../lib/visible.ts";
import type { Subject } from "../state/explained.ts";
import { explain } from "../state/explained.ts";

/**
 * A button that opens the explanation of a subject. The label for screen readers contains `what`,
 * because a page has many such buttons.
 */
export function WhyButton({ what, subject }: { what: string; subject: Subject }) {
  const { explain: texts } = t.value;
  return (
    <button type="button" class="link why-button" aria-label={texts.explainWhat(visible(what))} onClick={() => explain(subject)}>
      {texts.explain}
    </button>
  );
}
