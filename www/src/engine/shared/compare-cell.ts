/**
 * This module converts the result of the comparison for one skill in one host into a cell of the
 * comparison table.
 */
import type { Obstacle, SkillInHost } from "skillglass";
import type { CellStatus, CompareCell } from "../protocol/compare.ts";

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
