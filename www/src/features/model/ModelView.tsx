import type { SkillTool } from "skillglass";
import type { ModelAnswer } from "../../engine/protocol/model.ts";
import { t } from "../../i18n/index.ts";
import { late } from "../../lib/late.ts";
import { TextCard } from "../../ui/MessageText.tsx";
import { BudgetBar } from "./BudgetBar.tsx";
import { ListedText } from "./ListedText.tsx";
import { isWhole, model } from "./list.ts";
import { WindowSlider } from "./WindowSlider.tsx";
import "./model.css";

const usePlan = late(() => import("./BudgetPlan.tsx"));

/** The view with the list of skills that the model gets when a conversation starts. */
export function ModelView() {
  const shown = model.value;
  const { model: texts } = t.value;
  const plan = usePlan(shown !== null && !isWhole(shown));
  if (!shown) return null;
  const Plan = isWhole(shown) ? undefined : plan?.BudgetPlan;
  return (
    <div class="scroller padded model">
      <h3 class="section">{texts.heading}</h3>
      <WindowSlider />
      {shown.message ? (
        <>
          <Report report={shown.report} />
          <BudgetBar model={shown} />
          {Plan && <Plan list={shown} />}
          {shown.warning !== null && (
            <p class="warning" role="note">
              <span class="tag off">{texts.userIsTold}</span> {shown.warning}
            </p>
          )}
          <p class="lead">{texts.lead}</p>
          <ListedText model={shown} />
        </>
      ) : (
        <p class="lead">{texts.nothing}</p>
      )}
      {shown.tool && <Tool tool={shown.tool} />}
    </div>
  );
}

function Report({ report: { total, included, omitted, shortened, cut, cost, budget } }: { report: ModelAnswer["report"] }) {
  const { model: texts, figures } = t.value;
  return (
    <dl class="report">
      <div>
        <dt>{texts.listed}</dt>
        <dd>{texts.listedOf(included, total)}</dd>
      </div>
      {omitted > 0 && (
        <div class="bad">
          <dt>{texts.omitted}</dt>
          <dd>{figures.skills(omitted)}</dd>
        </div>
      )}
      {shortened > 0 && (
        <div class="bad">
          <dt>{texts.shortened}</dt>
          <dd>{texts.descriptionsBy(shortened, cut)}</dd>
        </div>
      )}
      {budget && (
        <div class={cost > budget.limit ? "bad" : ""}>
          <dt>{texts.budget}</dt>
          <dd>{texts.budgetOf(cost, budget.limit, texts.units[budget.unit])}</dd>
        </div>
      )}
    </dl>
  );
}

/** The description and inputs of the tool that the model calls to use a skill. */
function Tool({ tool: { name, inputs, description } }: { tool: SkillTool }) {
  const { model: texts } = t.value;
  return (
    <>
      <h3 class="section">{texts.tool}</h3>
      <TextCard title={name} tags={<span class="tag">{texts.toolTag}</span>} text={description} label={texts.toolText(name)} />
      <p class="nothing">{texts.inputs(inputs.join(", "))}</p>
    </>
  );
}
