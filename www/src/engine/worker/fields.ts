/** The fields of a skill's files as each host reads them. */
import type { Field, HostEdition } from "skillglass";
import { fields } from "skillglass";
import type { HostFields } from "../protocol/fields.ts";

/** The fields by host and edition, which never change. */
const cache = new Map<string, Field[]>();

export function fieldsOf(hosts: readonly HostEdition[]): HostFields[] {
  return hosts.map(({ host, edition = null }) => {
    const key = `${host} ${edition}`;
    const all = cache.get(key) ?? fields({ host, edition });
    cache.set(key, all);
    return { host, fields: all };
  });
}
