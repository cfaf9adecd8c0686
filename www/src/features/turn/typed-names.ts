/** This module returns the forms in which a user types the name of a skill. */
import type { Mention } from "skillglass";
import type { SkillRow } from "../../engine/protocol/catalog.ts";
import type { Sigil } from "../../engine/protocol/sigils.ts";

/**
 * Returns the names of a skill that a user can type after a character such as `/`. If the host does
 * not accept a skill's original name after this character, only the skill's aliases are returned.
 */
export function namesBehind({ takesOwn }: Sigil, { name, aliases }: Pick<SkillRow, "name" | "aliases">): string[] {
  return takesOwn || aliases.length === 0 ? [name, ...aliases] : aliases;
}

/**
 * Returns a mention exactly as in the prompt. If the prompt has changed since the mention was
 * found, returns the usual form, such as `/name`.
 */
export function written({ kind, name, path, range }: Mention, prompt: string): string {
  const typed = range ? prompt.slice(range.start.offset, range.end.offset) : "";
  if (kind === "link") return `[$${name}](${path ?? ""})`;
  if (typed.endsWith(name)) return typed;
  return (kind === "slash" ? "/" : "$") + name;
}
