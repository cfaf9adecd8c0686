/** This module looks up single files in the catalog of the chosen host. */
import type { ReadonlySignal } from "@preact/signals";
import { computed } from "@preact/signals";
import { base, parent } from "../lib/paths.ts";
import { answer, catalog } from "./client.ts";

/**
 * Returns the name of the skill in the file at `path`. If the host loads no such skill, returns the
 * name of the file's folder.
 */
export function skillName(path: string): string {
  return catalog.value?.skills.find((skill) => skill.path === path)?.name ?? base(parent(path));
}

export type Mark = "loaded" | "cut" | "dropped" | "waits" | "disabled" | "error" | "left out";

const listed = answer("listed", () => null);

/**
 * How the chosen host treats each file that it considered, by path: for example loaded, cut or left
 * out.
 */
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
