import { computed, signal } from "@preact/signals";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Severity } from "skillglass";
import { answer, ask } from "../../engine/client.ts";
import type { FixPlan } from "../../engine/protocol/fixes.ts";
import type { ProblemRow, ProblemsAnswer, ProblemsFilter } from "../../engine/protocol/problems.ts";
import { SEVERITIES } from "../../engine/protocol/problems.ts";
import { t } from "../../i18n/index.ts";
import { readOnly } from "../../lib/embedding.ts";
import { explain } from "../../state/explained.ts";
import { aimed, nameOf } from "../../state/hosts.ts";
import { openFile } from "../../state/selection.ts";
import { AimedHosts } from "../../ui/AimedHosts.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { FilterField } from "../../ui/FilterField.tsx";
import { FirstLook, useFirstLook } from "../../ui/FirstLook.tsx";
import { RelatedPlaces } from "../../ui/RelatedPlaces.tsx";
import { useVirtualizer } from "../../ui/virtual.ts";
import { span, useSpan } from "../../ui/windowed.ts";
import { Concerned } from "./Concerned.tsx";
import { FixButton } from "./FixButton.tsx";
import { safePlan } from "./fixing.ts";
import { PlanDialog } from "./PlanDialog.tsx";
import { SeverityIcon } from "./SeverityIcon.tsx";
import "./problems.css";
import { visible } from "../../lib/visible.ts";

const severities = signal<readonly Severity[]>(SEVERITIES);
const host = signal<string | null>(null);
const rule = signal<string | null>(null);
const text = signal("");
const inView = span();
const look = signal(0);

const filter = computed(
  (): ProblemsFilter => ({ hosts: aimed.value, severities: [...severities.value], host: host.value, rule: rule.value, text: text.value }),
);

const found = answer("problems", () => {
  void look.value;
  return { ...filter.value, ...inView.value };
});

/** The maximum number of places in a problem's `related` list that are shown as links. */
const MOST_RELATED = 3;

/** The estimated height in pixels of each kind of row, used until the row is measured. */
const ESTIMATES: Record<ProblemRow["kind"], number> = { file: 40, problem: 78 };

/** The view with all diagnostics, grouped by file. Only the rows in view are rendered. */
export function ProblemsView() {
  const answer = found.value;
  const { problems: texts } = t.value;
  useFirstLook(answer, look);
  return (
    <>
      <div class="view-bar">
        <div class="severities" role="group" aria-label={texts.severities}>
          {SEVERITIES.map((one) => (
            <SeverityToggle key={one} severity={one} count={answer?.counts[one] ?? 0} />
          ))}
        </div>
        {!readOnly && <SafeFixes count={answer?.safe ?? 0} />}
        <Filters answer={answer} />
        {answer && answer.total > 0 && <Copies />}
        <AimedHosts />
      </div>
      <Said answer={answer} />
      {answer && <FirstLook progress={answer.progress} />}
      {answer && answer.total > 0 && <List answer={answer} />}
      {answer && <p class="caveat">{texts.hygiene}</p>}
    </>
  );
}

/**
 * Tells screen readers the number of shown problems. If there are none, shows a visible sentence.
 * The element always exists, because screen readers announce only changes of an existing element.
 */
function Said({ answer }: { answer: ProblemsAnswer | null }) {
  const { problems: texts } = t.value;
  const none = answer?.total === 0 && answer.progress === null;
  const isFiltered = SEVERITIES.some((one) => answer && answer.counts[one] > 0);
  return (
    <p class={none ? "empty" : "unseen"} role="status">
      {answer && answer.total > 0 && texts.shown(answer.total - answer.files, answer.files)}
      {none && (isFiltered ? texts.filtered : texts.none)}
    </p>
  );
}

function SeverityToggle({ severity, count }: { severity: Severity; count: number }) {
  const { problems: texts, figures } = t.value;
  const on = severities.value.includes(severity);
  const toggle = () => (severities.value = SEVERITIES.filter((one) => severities.value.includes(one) !== (one === severity)));
  return (
    <button type="button" aria-pressed={on} class="toggle" onClick={toggle}>
      <SeverityIcon severity={severity} /> <b>{figures.count(count)}</b> {texts.counted(severity, count)}
    </button>
  );
}

function Filters({ answer }: { answer: ProblemsAnswer | null }) {
  const { problems: texts, figures } = t.value;
  return (
    <>
      <FilterField label={texts.filter} text={text} />
      <select aria-label={texts.host} value={host.value ?? ""} onChange={(event) => (host.value = event.currentTarget.value || null)}>
        <option value="">{texts.anyHost}</option>
        {[...new Set(aimed.value.map((one) => one.host))].map((one) => (
          <option key={one} value={one}>
            {nameOf({ host: one })}
          </option>
        ))}
      </select>
      <select aria-label={texts.rule} value={rule.value ?? ""} onChange={(event) => (rule.value = event.currentTarget.value || null)}>
        <option value="">{texts.anyRule}</option>
        {answer?.rules.map(([code, count]) => (
          <option key={code} value={code}>
            {code} ({figures.count(count)})
          </option>
        ))}
      </select>
    </>
  );
}

/** The buttons that copy the diagnostics that pass the filter, as Markdown or as SARIF. */
function Copies() {
  const { problems: texts } = t.value;
  return (
    <div class="copies" role="group" aria-label={texts.copyShown}>
      {(["markdown", "sarif"] as const).map((as) => (
        <CopyButton
          key={as}
          label={texts.copyAs[as]}
          hint={texts.copyHint[as]}
          text={() => ask("problemText", { filter: filter.peek(), as, words: texts.severity }, `problems as ${as}`)}
        />
      ))}
    </div>
  );
}

function SafeFixes({ count }: { count: number }) {
  const [plan, setPlan] = useState<FixPlan | null>(null);
  const { problems: texts } = t.value;
  return (
    <>
      <button type="button" class="all-fixes" disabled={count === 0} onClick={() => void safePlan().then((plan) => plan && setPlan(plan))}>
        {texts.applyAll(count)}
      </button>
      {plan && <PlanDialog plan={plan} close={() => setPlan(null)} />}
    </>
  );
}

function List({ answer }: { answer: ProblemsAnswer }) {
  const { problems: texts } = t.value;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: answer.total,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATES[answer.rows[index - answer.from]?.kind ?? "problem"],
    overscan: 6,
    paddingEnd: 16,
  });
  const items = virtualizer.getVirtualItems();
  useSpan(inView, items);
  useLayoutEffect(() => virtualizer.scrollToOffset(0), [text.value, host.value, rule.value, severities.value]);
  return (
    <div class="scroller" ref={scroller} role="region" aria-label={texts.list} tabIndex={0}>
      <div class="rows" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {items.map((item) => {
          const row = answer.rows[item.index - answer.from];
          return (
            <div
              key={item.index}
              class="row"
              data-index={item.index}
              ref={virtualizer.measureElement}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {row ? <Row key={keyOf(row)} row={row} /> : <p class="nothing">…</p>}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/**
 * Returns a key that identifies the file or problem in a row. If a fix removes a problem and
 * another problem appears at the same place, the row's key changes. The new problem then gets new
 * buttons, so a double click on the old button does not also fix the new problem.
 */
function keyOf(row: ProblemRow): string {
  if (row.kind === "file") return row.path;
  const { code, path, range } = row.diagnostic;
  return `${code} ${path} ${range.start.byte}`;
}

function Row({ row }: { row: ProblemRow }) {
  const { problems: texts, figures } = t.value;
  const id = useId();
  if (row.kind === "file") {
    return (
      <h3 class="problem-file">
        <button type="button" class="link" onClick={() => openFile(row.path)}>
          {visible(row.path)}
        </button>{" "}
        <span class="count">{figures.count(row.count)}</span>
      </h3>
    );
  }
  const {
    path,
    code,
    severity,
    message,
    range: { start },
    hosts,
    related,
    fixes,
  } = row.diagnostic;
  return (
    <article class="problem-row" data-severity={severity} aria-labelledby={id}>
      <button type="button" class="what" onClick={() => openFile(path, start)}>
        <SeverityIcon severity={severity} />
        <span>
          <span class="unseen">{texts.severity[severity]}: </span>
          {message} <span class="at">{figures.line(start.line, start.column)}</span>
        </span>
      </button>
      <p class="meta">
        <button type="button" class="link" onClick={() => explain({ kind: "problem", diagnostic: row.diagnostic })}>
          {texts.why} <code id={id}>{code}</code>
        </button>
        <Concerned hosts={hosts} />
      </p>
      <RelatedPlaces related={related} most={MOST_RELATED} />
      {fixes.length > 0 && (
        <div class="fixes">
          {fixes.map((fix) => (
            <FixButton key={fix.title} diagnostic={row.diagnostic} fix={fix} />
          ))}
        </div>
      )}
    </article>
  );
}
