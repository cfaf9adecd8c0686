/**
 * This module asks the engine for the fields that each host knows in a skill's files. It asks only
 * while a file is open.
 */
import { computed } from "@preact/signals";
import { answer, arrived } from "../engine/client.ts";
import { labelOf } from "../state/hosts.ts";
import { oneOfEach } from "./judges.ts";

const asked = answer("fields", () => (oneOfEach.value.length > 0 ? oneOfEach.value : undefined));

/** Waits until the engine has returned the fields. */
export const fieldsArrived = () => arrived(asked);

/** The fields that each host knows. The host that is chosen on the page comes first. */
export const hostFields = computed(() => asked.value ?? []);

/** The maximum length of a description in each host that has a limit. */
export const descriptionLimits = computed(() =>
  hostFields.value.flatMap(({ host, fields }) => {
    const limit = fields.find(({ file, key }) => file === "frontmatter" && key === "description")?.limit;
    return limit ? [{ host, label: labelOf(host), ...limit }] : [];
  }),
);
