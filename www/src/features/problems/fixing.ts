/** This module applies fixes. Each fix shows a notice with a button that undoes the fix. */
import type { Diagnostic, Fix } from "skillglass";
import { aimedAndOwn } from "../../editor/judges.ts";
import { ask } from "../../engine/client.ts";
import type { FixPlan } from "../../engine/protocol/fixes.ts";
import { askStill } from "../../engine/still.ts";
import { edited, textIn } from "../../lib/text.ts";
import { amend } from "../../state/amend.ts";
import { contentsOf } from "../../state/files.ts";
import { aimed } from "../../state/hosts.ts";
import { notice } from "../../state/notice.ts";

/**
 * Applies the fix of a diagnostic. If the text has changed since the diagnostic was found, applies
 * the corresponding fix of the current text.
 */
export async function applyFix(diagnostic: Diagnostic, { title }: Fix): Promise<void> {
  const fix = await askStill("currentFix", { diagnostic, title, hosts: aimedAndOwn.peek() });
  if (fix) await apply(fix);
  else if (fix === null) notice.value = { text: ({ explain }) => explain.gone, refused: [] };
}

async function apply({ title, edits, renames }: Fix): Promise<void> {
  const files: { path: string; text: string }[] = [];
  for (const path of new Set(edits.map(({ path }) => path))) {
    const text = textIn(await contentsOf(path));
    if (text !== null)
      files.push({
        path,
        text: edited(
          text,
          edits.filter((edit) => edit.path === path),
        ),
      });
  }
  amend({ files, renames }, ({ explain }) => explain.fixed(title));
}

/**
 * Returns the changes that all safe fixes would make; undefined if the engine has stopped. The
 * visitor sees the changes before they are applied.
 */
export function safePlan(): Promise<FixPlan | undefined> {
  return ask("safeFixes", { hosts: aimed.peek() });
}

export function applyPlan(plan: FixPlan): void {
  amend(plan, ({ problems }) => problems.mended(plan.mended, plan.files.length));
}
