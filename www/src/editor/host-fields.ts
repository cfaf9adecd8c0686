/** The fields of a skill's files as the hosts know them, at hand while a file is open. */
import { computed } from "@preact/signals";
import type { Field } from "skillglass";
import { answer, arrived } from "../engine/client.ts";
import { labelOf } from "../state/hosts.ts";
import { oneOfEach } from "./judges.ts";

/** A field as one host takes it. */
export interface KnownField {
  host: string;
  field: Field;
}

const asked = answer("fields", () => (oneOfEach.value.length > 0 ? oneOfEach.value : undefined));

/** Waits for the engine, as long as nobody knows any field. */
export const fieldsArrived = () => arrived(asked);

/** The tables of the hosts, the page's host first. */
export const hostFields = computed(() => asked.value ?? []);

/** As a place in a text has a key: without the marks of lists. */
export const plainKey = ({ key }: Field) => key.replaceAll("[]", "");

/** A key as each host takes it. */
export function known(file: Field["file"], key: string): KnownField[] {
  return hostFields
    .peek()
    .flatMap(({ host, fields }) =>
      fields.filter((field) => field.file === file && plainKey(field) === key).map((field) => ({ host, field })),
    );
}

/** The limit of a description in each host. */
export const descriptionLimits = computed(() =>
  hostFields.value.flatMap(({ host, fields }) => {
    const limit = fields.find(({ file, key }) => file === "frontmatter" && key === "description")?.limit;
    return limit ? [{ host, label: labelOf(host), ...limit }] : [];
  }),
);
