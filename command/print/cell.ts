// The result of one skill in one host.
import type { SkillInHost } from "skillglass";
import { colour } from "./colour.ts";
import { ignoresFrontmatter } from "./seen.ts";
import { grouped } from "./text.ts";

/** Reasons that are only about the place of a folder: the rest is reported as if the folder were where the host looks. */
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
  /** The host has it, whole. */
  | "whole"
  /** The host has it, and its model sees less than all of it. */
  | "partly"
  /** The host drops it. */
  | "dropped";

/** Returns that result. */
export function takenOf({ loaded, listed, user, obstacles }: SkillInHost): Taken {
  if (!loaded) return "dropped";
  // A skill that only users may invoke lacks nothing, and neither does one of a host whose list has only names.
  const isOnlyName = listed.as === "name-only" && !obstacles.some(({ stage }) => stage === "list");
  const isWhole = listed.as === "whole" || (listed.as === "nothing" && user !== null) || isOnlyName;
  return isWhole ? "whole" : "partly";
}
