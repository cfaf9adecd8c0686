import { signal } from "@preact/signals";
import type { Range } from "@tanstack/virtual-core";
import { defaultRangeExtractor } from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { HostSummary, PortabilityVerdict } from "skillglass";
import { answer } from "../../engine/client.ts";
import type { CellStatus, CompareAnswer, CompareOnly, CompareRow } from "../../engine/protocol/compare.ts";
import { t } from "../../i18n/index.ts";
import { base, parent } from "../../lib/paths.ts";
import { explain } from "../../state/explained.ts";
import { aimed } from "../../state/hosts.ts";
import { options } from "../../state/options.ts";
import { openFile } from "../../state/selection.ts";
import { AimedHosts } from "../../ui/AimedHosts.tsx";
import { FilterField } from "../../ui/FilterField.tsx";
import { FirstLook, useFirstLook } from "../../ui/FirstLook.tsx";
import { narrow } from "../../ui/narrow.ts";
import { useVirtualizer } from "../../ui/virtual.ts";
import { span, useSpan } from "../../ui/windowed.ts";
import { CellWords, StatusIcon } from "./StatusWord.tsx";
import "./compare.css";
import { visible } from "../../lib/visible.ts";

const only = signal<CompareOnly>("all");
const text = signal("");
const inView = span();
/**
 * A counter. Each increase makes the page request the comparison again. The page increases the
 * counter until the engine has checked all skills.
 */
const look = signal(0);

const comparison = answer("compare", () => {
  void look.value;
  return { hosts: aimed.value, only: only.value, text: text.value, ...inView.value };
});

const ROW_HEIGHT = 46;
const CARD_HEIGHT = 118;
/**
 * The maximum number of host columns that fit beside the editor, even in the narrowest window in
 * which the page shows a table. In narrower windows, the page shows cards.
 */
const FITTING = 4;

/**
 * The table cell that has the keyboard focus. Rows and columns are counted from 0; row -1 is the
 * header.
 */
const active = signal({ row: 0, column: 0 });

/**
 * The key of the host that the cards show on a narrow screen. If null, the cards show the chosen
 * host of the page.
 */
const oneHost = signal<string | null>(null);

const keyOf = ({ host, edition }: Pick<HostSummary, "host" | "edition">) => `${host} ${edition}`;

/**
 * Calls `show` with the index of a newly added host, so that its column can be scrolled into view.
 */
function useJoined(hosts: readonly HostSummary[], show: (at: number) => void): void {
  const before = useRef<string[] | null>(null);
  const keys = hosts.map(keyOf);
  useLayoutEffect(() => {
    const former = before.current;
    before.current = keys;
    const joined = keys.findIndex((key) => !former?.includes(key));
    if (former && joined >= 0 && keys.length > former.length) show(joined);
  }, [keys.join()]);
}

/**
 * The view that compares skills in several hosts: a table row for each skill, or a card for each
 * skill on a narrow screen.
 */
export function CompareView() {
  const table = comparison.value;
  const { compare: texts } = t.value;
  useFirstLook(table, look);
  return (
    <>
      <div class="view-bar">
        <FilterField label={texts.filter} text={text} />
        <select aria-label={texts.show} value={only.value} onChange={(event) => (only.value = event.currentTarget.value as CompareOnly)}>
          {(["all", "differences", "problems"] as const).map((one) => (
            <option key={one} value={one}>
              {texts.only[one]}
            </option>
          ))}
        </select>
        {table && (
          <span class="count" role="status">
            {table.total === table.all ? texts.skills(table.all) : texts.skillsOf(table.total, table.all)}
          </span>
        )}
        <AimedHosts />
      </div>
      {table && <FirstLook progress={table.progress} />}
      {table &&
        table.hosts.length > 0 &&
        (table.all === 0 ? <p class="empty">{texts.none}</p> : narrow.value ? <Cards table={table} /> : <Grid table={table} />)}
    </>
  );
}

// ---- the table -----------------------------------------------------------------------------------------------------

interface Place {
  row: number;
  column: number;
}

/**
 * Returns a key handler that moves the focus among the cells of the table. Row -1 is the header.
 */
function useGridKeys(
  scroller: RefObject<HTMLDivElement | null>,
  at: Place,
  rows: number,
  columns: number,
  scrollTo: (row: number) => void,
): (event: KeyboardEvent) => void {
  /** The cell that gets the focus once it is rendered; null if no cell waits for the focus. */
  const awaited = useRef<Place | null>(null);
  const takeFocus = () => {
    const next = awaited.current;
    // In the meantime another cell may have become active.
    if (next === null || next !== active.peek()) return;
    const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${next.row}"] [data-column="${next.column}"]`);
    if (!element) return;
    awaited.current = null;
    element.focus({ preventScroll: next.row >= 0 && next.column === 0 });
  };
  useLayoutEffect(takeFocus);
  const focus = (row: number, column: number) => {
    const next = { row: Math.max(-1, Math.min(rows - 1, row)), column: Math.max(0, Math.min(columns - 1, column)) };
    awaited.current = active.value = next;
    if (next.row >= 0) scrollTo(next.row);
    takeFocus();
  };
  return (event) => {
    if (event.altKey) return;
    const { row, column } = at;
    const whole = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const moves: Record<string, readonly [row: number, column: number]> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      PageDown: [row + page, column],
      PageUp: [Math.max(0, row - page), column],
      Home: [whole ? -1 : row, 0],
      End: [whole ? rows - 1 : row, columns - 1],
    };
    const move = moves[event.key];
    if (move) focus(...move);
    else if (event.key === "Enter" || event.key === " ") (event.target as HTMLElement).click();
    else return;
    event.preventDefault();
  };
}

function Grid({ table }: { table: CompareAnswer }) {
  const { compare: texts } = t.value;
  const scroller = useRef<HTMLDivElement>(null);
  const columns = table.hosts.length + 2;
  const at = { row: Math.min(active.value.row, table.total - 1), column: Math.min(active.value.column, columns - 1) };
  const virtualizer = useVirtualizer({
    count: table.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollPaddingEnd: 70,
    // The row with the focus stays in the document, because otherwise the table would lose the focus.
    rangeExtractor: (range: Range) => {
      const rows = defaultRangeExtractor(range);
      return at.row < 0 || rows.includes(at.row) ? rows : [...rows, at.row].sort((a, b) => a - b);
    },
  });
  const items = virtualizer.getVirtualItems();
  useSpan(
    inView,
    items.filter(({ index }) => index !== at.row),
  );
  useLayoutEffect(() => virtualizer.scrollToOffset(0), [text.value, only.value]);
  useJoined(table.hosts, (at) =>
    scroller.current?.querySelector(`.head [data-column="${at + 1}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" }),
  );

  const onKey = useGridKeys(scroller, at, table.total, columns, (row) => virtualizer.scrollToIndex(row, { align: "auto" }));
  const cell = (row: number, column: number) => ({
    "data-column": column,
    "aria-colindex": column + 1,
    tabIndex: row === at.row && column === at.column ? 0 : -1,
    onFocus: () => (active.value.row !== row || active.value.column !== column) && (active.value = { row, column }),
  });

  return (
    <div
      class={table.hosts.length > FITTING ? "scroller grid many" : "scroller grid"}
      ref={scroller}
      role="grid"
      aria-label={texts.table}
      aria-rowcount={table.total + 1}
      aria-colcount={columns}
      style={{ "--columns": table.hosts.length }}
      onKeyDown={onKey}
    >
      <div class="grid-row head" role="row" aria-rowindex={1} data-row={-1}>
        <div role="columnheader" {...cell(-1, 0)}>
          {texts.skill}
        </div>
        {table.hosts.map((host, index) => (
          <div
            key={keyOf(host)}
            role="columnheader"
            class="explains"
            {...cell(-1, index + 1)}
            onClick={() => explain({ kind: "host", summary: host })}
          >
            <HostHead host={host} all={table.all} />
          </div>
        ))}
        <div role="columnheader" {...cell(-1, columns - 1)}>
          {texts.portability}
          <Verdicts verdicts={table.verdicts} />
        </div>
      </div>
      <div role="rowgroup" class="rows" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {items.map((item) => {
          const row = table.rows[item.index - table.from];
          return (
            <div
              key={item.index}
              class="grid-row"
              role="row"
              aria-rowindex={item.index + 2}
              data-row={item.index}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Row row={row} index={item.index} hosts={table.hosts} cell={cell} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  /** The compared skill; undefined until the engine has sent the row. */
  row: CompareRow | undefined;
  index: number;
  hosts: HostSummary[];
  cell(row: number, column: number): object;
}

function Row({ row, index, hosts, cell }: RowProps) {
  return (
    <>
      <div role="rowheader" class="opens" title={row && visible(row.path)} {...cell(index, 0)} onClick={() => row && openFile(row.path)}>
        <span class="name">{row ? visible(row.folder) : "…"}</span>
        {row && <span class="where">{whereOf(row)}</span>}
      </div>
      {hosts.map(({ host, edition }, at) => (
        <div
          key={`${host} ${edition}`}
          role="gridcell"
          class="explains"
          {...cell(index, at + 1)}
          onClick={() => row && explain({ kind: "cell", path: row.path, host, edition })}
        >
          {row?.cells[at] && <CellWords cell={row.cells[at]} />}
        </div>
      ))}
      <div
        role="gridcell"
        class="explains"
        {...cell(index, hosts.length + 1)}
        onClick={() => row && explain({ kind: "portability", path: row.path })}
      >
        {row && <Portable row={row} />}
      </div>
    </>
  );
}

/**
 * Returns the path of the folder that contains the skill's folder. For a file that is not called
 * SKILL.md, returns the file's path.
 */
function whereOf({ path }: CompareRow): string {
  return base(path) === "SKILL.md" ? parent(parent(path)) : path;
}

/**
 * The header of a host's column: its name, and the number of skills for each status. Zeros are not
 * shown.
 */
function HostHead({ host, all }: { host: HostSummary; all: number }) {
  return (
    <>
      <span class="name">{host.label}</span> <span class="edition">{host.edition}</span>
      <HostSums host={host} all={all} />
    </>
  );
}

function HostSums({ host, all }: { host: HostSummary; all: number }) {
  const { compare: texts, figures } = t.value;
  const sums: [CellStatus, number][] = [
    ["whole", host.listed],
    ["cut", host.cut],
    ["unlisted", host.unlisted],
    ["dropped", all - host.loaded],
  ];
  return (
    <span class="sums">
      {sums
        .filter(([, sum]) => sum > 0)
        .map(([status, sum]) => (
          <span key={status} class={`sum ${status}`} title={texts.sum(texts.status[status], sum)}>
            <StatusIcon status={status} />
            <span class="unseen">{texts.status[status]} </span>
            {figures.count(sum)}
          </span>
        ))}
    </span>
  );
}

const VERDICTS: readonly PortabilityVerdict[] = ["portable", "after-fixes", "bound"];

function Verdicts({ verdicts }: { verdicts: Record<PortabilityVerdict, number> }) {
  const { compare: texts, figures } = t.value;
  return (
    <span class="sums">
      {VERDICTS.filter((verdict) => verdicts[verdict] > 0).map((verdict) => (
        <span key={verdict} class={`sum ${verdict}`} title={texts.verdict[verdict]}>
          <span class="unseen">{texts.verdict[verdict]} </span>
          <b aria-hidden="true">{texts.verdictMark[verdict]}</b> {figures.count(verdicts[verdict])}
        </span>
      ))}
    </span>
  );
}

function Portable({ row: { verdict, fixes, features } }: { row: CompareRow }) {
  const { compare: texts } = t.value;
  return (
    <>
      <span class={`verdict ${verdict}`}>
        <b aria-hidden="true">{texts.verdictMark[verdict]}</b> {texts.verdict[verdict]}
      </span>
      {verdict !== "portable" && <span class="where">{verdict === "bound" ? features.join(", ") : texts.changes(fixes)}</span>}
    </>
  );
}

// ---- cards ---------------------------------------------------------------------------------------------------------

function Cards({ table }: { table: CompareAnswer }) {
  const { compare: texts } = t.value;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: table.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT,
    overscan: 4,
    paddingEnd: 16,
  });
  const items = virtualizer.getVirtualItems();
  useSpan(inView, items);
  const count = table.hosts.length;
  const found = table.hosts.findIndex((host) =>
    oneHost.value === null ? host.host === options.value.host : keyOf(host) === oneHost.value,
  );
  const at = Math.max(0, found);
  const host = table.hosts[at]!;
  const show = (at: number) => (oneHost.value = keyOf(table.hosts[(at + count) % count]!));
  useJoined(table.hosts, show);
  return (
    <div class="scroller" ref={scroller} role="region" aria-label={texts.table} tabIndex={0}>
      <div class="one-host">
        <button type="button" aria-label={texts.previousHost} disabled={count < 2} onClick={() => show(at - 1)}>
          ‹
        </button>
        <select aria-label={texts.shownHost} value={keyOf(host)} onChange={(event) => (oneHost.value = event.currentTarget.value)}>
          {table.hosts.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {one.label} {one.edition}
            </option>
          ))}
        </select>
        <button type="button" aria-label={texts.nextHost} disabled={count < 2} onClick={() => show(at + 1)}>
          ›
        </button>
        <button type="button" class="quiet" onClick={() => explain({ kind: "host", summary: host })}>
          <span class="unseen">{host.label} </span>
          <HostSums host={host} all={table.all} />
        </button>
      </div>
      <div class="rows" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {items.map((item) => {
          const row = table.rows[item.index - table.from];
          return (
            <div
              key={item.index}
              class="row"
              data-index={item.index}
              ref={virtualizer.measureElement}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {row ? <Card row={row} host={host} at={at} /> : <p class="nothing">…</p>}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Card({ row, host: { host, label, edition }, at }: { row: CompareRow; host: HostSummary; at: number }) {
  const id = useId();
  return (
    <article class="compare-card" aria-labelledby={id}>
      <h4 id={id}>
        <button type="button" class="link" onClick={() => openFile(row.path)}>
          {visible(row.folder)}
        </button>
      </h4>
      <p class="path">{whereOf(row)}</p>
      <ul>
        <li>
          <button type="button" class="cell" onClick={() => explain({ kind: "cell", path: row.path, host, edition })}>
            <span class="unseen">
              {label} {edition}{" "}
            </span>
            {row.cells[at] && <CellWords cell={row.cells[at]} />}
          </button>
        </li>
        <li>
          <button type="button" class="cell" onClick={() => explain({ kind: "portability", path: row.path })}>
            <Portable row={row} />
          </button>
        </li>
      </ul>
    </article>
  );
}
