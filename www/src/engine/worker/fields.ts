/** The fields of a skill's files as each host reads them. */
import { fields } from "skillglass";
import type { Field, HostChoice } from "skillglass";
import type { HostFields } from "../protocol/fields.ts";

/** They are the same as long as the editions are. */
const kept = new Map<string, Field[]>();

export function fieldsOf(hosts: readonly HostChoice[]): HostFields[] {
  return hosts.map(({ host, edition = null }) => {
    const key = `${host} ${edition}`;
    const all = kept.get(key) ?? fields(host, edition);
    kept.set(key, all);
    return { host, fields: all };
  });
}
