// Descriptions of the symptoms that `health` names in brackets, as in the table of docs/health.md. The symptom `missing-file` has the page
// of the rule with the same code.
import type { HealthKind } from "skillglass";

export const SYMPTOMS: Readonly<Record<Exclude<HealthKind, "missing-file">, string>> = {
  "retired-model": "a model no longer works, or will stop working within 90 days. Name a model that works",
  "past-date": "the text holds until a day that has passed, such as `until March 2025`. Check the text, and remove the day",
  "dropped-field":
    "earlier editions of the host read the field, but this edition does not, or another field replaces it. Remove or replace the field",
  "old-version": "a pinned version is older than the version of --newest. Check the text with the newest version",
  "unused-description": "few of the description's words occur in the skill's files. Make the description match the text",
  "missing-anchor": "a link leads to a heading that does not exist. Correct the part of the link after `#`",
  overlap: "another skill has nearly the same description. Describe when to use the one and when the other, or merge the skills",
  "old-review": "the day of the last check is more than a year ago. Check the text, and write the new day",
};
