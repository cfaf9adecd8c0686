/**
 * This module shows a budget plan: the smallest set of changes after which the host's list shows
 * every skill whole.
 */
import { computed, signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useId, useRef } from "preact/hooks";
import type { BudgetChange, BudgetMeans, BudgetPlanRequest, BudgetPlan as Plan } from "skillglass";
import { MEANS } from "../../../../command/choices.ts";
import { answer, catalog } from "../../engine/client.ts";
import type { ModelAnswer } from "../../engine/protocol/model.ts";
import { askStill } from "../../engine/still.ts";
import { t } from "../../i18n/index.ts";
import { upkeep } from "../../i18n/upkeep.ts";
import { readOnly } from "../../lib/embedding.ts";
import { visible } from "../../lib/visible.ts";
import { amend } from "../../state/amend.ts";
import { files } from "../../state/files.ts";
import { labelOf } from "../../state/hosts.ts";
import { notice } from "../../state/notice.ts";
import { options, setOptions } from "../../state/options.ts";
import { CommandLine } from "../../ui/CommandLine.tsx";
import { inCwd, withValue } from "../../ui/command-line.ts";
import { FileLink } from "../../ui/FileLink.tsx";
import { Portion } from "../../ui/Portion.tsx";
import { isWhole, model } from "./list.ts";
import { isFor } from "./plan.ts";
import "./budget-plan.css";

/**
 * The maximum number of skills for which a plan is computed without a request. Plans for more
 * skills are slow.
 */
const MOST_AT_ONCE = 100;

/**
 * The pause in milliseconds before a new plan is computed. The pause begins again with each change,
 * so no plan is computed while the visitor moves the slider of the context window.
 */
const PAUSE = 300;

/** The number of changes that are shown at first, and the number that each press of "more" adds. */
const STEP = 20;

const allowed = signal<readonly BudgetMeans[]>(MEANS);

/** The skills that the plan must not change: their names by path. */
const kept = signal<ReadonlyMap<string, string>>(new Map());

/** The list of skills for which the visitor asked for a plan; null if none was requested. */
const askedFor = signal<ModelAnswer | null>(null);

const request = computed((): BudgetPlanRequest | undefined => {
  const shown = catalog.value;
  return shown
    ? { host: { host: shown.host, edition: shown.edition }, prefer: [...allowed.value], keep: [...kept.value.keys()] }
    : undefined;
});

const plan = answer(
  "budgetPlan",
  () => {
    const list = model.value;
    return list && !isWhole(list) && isWanted(list) ? request.value : undefined;
  },
  "budgetPlan",
  () => PAUSE,
);

function isWanted(list: ModelAnswer): boolean {
  return list.report.total <= MOST_AT_ONCE || askedFor.value === list;
}

/** Returns the plan for a list of skills; null while the plan for this list is still computed. */
function planFor({ report }: ModelAnswer): Plan | null {
  const [found, shown] = [plan.value, catalog.value];
  if (!found || !shown) return null;
  const { host, edition } = shown;
  const window = options.value.contextWindow;
  return isFor(found, { host, edition, window, report, allowed: allowed.value, kept: kept.value }) ? found : null;
}

export function BudgetPlan({ list }: { list: ModelAnswer }) {
  const { budgetPlan: texts } = upkeep.value;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const current = planFor(list);
  return (
    <section class="budget-plan" aria-labelledby={id}>
      <h4 id={id} ref={heading} tabIndex={-1}>
        {texts.heading}
      </h4>
      <p class="help">{texts.lead(labelOf(catalog.value?.host ?? ""))}</p>
      <Allowed />
      <Kept heading={heading} />
      {!isWanted(list) && (
        <p class="help">
          <button type="button" onClick={() => (askedFor.value = list)}>
            {texts.find}
          </button>{" "}
          {texts.findLead(list.report.total)}
        </p>
      )}
      <p role="status" class={current && !current.solved ? "problem" : "plan-sum"}>
        {current ? sumOf(current) : isWanted(list) && texts.looking}
      </p>
      {current && <Found plan={current} heading={heading} />}
    </section>
  );
}

function sumOf({ solved, changes, after, budget }: Plan): string {
  const { budgetPlan: texts } = upkeep.value;
  if (!solved) return texts.unsolved;
  return budget
    ? texts.sumOf(changes.length, after.cost, budget.limit, t.value.model.units[budget.unit])
    : texts.sum(changes.length, after.cost);
}

/**
 * The checkboxes for the kinds of changes that a plan may make. If only one checkbox is checked, it
 * is disabled, because a plan needs at least one kind of change.
 */
function Allowed() {
  const { budgetPlan: texts } = upkeep.value;
  const now = allowed.value;
  return (
    <fieldset class="means">
      <legend>{texts.allowed}</legend>
      {MEANS.map((one) => (
        <label key={one} title={texts.meansHint[one]}>
          <input
            type="checkbox"
            checked={now.includes(one)}
            disabled={now.length === 1 && now[0] === one}
            onChange={() => (allowed.value = MEANS.filter((other) => now.includes(other) !== (other === one)))}
          />
          {texts.means[one]}
        </label>
      ))}
    </fieldset>
  );
}

type Heading = RefObject<HTMLHeadingElement | null>;

/**
 * Excludes a skill from the plan's changes. `name` is the name of the skill in the list of excluded
 * skills. If `name` is null, the plan may change the skill again. Moves the focus to the heading,
 * because the button that the visitor pressed is removed.
 */
function keep(skill: string, name: string | null, heading: Heading): void {
  const next = new Map(kept.peek());
  if (name === null) next.delete(skill);
  else next.set(skill, name);
  kept.value = next;
  heading.current?.focus();
}

/**
 * The list of the skills that the plan must not change. Each skill is a button, which allows the
 * plan to change the skill again.
 */
function Kept({ heading }: { heading: Heading }) {
  const { budgetPlan: texts } = upkeep.value;
  const present = [...kept.value].filter(([path]) => files.has(path));
  if (present.length === 0) return null;
  return (
    <p class="kept">
      {texts.kept}{" "}
      {present.map(([path, name]) => (
        <button
          key={path}
          type="button"
          class="quiet"
          title={visible(path)}
          aria-label={texts.release(visible(name))}
          onClick={() => keep(path, null, heading)}
        >
          {visible(name)} <span aria-hidden="true">×</span>
        </button>
      ))}
    </p>
  );
}

function Found({ plan, heading }: { plan: Plan; heading: Heading }) {
  const { budgetPlan: texts } = upkeep.value;
  const { host, edition, changes, solved, unchangeable, fitsFrom, budget } = plan;
  const unit = t.value.model.units[budget?.unit ?? "characters"];
  return (
    <>
      {solved && !readOnly && (
        <button type="button" class="primary" onClick={() => void apply(plan)}>
          {texts.apply(changes.length)}
        </button>
      )}
      {fitsFrom !== null && (
        <p class="help">
          {texts.fitsFrom(fitsFrom)}{" "}
          <button type="button" class="link" onClick={() => void setOptions({ contextWindow: fitsFrom })}>
            {texts.setWindow}
          </button>
        </p>
      )}
      {solved ? (
        <Portion all={changes} step={STEP}>
          {(shown) => (
            <ul aria-label={texts.changes}>
              {shown.map((change) => (
                <Change key={`${change.skill} ${change.setting}`} change={change} unit={unit} heading={heading} />
              ))}
            </ul>
          )}
        </Portion>
      ) : (
        unchangeable.length > 0 && (
          <>
            <p class="help">{texts.unchangeable(unchangeable.length)}</p>
            <Portion all={unchangeable} step={STEP}>
              {(shown) => shown.map((path) => <FileLink key={path} path={path} />)}
            </Portion>
          </>
        )
      )}
      <CommandLine line={commandOf(`${host}@${edition}`)} />
    </>
  );
}

function Change({ change, unit, heading }: { change: BudgetChange; unit: string; heading: Heading }) {
  const { budgetPlan: texts } = upkeep.value;
  const { skill, name, means, setting, file, from, to, description } = change;
  const shown = visible(name);
  return (
    <li>
      <div class="change-head">
        <b class="name">{shown}</b>
        <button type="button" class="quiet" onClick={() => keep(skill, name, heading)}>
          {texts.keep}
          <span class="unseen"> {shown}</span>
        </button>
      </div>
      <p>{texts.change(means, from, to, unit)}</p>
      <FileLink path={file}>{visible(setting)}</FileLink>
      {description !== null && (
        <p class="proposed">
          <span class="unseen">{texts.proposed} </span>
          {visible(description)}
        </p>
      )}
    </li>
  );
}

/**
 * Makes the changes of a plan in the current files. Shows a notice if a change is no longer
 * possible.
 */
async function apply({ host, edition, changes }: Plan): Promise<void> {
  const texts = await askStill("planFiles", { host: { host, edition }, changes });
  if (texts === undefined) return;
  if (texts === null) {
    notice.value = { text: () => upkeep.value.budgetPlan.gone, refused: [] };
    return;
  }
  const changed = Object.entries(texts).map(([path, text]) => ({ path, text }));
  amend({ files: changed, renames: [] }, () => upkeep.value.budgetPlan.applied(changes.length, changed.length));
}

/** Returns the command line that prints the same plan in a terminal. */
function commandOf(host: string): string {
  const { contextWindow } = options.value;
  const words = ["npx skillglass budget --host", host];
  if (contextWindow !== null) words.push("--window", String(contextWindow));
  if (allowed.value.length < MEANS.length) words.push("--prefer", allowed.value.join(","));
  for (const [path, name] of kept.value) if (files.has(path)) words.push(withValue("--keep", inCwd(path, name)));
  return words.join(" ");
}
