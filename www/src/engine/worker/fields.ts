/** This module returns the fields that hosts know in the files of a skill. */
import type { Field, HostEdition } from "skillglass";
import { fields } from "skillglass";
import type { HostFields } from "../protocol/fields.ts";

/**
 * The fields that hosts know, by host and edition. They are the same for every workspace, so they
 * stay cached.
 */
const cache = new Map<string, Field[]>();

export function fieldsOf(hosts: readonly HostEdition[]): HostFields[] {
  return hosts.map(({ host, edition = null }) => {
    const key = `${host} ${edition}`;
    const all = cache.get(key) ?? fields({ host, edition });
    cache.set(key, all);
    return { host, fields: all };
  });
}
