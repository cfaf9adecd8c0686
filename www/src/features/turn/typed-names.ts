/** Skills' names as a user types them. */
import type { Mention } from "skillglass";
import type { SkillRow } from "../../engine/protocol/catalog.ts";
import type { Sigil } from "../../engine/protocol/sigils.ts";

/** The names by which a skill is taken behind a sigil. */
export function namesBehind({ takesOwn }: Sigil, { name, aliases }: Pick<SkillRow, "name" | "aliases">): string[] {
  return takesOwn || aliases.length === 0 ? [name, ...aliases] : aliases;
}

/** A mention as it stands in the prompt; as such mentions are usually written if the prompt is another by now. */
export function written({ kind, name, path, range }: Mention, prompt: string): string {
  const typed = range ? prompt.slice(range.start.offset, range.end.offset) : "";
  if (kind === "link") return `[$${name}](${path ?? ""})`;
  if (typed.endsWith(name)) return typed;
  return (kind === "slash" ? "/" : "$") + name;
}
