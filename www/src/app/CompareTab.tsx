import { CompareView } from "../features/compare/CompareView.tsx";
import { t } from "../i18n/index.ts";
import { late } from "../lib/late.ts";
import { COMPARISONS, comparison } from "../state/comparing.ts";
import { ViewChoice } from "../ui/ViewChoice.tsx";

const useChanges = late(() => import("../features/changes/index.ts"));

/** Compare: the choice of what is compared, and the comparison. */
export function CompareTab() {
  const { changes: texts } = t.value;
  const now = comparison.value;
  const changes = useChanges(now !== "hosts");
  const Changes = now === "hosts" ? null : changes?.VIEWS[now];
  return (
    <div class="compare">
      <ViewChoice
        legend={texts.comparisons}
        all={COMPARISONS}
        now={now}
        labels={texts.comparison}
        choose={(one) => (comparison.value = one)}
      />
      {now === "hosts" ? <CompareView /> : Changes ? <Changes key={now} /> : <p class="empty">{texts.loading}</p>}
    </div>
  );
}
