// What a host's model sees of a skill when a session starts. All commands say it by this.
import type { ListedAs, Listing, Skill } from "skillglass";
import { colour } from "./colour.ts";
import { counted } from "./text.ts";

/** The part of a skill that a host's list shows, as a comparison has it. */
export function listedAs(skill: Skill, listing: Listing): ListedAs {
  const entry = listing.entries.find(({ path }) => path === skill.path);
  if (!entry || entry.line === null) return { as: "nothing" };
  if (skill.visibility === "name-only") return { as: "name-only" };
  if (entry.cut > 0) return { as: "cut", by: entry.cut };
  return skill.description === "" ? { as: "name-only" } : { as: "whole" };
}

/** The same in words; `why` says why the list shows nothing. */
export function seen(listed: ListedAs, why: string): string {
  switch (listed.as) {
    case "whole":
      return colour.green("all of its description");
    case "cut":
      return colour.yellow(`without ${counted(listed.by, "character")} of its description`);
    case "name-only":
      return colour.yellow("its name only");
    case "nothing":
      return why === "" ? "nothing" : `nothing: ${why}`;
  }
}
