/** The fields of a skill's files as the hosts know them: kept at hand while a file is open. */
import { computed } from "@preact/signals";
import { answer } from "../engine/client.ts";
import type { Field } from "skillglass";
import { options } from "../store.ts";
import { aimed, labelOf } from "./aimed.ts";

/** A field as one host takes it. */
export interface KnownField {
  host: string;
  field: Field;
}

const asked = answer("fields", () => (aimed.value.length > 0 ? aimed.value : undefined));

/** The tables of the hosts, the page's host first. */
export const hostFields = computed(() => {
  const chosen = options.value.host;
  return (asked.value ?? []).toSorted((a, b) => Number(b.host === chosen) - Number(a.host === chosen));
});

/** As a place in a text has a key: without the marks of lists. */
export const plainKey = ({ key }: Field) => key.replaceAll("[]", "");

/** What the hosts make of a key. */
export function known(file: Field["file"], key: string): KnownField[] {
  return hostFields.peek().flatMap(({ host, fields }) => fields.filter((field) => field.file === file && plainKey(field) === key).map((field) => ({ host, field })));
}

/** How long each host takes a description. */
export const descriptionLimits = computed(() =>
  hostFields.value.flatMap(({ host, fields }) => {
    const limit = fields.find(({ file, key }) => file === "frontmatter" && key === "description")?.limit;
    return limit ? [{ host, label: labelOf(host), ...limit }] : [];
  }),
);
