// The result of one skill in one host.
import type { SkillInHost } from "skillglass";
import { colour } from "./colour.ts";
import { ignoresFrontmatter } from "./seen.ts";
import { grouped } from "./text.ts";

/**
 * The reason that is only about the place of a folder. The other stages are reported as if the folder were in a place where the host looks.
 */
const OF_PLACE = "outside-roots";

/** Returns the result of the skill in a host, in a word or two. */
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

/** Returns true if the host loads the skill where it is. */
export function isThere(cell: SkillInHost): boolean {
  return cell.loaded && cell.discovered;
}

/** The result of a skill in a host, wherever the skill is. */
export type Taken =
  /** The host loads the skill, and its model sees all of it. */
  | "whole"
  /** The host loads the skill, but its model sees only a part. */
  | "partly"
  /** The host drops the skill. */
  | "dropped";

/** Returns the result of a skill in a host. */
export function takenOf({ loaded, listed, user, obstacles }: SkillInHost): Taken {
  if (!loaded) return "dropped";
  // A skill that only users may invoke is whole, and so is a skill in a host whose list has only names.
  const isOnlyName = listed.as === "name-only" && !obstacles.some(({ stage }) => stage === "list");
  const isWhole = listed.as === "whole" || (listed.as === "nothing" && user !== null) || isOnlyName;
  return isWhole ? "whole" : "partly";
}
