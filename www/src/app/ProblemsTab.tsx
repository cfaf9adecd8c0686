import { ProblemsView } from "../features/problems/ProblemsView.tsx";
import { t } from "../i18n/index.ts";
import { late } from "../lib/late.ts";
import { REPORTS, report } from "../state/reports.ts";
import { Choices } from "../ui/Choices.tsx";

const useUpkeep = late(() => import("../features/upkeep/index.ts"));

/** The tab "Problems": the buttons that choose a report, and the chosen report. */
export function ProblemsTab() {
  const { problems: texts, host } = t.value;
  const now = report.value;
  const upkeep = useUpkeep(now !== "findings");
  const Report = now === "findings" ? ProblemsView : upkeep?.VIEWS[now];
  return (
    <div class="problems">
      <Choices legend={texts.reports} choices={REPORTS} labels={texts.report} now={now} choose={(one) => (report.value = one)} />
      {Report ? <Report key={now} /> : <p class="empty">{host.loading}</p>}
    </div>
  );
}
