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
