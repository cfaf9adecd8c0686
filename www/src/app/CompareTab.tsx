import { signal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { CompareView } from "../features/compare/CompareView.tsx";
import { t } from "../i18n/index.ts";
import { COMPARISONS, comparison } from "../state/comparing.ts";

/** The views of changes. They are loaded when the first of them is opened. */
const loaded = signal<typeof import("../features/changes/index.ts") | null>(null);

/** Compare: the choice of what is compared, and the comparison. */
export function CompareTab() {
  const { changes: texts } = t.value;
  const name = useId();
  const now = comparison.value;
  useEffect(() => {
    if (now !== "hosts" && !loaded.value) void import("../features/changes/index.ts").then((module) => (loaded.value = module));
  }, [now]);
  const Changes = now === "hosts" ? null : loaded.value?.VIEWS[now];
  return (
    <div class="compare">
      <fieldset class="comparisons">
        <legend class="unseen">{texts.comparisons}</legend>
        {COMPARISONS.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={one === now} onChange={() => (comparison.value = one)} />
            <span>{texts.comparison[one]}</span>
          </label>
        ))}
      </fieldset>
      {now === "hosts" ? <CompareView /> : Changes ? <Changes key={now} /> : <p class="empty">{texts.loading}</p>}
    </div>
  );
}
