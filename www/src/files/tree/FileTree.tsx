import { computed, signal } from "@preact/signals";
import type { Range } from "@tanstack/virtual-core";
import { defaultRangeExtractor } from "@tanstack/virtual-core";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Mark } from "../../engine/catalog.ts";
import { marks } from "../../engine/catalog.ts";
import { t } from "../../i18n/index.ts";
import { parent } from "../../lib/paths.ts";
import { files, folders, paths } from "../../state/files.ts";
import { current, openFile } from "../../state/selection.ts";
import { useVirtualizer } from "../../ui/virtual.ts";
import type { TreeRow } from "./rows.ts";
import { buildTree, visibleRows } from "./rows.ts";
import { menuOpeners, NameField, onTreeKey, TreeMenu } from "./TreeMenu.tsx";
import { focusWanted, removeEntry, renaming } from "./verbs.ts";
import "./tree.css";
import { visible } from "../../lib/visible.ts";

const ROW_HEIGHT = 26;
/**
 * If a workspace has at most this many files, all folders of the tree are open at first. Otherwise
 * only the folders of the first levels are open.
 */
const OPEN_WHOLE = 200;
const OPEN_LEVELS = 3;
const PLUMBING = new Set([".git", "node_modules"]);

/**
 * The folders that the visitor opened (true) or closed (false), by path. For all other folders, the
 * default applies.
 */
const toggled = signal<ReadonlyMap<string, boolean>>(new Map());
/** The path of the row that has the keyboard focus; null for the open file's row. */
const active = signal<string | null>(null);

const tree = computed(() => {
  void paths.value;
  return buildTree(files.keys(), folders);
});

const rows = computed(() => {
  const small = files.size <= OPEN_WHOLE;
  return visibleRows(
    tree.value,
    (node, level) => toggled.value.get(node.path) ?? (!PLUMBING.has(node.name) && (small || level <= OPEN_LEVELS)),
  );
});

const indexes = computed(() => new Map(rows.value.map((row, index) => [row.node.path, index])));

/**
 * The mark of each folder that contains a file with an error or a file that the host skipped. Only
 * closed folders show their marks. The mark of an error has precedence.
 */
const folderMarks = computed(() => {
  const inherited = new Map<string, Mark>();
  for (const [path, mark] of marks.value) {
    if (mark !== "error" && mark !== "left out") continue;
    for (let folder = parent(path); folder !== "" && inherited.get(folder) !== "error"; folder = parent(folder)) {
      if (mark === "error" || !inherited.has(folder)) inherited.set(folder, mark);
    }
  }
  return inherited;
});

export function FileTree() {
  const scroller = useRef<HTMLDivElement>(null);
  const activeIndex =
    (active.value !== null ? indexes.value.get(active.value) : undefined) ??
    (current.value !== null ? indexes.value.get(current.value) : undefined) ??
    0;
  const virtualizer = useVirtualizer({
    count: rows.value.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows.value[index]?.node.path ?? index,
    overscan: 8,
    // The row with the focus stays in the document, because otherwise the tree would lose the focus.
    rangeExtractor: (range: Range) => withIndex(defaultRangeExtractor(range), activeIndex, rows.value.length),
  });

  const open = current.value;
  // This effect and the following ones run before the next key, because the key is meant for the row that is then active.
  useLayoutEffect(() => {
    if (open === null) return;
    reveal(open);
    active.value = open;
    const index = indexes.value.get(open);
    if (index !== undefined) virtualizer.scrollToIndex(index, { align: "auto" });
  }, [open]);

  /**
   * The path of the row that gets the focus once it is rendered; null if no row waits for the
   * focus.
   */
  const awaited = useRef<string | null>(null);
  const takeFocus = () => {
    const path = awaited.current;
    // In the meantime another row may have become active.
    if (path === null || path !== active.peek()) return;
    const element = scroller.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
    if (!element) return;
    awaited.current = null;
    element.focus();
  };
  const focusRow = (index: number) => {
    const row = rows.value[index];
    if (!row) return;
    awaited.current = active.value = row.node.path;
    virtualizer.scrollToIndex(index, { align: "auto" });
    takeFocus();
  };

  const named = renaming.value;
  useLayoutEffect(() => {
    if (named === null) return;
    // The field for a name takes the focus itself.
    reveal(named);
    active.value = named;
    const index = indexes.value.get(named);
    if (index !== undefined) virtualizer.scrollToIndex(index, { align: "auto" });
  }, [named]);

  const wanted = focusWanted.value;
  useLayoutEffect(() => {
    if (!wanted) return;
    reveal(wanted.path);
    const index = indexes.value.get(wanted.path);
    if (index === undefined) return;
    // If the visitor has moved the focus elsewhere, it stays there.
    if (keyboardIsFree()) focusRow(index);
    else virtualizer.scrollToIndex(index, { align: "auto" });
  }, [wanted]);
  useLayoutEffect(takeFocus);

  return (
    <div class="tree-scroller" ref={scroller}>
      <div
        role="tree"
        aria-label={t.value.files.tree}
        style={{ height: `${virtualizer.getTotalSize()}px` }}
        onKeyDown={(event) => onKey(event, activeIndex, focusRow)}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows.value[item.index];
          return row && <Row key={item.key} row={row} top={item.start} tabbable={item.index === activeIndex} />;
        })}
      </div>
      <TreeMenu />
    </div>
  );
}

/**
 * Returns true if no element has the focus, for example because a focused field or menu was
 * removed.
 */
function keyboardIsFree(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function Row({ row, top, tabbable }: { row: TreeRow; top: number; tabbable: boolean }) {
  const { node, level, expanded, position, siblings } = row;
  const mark = expanded === undefined ? marks.value.get(node.path) : expanded ? undefined : folderMarks.value.get(node.path);
  const isCurrent = node.path === current.value;
  const texts = t.value.files;
  return (
    <div
      role="treeitem"
      class={`tree-row${isCurrent ? " current" : ""}${PLUMBING.has(node.name) ? " plumbing" : ""}`}
      data-path={node.path}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={expanded}
      aria-selected={isCurrent}
      aria-label={
        renaming.value === node.path
          ? undefined
          : mark
            ? `${node.name}, ${expanded === undefined ? texts.marks[mark] : texts.holds(texts.marks[mark])}`
            : node.name
      }
      title={mark ? `${node.path} (${texts.marks[mark]})` : node.path}
      tabIndex={tabbable ? 0 : -1}
      style={{ transform: `translateY(${top}px)`, paddingLeft: `${8 + (level - 1) * 14}px` }}
      {...menuOpeners(node.path)}
      onFocus={() => (active.value = node.path)}
      onClick={() => {
        active.value = node.path;
        if (expanded === undefined) openFile(node.path);
        else toggle(node.path, !expanded);
      }}
    >
      <span class="twist" aria-hidden="true">
        {expanded === undefined ? "" : expanded ? "▾" : "▸"}
      </span>
      {renaming.value === node.path ? (
        <NameField path={node.path} />
      ) : (
        <span class={expanded === undefined ? "name" : "name folder"}>{visible(node.name)}</span>
      )}
      {mark && <span class={`mark ${mark.replace(" ", "-")}`} aria-hidden="true" />}
    </div>
  );
}

function onKey(event: KeyboardEvent, index: number, focusRow: (index: number) => void): void {
  const row = rows.value[index];
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const { node, expanded } = row;
  if (onTreeKey(event, node.path)) return;
  switch (event.key) {
    case "ArrowDown":
      focusRow(index + 1);
      break;
    case "ArrowUp":
      focusRow(index - 1);
      break;
    case "Home":
      focusRow(0);
      break;
    case "End":
      focusRow(rows.value.length - 1);
      break;
    case "ArrowRight":
      if (expanded === false) toggle(node.path, true);
      else if (expanded) focusRow(index + 1);
      break;
    case "ArrowLeft":
      if (expanded) toggle(node.path, false);
      else focusRow(indexes.value.get(parent(node.path)) ?? index);
      break;
    case "Enter":
    case " ":
      if (expanded === undefined) openFile(node.path);
      else toggle(node.path, !expanded);
      break;
    case "Delete":
      if (index > 0) focusRow(index - 1);
      removeEntry(node.path);
      // The focus moves to the row that is now the first.
      if (index === 0 && rows.value[0]) focusWanted.value = { path: rows.value[0].node.path };
      break;
    default:
      if (event.key.length !== 1 || !jumpTo(event.key, index, focusRow)) return;
  }
  event.preventDefault();
}

/** Focuses the next row whose name begins with this character. Returns false if there is none. */
function jumpTo(character: string, from: number, focusRow: (index: number) => void): boolean {
  const all = rows.value;
  for (let step = 1; step <= all.length; step++) {
    const index = (from + step) % all.length;
    if (all[index]?.node.name.toLowerCase().startsWith(character.toLowerCase())) {
      focusRow(index);
      return true;
    }
  }
  return false;
}

function toggle(path: string, open: boolean): void {
  toggled.value = new Map(toggled.value).set(path, open);
}

/** Opens all folders that contain the file or folder at `path`. */
function reveal(path: string): void {
  if (indexes.value.has(path)) return;
  const next = new Map(toggled.value);
  for (let folder = parent(path); folder !== ""; folder = parent(folder)) next.set(folder, true);
  toggled.value = next;
}

function withIndex(range: number[], index: number, count: number): number[] {
  return index >= count || range.includes(index) ? range : [...range, index].sort((a, b) => a - b);
}
