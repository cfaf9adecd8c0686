import type { Listing, SkillTool } from "../host.ts";
import { listing } from "../store.ts";
import { count, plural } from "../text.ts";
import { MessageCard, TextCard } from "./MessageText.tsx";

/** The list of skills that the model gets when a conversation starts. */
export function ModelView() {
  const shown = listing.value;
  if (!shown) return null;
  return (
    <div class="scroller padded">
      <h3 class="section">What the model sees</h3>
      {shown.message
        ? (
          <>
            <p class="lead">
              At the start of a conversation the host gives the model this list. The instructions in a SKILL.md follow only when it is used.
            </p>
            <Report report={shown.report} />
            {shown.warning !== null && <p class="warning" role="note"><span class="tag off">The user is told</span> {shown.warning}</p>}
            <MessageCard message={shown.message} title="List of skills" />
          </>
        )
        : <p class="lead">Nothing: no skill is visible to the model, so the host sends no list.</p>}
      {shown.tool && <Tool tool={shown.tool} />}
    </div>
  );
}

const UNITS: Record<NonNullable<Listing["report"]["budget"]>["unit"], string> = {
  tokens: "tokens",
  characters: "characters",
  utf16: "characters (UTF-16)",
};

function Report({ report: { total, included, omitted, shortened, cost, budget } }: { report: Listing["report"] }) {
  return (
    <dl class="report">
      <div><dt>Listed</dt><dd>{included === total ? plural(total, "skill") : `${count(included)} of ${plural(total, "skill")}`}</dd></div>
      {omitted > 0 && <div class="bad"><dt>Omitted</dt><dd>{plural(omitted, "skill")}</dd></div>}
      {shortened > 0 && <div class="bad"><dt>Shortened</dt><dd>{plural(shortened, "description")}</dd></div>}
      {budget && <div><dt>Budget</dt><dd>{count(cost)} of {count(budget.limit)} {UNITS[budget.unit]}</dd></div>}
    </dl>
  );
}

/** What the model calls to use a skill of the list. */
function Tool({ tool: { name, inputs, description } }: { tool: SkillTool }) {
  return (
    <>
      <h3 class="section">The tool that it calls</h3>
      <TextCard title={name} tags={<span class="tag">tool</span>} text={description} label={`Description of the tool ${name}`} />
      <p class="nothing">Its inputs: {inputs.join(", ")}.</p>
    </>
  );
}
