/** The fields of a skill's files as each host reads them. */
import * as skillglass from "skillglass";
import type { HostChoice } from "skillglass";

/** Until the package declares it. */
export interface Field {
  key: string;
  file: "frontmatter" | "agents/openai.yaml";
  kind:
    | { type: "text"; from: string }
    | { type: "boolean"; yes: string[]; no: string[]; quoted: boolean }
    | { type: "one-of"; values: string[]; numbers: boolean }
    | { type: "texts"; separators: string | null; list: boolean; values: string[] }
    | { type: "hint" }
    | { type: "map"; texts: boolean }
    | { type: "list" }
    | { type: "any" }
    | { type: "hooks"; events: string[] };
  required: boolean;
  limit: { characters: number; over: "skill-dropped" | "field-dropped" | "shortened" | "advised" } | null;
  pattern: string | null;
  anySpelling: boolean;
  status: "read" | "deprecated" | "kept" | "ignored";
  instead: string | null;
  summary: string;
}

/** A host with the fields that it knows. */
export interface HostFields {
  host: string;
  fields: Field[];
}

type Fields = (host: string, edition?: string | null) => Field[];

export function fieldsOf(hosts: readonly HostChoice[]): HostFields[] {
  const fields = (skillglass as unknown as { fields?: Fields }).fields;
  return hosts.map(({ host, edition }) => ({ host, fields: fields?.(host, edition ?? null) ?? [] }));
}
