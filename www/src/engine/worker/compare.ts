/**
 * This module compares skills in several hosts. The worker stores the whole table, and sends only
 * the rows in view.
 */
import type { Comparison, HostEdition, PortabilityVerdict, SkillComparison } from "skillglass";
import { wordsOf } from "../../lib/words.ts";
import type { CompareAnswer, CompareAsk, CompareOnly, CompareRow } from "../protocol/compare.ts";
import { cellOf } from "../shared/compare-cell.ts";
import type { Engine } from "./engine.ts";
import { firstLook, keyOf, memo, readForHosts } from "./memo.ts";

interface Table {
  comparison: Comparison;
  rows: CompareRow[];
  verdicts: Record<PortabilityVerdict, number>;
}

const EMPTY: Table = { comparison: { hosts: [], skills: [] }, rows: [], verdicts: { portable: 0, "after-fixes": 0, bound: 0 } };

let former = EMPTY;

export function compare(ask: CompareAsk, engine: Engine): CompareAnswer {
  readForHosts(engine, ask.hosts);
  const progress = firstLook(engine, "compare", ask.hosts);
  // Rows of other hosts have other columns.
  if (former.comparison.hosts.length !== ask.hosts.length) former = EMPTY;
  if (progress === null) former = tableOf(ask.hosts, engine);
  const { comparison, rows, verdicts } = former;
  const words = wordsOf(ask.text);
  const left = rows.filter((row) => passes(row, ask.only) && words.every((word) => row.path.toLowerCase().includes(word)));
  return {
    progress,
    hosts: comparison.hosts,
    verdicts,
    all: rows.length,
    total: left.length,
    from: ask.from,
    rows: left.slice(ask.from, ask.to),
  };
}

/**
 * Returns the details of one skill in the given hosts, with its portability; null if there is no
 * such file.
 */
export function comparedSkill({ path, hosts }: { path: string; hosts: HostEdition[] }, engine: Engine): SkillComparison | null {
  return engine.files.has(path) ? (engine.workspace.compare({ hosts, skills: [path] }).skills[0] ?? null) : null;
}

function tableOf(hosts: HostEdition[], { workspace }: Engine): Table {
  return memo(workspace, `compare ${keyOf(hosts)}`, () => {
    const comparison = workspace.compare({ hosts });
    const rows = comparison.skills.map(rowOf);
    const verdicts = { ...EMPTY.verdicts };
    for (const { verdict } of rows) verdicts[verdict]++;
    return { comparison, rows, verdicts };
  });
}

function rowOf({ path, folder, cells, portability: { verdict, fixes, features } }: SkillComparison): CompareRow {
  return { path, folder, cells: cells.map(cellOf), verdict, fixes: fixes.length, features: features.map(({ name }) => name) };
}

function passes({ cells }: CompareRow, only: CompareOnly): boolean {
  switch (only) {
    case "all":
      return true;
    case "differences":
      return cells.some(({ status, moved }) => status !== cells[0]!.status || moved !== cells[0]!.moved);
    // The place of the folder is not a fault of the skill.
    case "problems":
      return cells.some(({ status, moved }) => status === "not-found" || (moved ?? status) !== "whole");
  }
}
