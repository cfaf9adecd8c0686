// The result of one skill in one host.
import type { SkillInHost } from "skillglass";
import { colour } from "./colour.ts";
import { ignoresFrontmatter } from "./seen.ts";
import { grouped } from "./text.ts";

/**
 * The code of an obstacle: the host does not search the skill's folder. If a skill has this
 * obstacle, its other obstacles are computed as if the host searched the skill's folder.
 */
const OF_PLACE = "outside-roots";

/** Describes in a word or two how a host treats a skill. */
export function verdict(cell: SkillInHost): string {
  const first = cell.obstacles.find(({ reason }) => reason !== OF_PLACE);
  if (!cell.loaded) return colour.red(`✘ ${first?.reason ?? OF_PLACE}`);
  if (!cell.discovered) return colour.yellow(first?.stage === "discover" ? `– ${first.reason}` : "– not here");
  switch (cell.listed.as) {
    case "whole":
      return ignoresFrontmatter(cell) ? colour.yellow("✔ frontmatter-ignored") : colour.green("✔");
    case "cut":
      return colour.yellow(`✔ description cut by ${grouped(cell.listed.by)}`);
    case "name-only":
      return colour.yellow("✔ name only");
    case "nothing":
      return colour.yellow(`– ${cell.obstacles.find(({ stage }) => stage === "list")?.reason ?? "not listed"}`);
  }
}

/** Returns true if the host searches the skill's present folder and loads the skill. */
export function isThere(cell: SkillInHost): boolean {
  return cell.loaded && cell.discovered;
}

/**
 * How a host treats a skill. The skill's folder makes no difference: if the host does not search
 * it, the skill counts as if it were in a folder that the host searches.
 */
export type Taken =
  /** The host loads the skill, and its model sees the whole description. */
  | "whole"
  /** The host loads the skill, but its model sees only a part of the description, or nothing. */
  | "partly"
  /** The host drops the skill. */
  | "dropped";

/**
 * Returns how a host treats a skill. If the host does not search the skill's folder, the skill
 * counts as if it were in a folder that the host searches.
 */
export function takenOf({ loaded, listed, user, obstacles }: SkillInHost): Taken {
  if (!loaded) return "dropped";
  // A skill that only users may invoke is whole, and so is a skill in a host whose list has only names.
  const isOnlyName = listed.as === "name-only" && !obstacles.some(({ stage }) => stage === "list");
  const isWhole = listed.as === "whole" || (listed.as === "nothing" && user !== null) || isOnlyName;
  return isWhole ? "whole" : "partly";
}
