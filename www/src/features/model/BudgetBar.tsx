import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { ListedSkill, ModelAnswer } from "../../engine/protocol/model.ts";
import { t } from "../../i18n/index.ts";
import { visible } from "../../lib/visible.ts";
import { highlighted, mouseLeft, mousePointsAt, pointAt, showInText } from "./highlight.ts";

/**
 * The smallest share of the budget bar's width for one segment. Skills with smaller shares are
 * combined, because tiny segments are hard to see.
 */
const LEAST = 0.006;

/** The smallest share of the budget bar's width at which a segment shows the skill's name. */
const NAMED = 0.1;

/**
 * A segment of the budget bar: one skill or several consecutive skills, with their cost. `from` and
 * `to` are positions in the list of skills; `to` is exclusive.
 */
export interface Segment {
  from: number;
  to: number;
  cost: number;
  cut: number;
}

/** The index of the segment that has the keyboard focus. */
const active = signal(0);

/**
 * A bar that shows how much of the budget each skill takes. The skills are in the order of the list
 * of skills.
 */
export function BudgetBar({
  model: {
    listed,
    report: { cost, budget },
  },
}: {
  model: ModelAnswer;
}) {
  const { model: texts, figures } = t.value;
  const whole = cost;
  const segments = useMemo(() => segmentsOf(listed, whole), [listed, whole]);
  const skills = listed.reduce((sum, one) => sum + one.cost, 0);
  const unit = budget ? texts.units[budget.unit] : texts.units.characters;
  const percent = (part: number) => `${(100 * part) / Math.max(1, whole)}%`;
  const at = Math.min(active.value, segments.length - 1);
  const pointed =
    highlighted.value === null ? -1 : segments.findIndex(({ from, to }) => highlighted.value! >= from && highlighted.value! < to);
  const onKey = (event: KeyboardEvent) => {
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: segments.length - 1 }[event.key];
    if (next === undefined || !segments[next]) return;
    event.preventDefault();
    active.value = next;
    (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("button")[next]?.focus();
  };
  return (
    <div class="budget">
      {budget && (
        <div class={cost > budget.limit ? "used over" : "used"} role="img" aria-label={texts.budgetOf(cost, budget.limit, unit)}>
          <span style={{ width: `${Math.min(100, (100 * cost) / Math.max(1, budget.limit))}%` }} />
        </div>
      )}
      <div class="budget-bar" role="toolbar" aria-label={texts.bar} onKeyDown={onKey} onMouseLeave={mouseLeft}>
        {segments.map((segment, index) => {
          const label = labelOf(listed, segment, unit);
          return (
            <button
              key={segment.from}
              type="button"
              class={`share${segment.cut > 0 ? " cut" : ""}${index === pointed ? " pointed" : ""}`}
              style={{ width: percent(segment.cost) }}
              aria-label={label}
              title={label}
              tabIndex={index === at ? 0 : -1}
              onMouseMove={() => mousePointsAt(segment.from, segment.to)}
              onFocus={() => {
                active.value = index;
                pointAt(segment.from, segment.to);
              }}
              onBlur={() => pointAt(null)}
              onClick={() => showInText(segment.from)}
            >
              {segment.cost > whole * NAMED && segment.to - segment.from === 1 && visible(listed[segment.from]?.name ?? "")}
            </button>
          );
        })}
        {cost > skills && <span class="around" style={{ width: percent(cost - skills) }} title={texts.around(cost - skills, unit)} />}
        {budget && cost > budget.limit && <span class="limit" style={{ left: percent(budget.limit) }} title={texts.limit} />}
      </div>
      <p class="budget-line" aria-live="off">
        {pointed >= 0
          ? labelOf(listed, segments[pointed]!, unit)
          : budget
            ? cost > budget.limit
              ? texts.over(cost - budget.limit, unit)
              : texts.free(budget.limit - cost, unit)
            : texts.noLimit(figures.count(cost), unit)}
      </p>
    </div>
  );
}

/**
 * Combines the skills of a list into segments that are wide enough to see. `whole` is the cost that
 * the full width of the bar represents.
 */
export function segmentsOf(listed: readonly ListedSkill[], whole: number): Segment[] {
  const least = whole * LEAST;
  const segments: Segment[] = [];
  listed.forEach(({ cost, cut }, index) => {
    const last = segments.at(-1);
    if (last && last.cost < least) {
      last.to = index + 1;
      last.cost += cost;
      last.cut += cut;
    } else segments.push({ from: index, to: index + 1, cost, cut });
  });
  return segments;
}

function labelOf(listed: readonly ListedSkill[], { from, to, cost, cut }: Segment, unit: string): string {
  const { model: texts } = t.value;
  const nameAt = (at: number) => visible(listed[at]?.name ?? "");
  const names = to - from === 1 ? nameAt(from) : texts.several(nameAt(from), nameAt(to - 1), to - from);
  return texts.share(names, cost, unit, cut);
}
