import type { Diagnostic, Fix } from "skillglass";
import { t } from "../../i18n/index.ts";
import { readOnly } from "../../lib/embedding.ts";
import { applyFix } from "./fixing.ts";
import "./problems.css";

export function FixButton({ diagnostic, fix }: { diagnostic: Diagnostic; fix: Fix }) {
  const { problems: texts } = t.value;
  if (readOnly) return null;
  return (
    <button type="button" class="fix" title={fix.safe ? texts.safeHint : texts.unsafeHint} onClick={() => void applyFix(diagnostic, fix)}>
      {fix.title} <span class={fix.safe ? "tag selected" : "tag off"}>{fix.safe ? texts.safe : texts.unsafe}</span>
    </button>
  );
}
