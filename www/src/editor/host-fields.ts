/** The hosts' fields of a skill's files. They are loaded while a file is open. */
import { computed } from "@preact/signals";
import { answer, arrived } from "../engine/client.ts";
import { labelOf } from "../state/hosts.ts";
import { oneOfEach } from "./judges.ts";

const asked = answer("fields", () => (oneOfEach.value.length > 0 ? oneOfEach.value : undefined));

/** Waits until the engine has returned the fields. */
export const fieldsArrived = () => arrived(asked);

/** The tables of the hosts, the page's host first. */
export const hostFields = computed(() => asked.value ?? []);

/** The limit of a description in each host. */
export const descriptionLimits = computed(() =>
  hostFields.value.flatMap(({ host, fields }) => {
    const limit = fields.find(({ file, key }) => file === "frontmatter" && key === "description")?.limit;
    return limit ? [{ host, label: labelOf(host), ...limit }] : [];
  }),
);
