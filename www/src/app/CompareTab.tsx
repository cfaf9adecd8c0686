import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { CompareView } from "../features/compare/CompareView.tsx";
import { t } from "../i18n/index.ts";
import { COMPARISONS, comparison } from "../state/comparing.ts";
import { Choices } from "../ui/Choices.tsx";

/** The views of changes come with the first one that is opened. */
const loaded = signal<typeof import("../features/changes/index.ts") | null>(null);

/** Compare: the choice of what is compared, and the comparison. */
export function CompareTab() {
  const { changes: texts } = t.value;
  const now = comparison.value;
  useEffect(() => {
    if (now !== "hosts" && !loaded.value) void import("../features/changes/index.ts").then((module) => (loaded.value = module));
  }, [now]);
  const Changes = now === "hosts" ? null : loaded.value?.VIEWS[now];
  return (
    <div class="compare">
      <Choices
        legend={texts.comparisons}
        choices={COMPARISONS}
        labels={texts.comparison}
        now={now}
        choose={(one) => (comparison.value = one)}
      />
      {now === "hosts" ? <CompareView /> : Changes ? <Changes key={now} /> : <p class="empty">{texts.loading}</p>}
    </div>
  );
}
