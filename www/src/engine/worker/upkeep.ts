/**
 * This module answers questions about maintenance: changes of a budget plan, symptoms of outdated
 * skills, and dependencies.
 */
import type { BudgetPlan, BudgetPlanRequest, Inventory } from "skillglass";
import type { DependenciesAsk, HealthAnswer, HealthAsk, PlanFilesAsk } from "../protocol/upkeep.ts";
import type { Engine } from "./engine.ts";
import { firstLook, keyOf, memo, readForHosts, readForRules } from "./memo.ts";

export function budgetPlan(request: BudgetPlanRequest, { workspace, files }: Engine): BudgetPlan {
  // A skill that stays as it is may have been deleted.
  const keep = request.keep?.filter((path) => files.has(path)) ?? [];
  return memo(workspace, `budget ${JSON.stringify(request)}`, () => workspace.budgetPlan({ ...request, keep }));
}

/**
 * Returns the text that each affected file would have after the requested changes of a budget plan,
 * by path. Returns null if a change is no longer possible, for example because the visitor has
 * deleted the skill.
 */
export function planFiles(request: PlanFilesAsk, { workspace }: Engine): Record<string, string> | null {
  try {
    return workspace.budgetFiles(request);
  } catch (error) {
    if (error instanceof Error && error.name === "ArgumentError") return null;
    throw error;
  }
}

let former: Pick<HealthAnswer, "report" | "sound"> = { report: null, sound: 0 };

export function health({ today, newest, hosts }: HealthAsk, engine: Engine): HealthAnswer {
  readForHosts(engine, hosts);
  readForRules(engine, hosts);
  const progress = firstLook(engine, "lint", hosts);
  if (progress !== null) return { progress, ...former };
  const { workspace } = engine;
  const key = `health ${today} ${JSON.stringify(newest)} ${keyOf(hosts)}`;
  const { skills } = memo(workspace, key, () => workspace.health({ today, hosts, ...(newest && { newest }) }));
  const outdated = skills.filter(({ symptoms }) => symptoms.length > 0);
  former = { report: { today, skills: outdated }, sound: skills.length - outdated.length };
  return { progress, ...former };
}

export function dependencies({ hosts, installed, without }: DependenciesAsk, engine: Engine): Inventory {
  const { workspace, files, read } = engine;
  readForHosts(engine, hosts);
  const removed = without !== null && files.has(without) ? [without] : [];
  const inventory = workspace.dependencies({ hosts, ...(installed && { installed }), without: removed });
  // Requests the files beside skills that the page has not sent yet.
  read(inventory.unread);
  return inventory;
}
