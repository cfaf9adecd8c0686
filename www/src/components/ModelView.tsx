import type { ListingText, SkillTool } from "../engine/protocol.ts";
import { t } from "../texts/index.ts";
import { listing } from "../turn.ts";
import { MessageCard, TextCard } from "./MessageText.tsx";

/** The list of skills that the model gets when a conversation starts. */
export function ModelView() {
  const shown = listing.value;
  const { model: texts } = t.value;
  if (!shown) return null;
  return (
    <div class="scroller padded">
      <h3 class="section">{texts.heading}</h3>
      {shown.message
        ? (
          <>
            <p class="lead">{texts.lead}</p>
            <Report report={shown.report} />
            {shown.warning !== null && <p class="warning" role="note"><span class="tag off">{texts.userIsTold}</span> {shown.warning}</p>}
            <MessageCard message={shown.message} title={texts.list} />
          </>
        )
        : <p class="lead">{texts.nothing}</p>}
      {shown.tool && <Tool tool={shown.tool} />}
    </div>
  );
}

function Report({ report: { total, included, omitted, shortened, cost, budget } }: { report: ListingText["report"] }) {
  const { model: texts, figures } = t.value;
  return (
    <dl class="report">
      <div><dt>{texts.listed}</dt><dd>{texts.listedOf(included, total)}</dd></div>
      {omitted > 0 && <div class="bad"><dt>{texts.omitted}</dt><dd>{figures.skills(omitted)}</dd></div>}
      {shortened > 0 && <div class="bad"><dt>{texts.shortened}</dt><dd>{texts.descriptions(shortened)}</dd></div>}
      {budget && <div><dt>{texts.budget}</dt><dd>{texts.budgetOf(cost, budget.limit, texts.units[budget.unit])}</dd></div>}
    </dl>
  );
}

/** What the model calls to use a skill of the list. */
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
