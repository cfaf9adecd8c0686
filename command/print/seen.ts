// The part of a skill that a host's model sees when a session starts. All commands describe it with this module.
import type { Catalog, ListedAs, Listing, Skill, SkillInHost } from "skillglass";
import { colour } from "./colour.ts";
import { counted } from "./text.ts";

/**
 * Returns how a host's list shows a skill: with its whole description, with a part of the
 * description, with only its name, or not at all.
 */
export function listedAs(skill: Skill, listing: Listing): ListedAs {
  const entry = listing.entries.find(({ path }) => path === skill.path);
  if (!entry || entry.line === null) return { as: "nothing" };
  if (skill.visibility === "name-only") return { as: "name-only" };
  if (entry.cut > 0) return { as: "cut", by: entry.cut };
  return skill.description === "" ? { as: "name-only" } : { as: "whole" };
}

/**
 * Describes the text that a host shows instead of a missing or unreadable description. Returns an
 * empty text if the host shows the skill's own description.
 */
export function standInOf({ path, description, descriptionSource }: Skill, { ignored }: Catalog): string {
  if (description === "" || descriptionSource === "frontmatter") return "";
  const isIgnored = ignored.some((one) => one.path === path && one.field === null);
  const source = descriptionSource === "name" ? "its name" : `its first ${descriptionSource}`;
  return `${source} in place of a description${isIgnored ? ": its frontmatter is ignored" : ""}`;
}

/** Returns true if the host loads the skill without its frontmatter. */
export function ignoresFrontmatter({ obstacles }: SkillInHost): boolean {
  return obstacles.some(({ reason, place }) => reason === "frontmatter-ignored" || (reason === "no-description" && place !== null));
}

/**
 * Describes how a host's list shows a skill. If the list does not show the skill, `why` is the
 * reason. If another text replaces the skill's description in the list, `standIn` describes that
 * text.
 */
export function seen(listed: ListedAs, why: string, standIn = ""): string {
  switch (listed.as) {
    case "whole":
      return standIn === "" ? colour.green("all of its description") : colour.yellow(standIn);
    case "cut":
      return colour.yellow(`without ${counted(listed.by, "character")} of its description`);
    case "name-only":
      return colour.yellow("its name only");
    case "nothing":
      return why === "" ? "nothing" : `nothing: ${why}`;
  }
}
