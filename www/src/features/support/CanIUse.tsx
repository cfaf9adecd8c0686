import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Support, SupportColumn, SupportGroup, SupportRow } from "skillglass";
import { answer } from "../../engine/client.ts";
import { t } from "../../i18n/index.ts";
import { rowAddress } from "../../state/address.ts";
import { askedRow, closeCanIUse, openCanIUse } from "../../state/can-i-use.ts";
import { aimed } from "../../state/hosts.ts";
import { options } from "../../state/options.ts";
import { AimedHosts } from "../../ui/AimedHosts.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FilterField } from "../../ui/FilterField.tsx";
import { narrow } from "../../ui/narrow.ts";
import { HostSection } from "../explain/PagePart.tsx";
import { LEVELS, Level } from "./Level.tsx";
import { Marked } from "./Marked.tsx";
import "./support.css";

const GROUPS: readonly SupportGroup[] = ["fields", "side-file", "placeholders", "tags", "folders", "limits", "behaviours"];

const text = signal("");
const group = signal<SupportGroup | "all">("all");
/**
 * The key of the table cell whose note is open: its row, host and edition; null if no note is open.
 */
const openCell = signal<string | null>(null);
/**
 * The key of the host and edition that a narrow screen shows. Null until the visitor chooses one
 * here; the screen then shows the host in the workspace's options.
 */
const oneHost = signal<string | null>(null);

const support = answer("support", () => (askedRow.value === null ? undefined : null));

const keyOf = ({ host, edition }: { host: string; edition?: string | null }) => `${host} ${edition}`;

/** The button that opens the table "Can I use" in a dialog. */
export function CanIUseButton() {
  return (
    <>
      <button type="button" onClick={() => openCanIUse()}>
        {t.value.support.open}
      </button>
      {askedRow.value !== null && <CanIUse />}
    </>
  );
}

/** A column that the table shows. `at` is the index of the column's cell in each row. */
interface Shown extends SupportColumn {
  at: number;
}

function CanIUse() {
  const { support: texts } = t.value;
  const table = support.value;
  const rows = table ? found(table) : [];
  const shown = table ? shownOf(table) : [];
  /**
   * The id of the row that gets the focus once it is rendered; null if no row waits for the focus.
   */
  const awaited = useRef<string | null>(null);
  useLayoutEffect(() => {
    const row = askedRow.peek();
    if (!table || !row || !table.rows.some(({ id }) => id === row)) return;
    awaited.current = row;
    // An earlier search may hide the row.
    if (!found(table).some(({ id }) => id === row)) {
      text.value = "";
      group.value = "all";
    }
  }, [table, askedRow.value]);
  useLayoutEffect(() => {
    const link = awaited.current === null ? null : document.getElementById(`can-${awaited.current}`);
    if (!link) return;
    awaited.current = null;
    link.scrollIntoView({ block: "center" });
    link.focus({ preventScroll: true });
  });
  return (
    <Dialog heading={texts.heading} class="can-i-use" close={closeCanIUse} closeLabel={texts.close}>
      <div class="view-bar">
        <FilterField label={texts.filter} text={text} />
        <select
          aria-label={texts.group}
          value={group.value}
          onChange={(event) => (group.value = event.currentTarget.value as SupportGroup)}
        >
          <option value="all">{texts.all}</option>
          {GROUPS.map((one) => (
            <option key={one} value={one}>
              {texts.groups[one]}
            </option>
          ))}
        </select>
        {table && (
          <span class="count" role="status">
            {texts.rows(rows.length, table.rows.length)}
          </span>
        )}
        <Legend />
        <AimedHosts />
      </div>
      {!table && <p class="empty">{texts.loading}</p>}
      {table && rows.length === 0 && <p class="empty">{texts.nothing}</p>}
      {table &&
        rows.length > 0 &&
        (narrow.value ? <Cards table={table} rows={rows} shown={shown} /> : <Grid table={table} rows={rows} shown={shown} />)}
    </Dialog>
  );
}

/** Returns the rows of the chosen group that contain every word of the search text. */
function found({ rows }: Support): SupportRow[] {
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (group.value !== "all" && row.group !== group.value) return false;
    const all = `${row.id} ${row.title} ${row.summary}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** Returns the columns of the target hosts in the table "Can I use". */
function shownOf({ columns }: Support): Shown[] {
  const wanted = new Set(aimed.value.map(keyOf));
  return columns.map((column, at) => ({ ...column, at })).filter((column) => wanted.has(keyOf(column)));
}

function Legend() {
  const { support: texts } = t.value;
  return (
    <details class="legend">
      <summary>{texts.legend}</summary>
      <p class="help">{texts.lead}</p>
      <dl class="facts">
        {LEVELS.map((level) => (
          <div key={level}>
            <dt>
              <Level level={level} />
            </dt>
            <dd>{texts.meanings[level]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Groups the rows of the table. Returns each group that has rows. */
function grouped(rows: readonly SupportRow[]): [SupportGroup, SupportRow[]][] {
  const groups = GROUPS.map((group): [SupportGroup, SupportRow[]] => [group, rows.filter((row) => row.group === group)]);
  return groups.filter(([, rows]) => rows.length > 0);
}

interface View {
  table: Support;
  rows: readonly SupportRow[];
  shown: readonly Shown[];
}

// ---- the table -----------------------------------------------------------------------------------------------------

function Grid({ table, rows, shown }: View) {
  const { support: texts } = t.value;
  return (
    <div class="scroller" role="region" aria-label={texts.table} tabIndex={0}>
      <table aria-label={texts.table}>
        <thead>
          <tr>
            <th scope="col">{texts.row}</th>
            {shown.map((column) => (
              <th key={keyOf(column)} scope="col">
                {column.label} <span class="edition">{column.edition}</span>
              </th>
            ))}
          </tr>
        </thead>
        {grouped(rows).map(([group, rows]) => (
          <tbody key={group}>
            <tr class="group">
              <th scope="rowgroup" colSpan={shown.length + 1}>
                {texts.groups[group]}
              </th>
            </tr>
            {rows.map((row) => (
              <GridRow key={row.id} table={table} row={row} shown={shown} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function GridRow({ table, row, shown }: { table: Support; row: SupportRow; shown: readonly Shown[] }) {
  const column = shown.find((column) => openCell.value === `${row.id} ${keyOf(column)}`);
  return (
    <>
      <tr class={row.id === askedRow.value ? "asked" : undefined}>
        <th scope="row">
          <RowLink row={row} />
          <span class="help">
            <Marked text={row.summary} />
          </span>
        </th>
        {shown.map((column) => (
          <td key={keyOf(column)}>
            <CellButton row={row} column={column} />
          </td>
        ))}
      </tr>
      {column && (
        <tr class="detail">
          <td colSpan={shown.length + 1}>
            <Detail table={table} row={row} column={column} />
          </td>
        </tr>
      )}
    </>
  );
}

function RowLink({ row }: { row: SupportRow }) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openCanIUse(row.id);
  };
  return (
    <a id={`can-${row.id}`} href={rowAddress(row.id)} onClick={open}>
      <Marked text={row.title} />
    </a>
  );
}

function CellButton({ row, column }: { row: SupportRow; column: Shown }) {
  const key = `${row.id} ${keyOf(column)}`;
  const cell = row.cells[column.at]!;
  const open = openCell.value === key;
  return (
    <button type="button" class="cell" aria-expanded={open} title={cell.note} onClick={() => (openCell.value = open ? null : key)}>
      <span class="unseen">
        {column.label} {column.edition}:{" "}
      </span>
      <Level level={cell.support} />
    </button>
  );
}

// ---- a note --------------------------------------------------------------------------------------------------------

function Detail({ table, row, column }: { table: Support; row: SupportRow; column: Shown }) {
  const { support: texts } = t.value;
  const cell = row.cells[column.at]!;
  const editions = table.columns.map((column, at) => ({ ...column, at })).filter(({ host }) => host === column.host);
  return (
    <div class="note">
      <p class="verdict">
        <strong>
          {column.label} {column.edition}
        </strong>{" "}
        <Level level={cell.support} /> {cell.since !== null && <span class="edition">{texts.since(cell.since)}</span>}
      </p>
      <p>
        <Marked text={cell.note} />
      </p>
      {editions.length > 1 && (
        <>
          <p class="help">{texts.editions}</p>
          <ul>
            {editions.map(({ edition, at }) => (
              <li key={edition}>
                <span class="edition">{edition}</span> <Level level={row.cells[at]!.support} />{" "}
                <span class="help">
                  <Marked text={row.cells[at]!.note} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {cell.page !== null && <HostSection key={cell.page} address={cell.page} label={column.label} />}
    </div>
  );
}

// ---- one host at a time, where there is no room for a table --------------------------------------------------------

function Cards({ table, rows, shown }: View) {
  const { support: texts, compare } = t.value;
  const wanted = shown.findIndex((column) =>
    oneHost.value === null ? column.host === options.value.host : keyOf(column) === oneHost.value,
  );
  const at = Math.max(0, wanted);
  const column = shown[at]!;
  const show = (at: number) => (oneHost.value = keyOf(shown[(at + shown.length) % shown.length]!));
  return (
    <div class="scroller" role="region" aria-label={texts.table} tabIndex={0}>
      <div class="one-host">
        <button type="button" aria-label={compare.previousHost} disabled={shown.length < 2} onClick={() => show(at - 1)}>
          ‹
        </button>
        <select aria-label={compare.shownHost} value={keyOf(column)} onChange={(event) => (oneHost.value = event.currentTarget.value)}>
          {shown.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {one.label} {one.edition}
            </option>
          ))}
        </select>
        <button type="button" aria-label={compare.nextHost} disabled={shown.length < 2} onClick={() => show(at + 1)}>
          ›
        </button>
      </div>
      {grouped(rows).map(([group, rows]) => (
        <section key={group}>
          <h3 class="section">{texts.groups[group]}</h3>
          {rows.map((row) => (
            <article key={row.id} class={`support-card ${row.id === askedRow.value ? "asked" : ""}`} aria-labelledby={`can-${row.id}`}>
              <h4>
                <RowLink row={row} />
              </h4>
              <p class="help">
                <Marked text={row.summary} />
              </p>
              <CellButton row={row} column={column} />
              {openCell.value === `${row.id} ${keyOf(column)}` && <Detail table={table} row={row} column={column} />}
            </article>
          ))}
        </section>
      ))}
    </div>
  );
}
