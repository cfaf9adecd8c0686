import { CompareView } from "../features/compare/CompareView.tsx";
import { t } from "../i18n/index.ts";
import { late } from "../lib/late.ts";
import { COMPARISONS, comparison } from "../state/comparing.ts";
import { Choices } from "../ui/Choices.tsx";

const useChanges = late(() => import("../features/changes/index.ts"));

/**
 * The tab "Compare": the buttons that choose hosts, editions or trees to compare, and the chosen
 * comparison.
 */
export function CompareTab() {
  const { changes: texts } = t.value;
  const now = comparison.value;
  const changes = useChanges(now !== "hosts");
  const Comparison = now === "hosts" ? CompareView : changes?.VIEWS[now];
  return (
    <div class="compare">
      <Choices
        legend={texts.comparisons}
        choices={COMPARISONS}
        labels={texts.comparison}
        now={now}
        choose={(one) => (comparison.value = one)}
      />
      {Comparison ? <Comparison key={now} /> : <p class="empty">{texts.loading}</p>}
    </div>
  );
}
