/** Applies what mends a diagnostic; the notice takes it back. */
import type { Fix } from "skillglass";
import { ask } from "./engine/client.ts";
import { planOf } from "./engine/fixes.ts";
import type { FixPlan } from "./engine/fixes.ts";
import type { Contents } from "./engine/protocol.ts";
import { amend, contentsOf } from "./store.ts";
import { aimed } from "./views/aimed.ts";

export async function applyFix(fix: Fix): Promise<void> {
  const contents = new Map<string, Contents | null>();
  for (const { path } of fix.edits) if (!contents.has(path)) contents.set(path, await contentsOf(path));
  amend(planOf([fix], (path) => contents.get(path) ?? null), ({ explain }) => explain.fixed(fix.title));
}

/** What all safe fixes would change, for a look before they are applied. */
export function safePlan(): Promise<FixPlan | undefined> {
  return ask("safeFixes", { hosts: aimed.peek() });
}

export function applyPlan(plan: FixPlan): void {
  amend(plan, ({ problems }) => problems.mended(plan.mended, plan.files.length));
}

