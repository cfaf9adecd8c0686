/** The chosen host's catalog, file by file. */
import type { ReadonlySignal } from "@preact/signals";
import { computed } from "@preact/signals";
import { base, parent } from "../lib/paths.ts";
import { answer, catalog } from "./client.ts";

/** Returns the name of a skill by its path. If the host has no such skill, returns the folder's name. */
export function skillName(path: string): string {
  return catalog.value?.skills.find((skill) => skill.path === path)?.name ?? base(parent(path));
}

export type Mark = "loaded" | "cut" | "dropped" | "waits" | "disabled" | "error" | "left out";

const listed = answer("listed", () => null);

/** The fate of each file that the host considered. */
export const marks: ReadonlySignal<ReadonlyMap<string, Mark>> = computed(() => {
  const marks = new Map<string, Mark>();
  const found = catalog.value;
  if (!found) return marks;
  for (const left of found.leftOut) marks.set(left.path, "left out");
  for (const error of found.errors) marks.set(error.path, "error");
  for (const skill of found.skills) marks.set(skill.path, !skill.enabled ? "disabled" : skill.active ? "loaded" : "waits");
  const { cut = [], dropped = [] } = listed.value ?? {};
  for (const path of cut) if (marks.get(path) === "loaded") marks.set(path, "cut");
  for (const path of dropped) if (marks.get(path) === "loaded") marks.set(path, "dropped");
  return marks;
});
