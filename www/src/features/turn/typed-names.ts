/** The forms of skills' names that a user types. */
import type { Mention } from "skillglass";
import type { SkillRow } from "../../engine/protocol/catalog.ts";
import type { Sigil } from "../../engine/protocol/sigils.ts";

/** Returns the names by which a skill is named after a character such as `/`. */
export function namesBehind({ takesOwn }: Sigil, { name, aliases }: Pick<SkillRow, "name" | "aliases">): string[] {
  return takesOwn || aliases.length === 0 ? [name, ...aliases] : aliases;
}

/** Returns the text of a mention in the prompt. If the prompt has changed, returns the usual form of such mentions. */
export function written({ kind, name, path, range }: Mention, prompt: string): string {
  const typed = range ? prompt.slice(range.start.offset, range.end.offset) : "";
  if (kind === "link") return `[$${name}](${path ?? ""})`;
  if (typed.endsWith(name)) return typed;
  return (kind === "slash" ? "/" : "$") + name;
}
