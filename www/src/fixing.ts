/** Applies what mends a diagnostic; the notice takes it back. */
import type { Fix } from "skillglass";
import { ask } from "./engine/client.ts";
import type { FixPlan } from "./engine/fixes.ts";
import { amend, contentsOf } from "./store.ts";
import { edited, textIn } from "./text.ts";
import { aimed } from "./views/aimed.ts";

export async function applyFix({ title, edits, renames }: Fix): Promise<void> {
  const files: { path: string; text: string }[] = [];
  for (const path of new Set(edits.map(({ path }) => path))) {
    const text = textIn(await contentsOf(path));
    if (text !== null) files.push({ path, text: edited(text, edits.filter((edit) => edit.path === path)) });
  }
  amend({ files, renames }, ({ explain }) => explain.fixed(title));
}

/** What all safe fixes would change, for a look before they are applied. */
export function safePlan(): Promise<FixPlan | undefined> {
  return ask("safeFixes", { hosts: aimed.peek() });
}

export function applyPlan(plan: FixPlan): void {
  amend(plan, ({ problems }) => problems.mended(plan.mended, plan.files.length));
}

