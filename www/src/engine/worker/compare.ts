/** Hosts × skills: the engine keeps the whole table and hands out what is in view. */
import type { Comparison, HostChoice, HostSummary, Obstacle, PortabilityVerdict, SkillComparison, SkillInHost } from "skillglass";
import type { Engine } from "./answers.ts";
import { firstLook, keyOf, memo, readForAll } from "./memo.ts";
import { wordsOf } from "../../lib/words.ts";

/** What a host makes of a skill, in a word: from the best to the worst. */
export type CellStatus = "whole" | "cut" | "name-only" | "unlisted" | "dropped" | "elsewhere" | "not-found";

export interface CompareCell {
  status: CellStatus;
  /** What it would be where the host looks, if that is elsewhere. */
  moved: CellStatus | null;
  /** Characters of the description that are not shown. */
  by: number;
}

export interface CompareRow {
  path: string;
  folder: string;
  cells: CompareCell[];
  verdict: PortabilityVerdict;
  /** How many changes it takes, and what binds it. */
  fixes: number;
  features: string[];
}

export type CompareOnly = "all" | "differences" | "problems";

export interface CompareAsk {
  hosts: HostChoice[];
  only: CompareOnly;
  text: string;
  from: number;
  to: number;
}

export interface CompareAnswer {
  /** How far the first look is; null when it is over. The rows until then are the former ones. */
  progress: number | null;
  hosts: HostSummary[];
  verdicts: Record<PortabilityVerdict, number>;
  /** Skills compared, and those of them that the filter leaves. */
  all: number;
  total: number;
  from: number;
  rows: CompareRow[];
}

interface Table {
  comparison: Comparison;
  rows: CompareRow[];
  verdicts: Record<PortabilityVerdict, number>;
}

const EMPTY: Table = { comparison: { hosts: [], skills: [] }, rows: [], verdicts: { portable: 0, "after-fixes": 0, bound: 0 } };

let former = EMPTY;

export async function compare(ask: CompareAsk, engine: Engine): Promise<CompareAnswer> {
  await readForAll(engine);
  const progress = firstLook(engine, "compare", ask.hosts);
  // Rows of other hosts have other columns.
  if (former.comparison.hosts.length !== ask.hosts.length) former = EMPTY;
  if (progress === null) former = tableOf(ask.hosts, engine);
  const { comparison, rows, verdicts } = former;
  const words = wordsOf(ask.text);
  const left = rows.filter((row) => passes(row, ask.only) && words.every((word) => row.path.toLowerCase().includes(word)));
  return { progress, hosts: comparison.hosts, verdicts, all: rows.length, total: left.length, from: ask.from, rows: left.slice(ask.from, ask.to) };
}

/** All about one skill through one host, or about its portability. */
export function comparedSkill({ path, hosts }: { path: string; hosts: HostChoice[] }, engine: Engine): SkillComparison | null {
  return engine.files.has(path) ? (engine.workspace.compare({ hosts, skills: [path] }).skills[0] ?? null) : null;
}

function tableOf(hosts: HostChoice[], { workspace }: Engine): Table {
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

export function cellOf(cell: SkillInHost): CompareCell {
  const there = whereItIs(cell);
  const by = cell.listed.as === "cut" ? cell.listed.by : 0;
  return there === null ? { status: shownAs(cell), moved: null, by } : { status: there, moved: shownAs(cell), by };
}

function whereItIs({ discovered, obstacles }: SkillInHost): CellStatus | null {
  if (discovered) return null;
  const elsewhere = ({ stage, reason }: Obstacle) => stage === "discover" && reason === "outside-roots";
  return obstacles.some(elsewhere) ? "elsewhere" : "not-found";
}

function shownAs({ loaded, listed }: SkillInHost): CellStatus {
  if (!loaded) return "dropped";
  return listed.as === "nothing" ? "unlisted" : listed.as;
}

function passes({ cells }: CompareRow, only: CompareOnly): boolean {
  switch (only) {
    case "all": return true;
    case "differences": return cells.some(({ status, moved }) => status !== cells[0]!.status || moved !== cells[0]!.moved);
    // Where the folder lies is no fault of the skill's.
    case "problems": return cells.some(({ status, moved }) => status === "not-found" || (moved ?? status) !== "whole");
  }
}
