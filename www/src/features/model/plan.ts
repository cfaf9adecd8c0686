import type { BudgetMeans, BudgetPlan, ListingReport } from "skillglass";
import { same } from "../../lib/same.ts";

/**
 * The list of skills and the choices of the visitor, for which the page should show a budget plan.
 */
export interface Wanted {
  host: string;
  edition: string;
  window: number | null;
  report: ListingReport;
  allowed: readonly BudgetMeans[];
  kept: ReadonlyMap<string, unknown>;
}

/**
 * Returns true if a plan was computed for the list and the choices in `wanted`. If not, the page is
 * still showing an older plan.
 */
export function isFor({ host, edition, window, before, changes }: Omit<BudgetPlan, "files">, wanted: Wanted): boolean {
  return (
    host === wanted.host &&
    edition === wanted.edition &&
    window === wanted.window &&
    same(before, wanted.report) &&
    changes.every(({ means, skill }) => wanted.allowed.includes(means) && !wanted.kept.has(skill))
  );
}
