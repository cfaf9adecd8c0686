// Completion and hover, from the tables of fields with which hosts parse.
import type { Field, HostEdition } from "skillglass";
import { fields } from "skillglass";
import { titleOf } from "../print/hosts.ts";
import { nameOf, parentOf } from "../tree/paths.ts";
import { isSkillFile } from "../tree/walk.ts";

/**
 * A field of frontmatter or metadata. `by` has the hosts that know this field, each with its own
 * description of the field.
 */
export interface KnownField {
  readonly key: string;
  readonly by: readonly { readonly host: HostEdition; readonly field: Field }[];
}

/** The field at a position in a file. */
export interface FieldPlace {
  /** The path of keys that leads to the field, such as `metadata.short-description`. */
  readonly key: string;
  /** True if the position is after the colon, in the field's value. */
  readonly isInValue: boolean;
  /** The offset of the key's first character in the key's line, in UTF-16 code units from 0. */
  readonly start: number;
  /** The offset after the key's last character in the key's line, in UTF-16 code units from 0. */
  readonly end: number;
}

/**
 * Returns the table of fields for the file at a path: `frontmatter` for a `SKILL.md` or a command,
 * or `agents/openai.yaml` for the file with this name. Returns null for any other file.
 */
export function tableOf(path: string): Field["file"] | null {
  if (isSkillFile(path) || nameOf(parentOf(path)) === "commands") return "frontmatter";
  return /\/agents\/openai\.ya?ml$/.test(path) ? "agents/openai.yaml" : null;
}

/**
 * Returns the fields that at least one of `hosts` knows in a kind of file. Each field has a list of
 * the hosts that know it.
 */
export function knownFields(file: Field["file"], hosts: readonly HostEdition[]): KnownField[] {
  const all = hosts.flatMap((host) => fields(host).flatMap((field) => (field.file === file ? [{ host, field }] : [])));
  return [...new Set(all.map(({ field }) => field.key))].map((key) => ({ key, by: all.filter(({ field }) => field.key === key) }));
}

/**
 * Returns the field at a position in a text. Returns null if `file` is `frontmatter` and the
 * position is outside of the frontmatter. The position is in the line with the index `line`, counted
 * from 0, after `unit` UTF-16 code units of this line.
 */
export function placeIn(text: string, file: Field["file"], line: number, unit: number): FieldPlace | null {
  const lines = text.split(/\r?\n/);
  if (file === "frontmatter") {
    const end = lines.findIndex((one, index) => index > 0 && one.startsWith("---"));
    if (!lines[0]?.startsWith("---") || line === 0 || (end !== -1 && line >= end)) return null;
  }
  const [, blanks = "", key = "", colon = ""] = /^(\s*)([\w/.-]*)\s*(:?)/.exec(lines[line] ?? "") ?? [];
  const start = blanks.length;
  const isInValue = colon === ":" && unit > (lines[line] ?? "").indexOf(":");
  return { key: [...keysAbove(lines, line, start), key].join("."), isInValue, start, end: start + key.length };
}

/**
 * Returns the keys of the enclosing mappings of a line, outermost first. The indentation determines
 * them.
 */
function keysAbove(lines: readonly string[], line: number, indent: number): string[] {
  const keys: string[] = [];
  let least = indent;
  for (let index = line - 1; index >= 0 && least > 0; index--) {
    const found = /^(\s*)([\w/.-]+)\s*:/.exec(lines[index] ?? "");
    if (!found || found[1]!.length >= least) continue;
    least = found[1]!.length;
    keys.unshift(found[2]!);
  }
  return keys;
}

/**
 * Returns the fields that can be inserted at a position. Inside a mapping such as `metadata`, these
 * are the fields of the mapping. Otherwise, these are the top-level fields that the text does not
 * have yet.
 */
export function keysAt(place: FieldPlace, known: readonly KnownField[], text: string): { name: string; field: KnownField }[] {
  const above = place.key.split(".").slice(0, -1).join(".");
  const prefix = above === "" ? "" : `${above}.`;
  return known.flatMap((field) => {
    const name = field.key.startsWith(prefix) ? field.key.slice(prefix.length) : "";
    if (name === "" || name.includes(".") || name.includes("[")) return [];
    const isThere = prefix === "" && new RegExp(`^${name.replaceAll("/", "\\/")}\\s*:`, "m").test(text);
    return isThere ? [] : [{ name, field }];
  });
}

/**
 * Returns the values that completion offers for a field: fixed words, or `true` and `false`. For a
 * skill's `name`, returns only the folder's name, because several hosts require that name.
 */
export function valuesOf(field: KnownField, path: string): string[] {
  if (field.key === "name" && isSkillFile(path)) return [nameOf(parentOf(path))];
  const values = field.by.flatMap(({ field: { kind } }) => {
    if (kind.type === "one-of" || kind.type === "texts") return kind.values;
    return kind.type === "boolean" ? ["true", "false"] : [];
  });
  return [...new Set(values)];
}

/**
 * Returns the start of a Markdown link's target in UTF-16 code units if the position is within the
 * target; otherwise null.
 */
export function linkAt(line: string, unit: number): number | null {
  const [, target] = /\]\(([^()\s<>]*)$/.exec(line.slice(0, unit)) ?? [];
  return target === undefined ? null : unit - target.length;
}

/** Returns Markdown that describes how each host interprets a field. */
export function described({ key, by }: KnownField): string {
  const lines = new Map<string, string[]>();
  for (const { host, field } of by) {
    const words = `${field.summary}${field.status === "read" ? "" : ` *(${field.status}${field.instead ? `: use \`${field.instead}\`` : ""})*`}${field.required ? " *(required)*" : ""}${limit(field)}`;
    lines.set(words, [...(lines.get(words) ?? []), titleOf(host)]);
  }
  return [`**\`${key}\`**`, ...[...lines].map(([words, hosts]) => `- ${hosts.join(", ")}: ${words}`)].join("\n");
}

function limit({ limit }: Field): string {
  return limit ? `, at most ${limit.characters.toLocaleString("en")} characters` : "";
}

/** Returns true if all hosts that know a field treat it as deprecated. */
export function isDeprecated({ by }: KnownField): boolean {
  return by.every(({ field }) => field.status === "deprecated");
}
