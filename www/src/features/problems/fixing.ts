/** Applies fixes of diagnostics. The notice has a button that undoes them. */
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

/** Applies a fix. The finding may be from a text that has changed since, so the fix for the current finding is applied. */
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

/** Returns the changes of all safe fixes. They are shown before they are applied. */
export function safePlan(): Promise<FixPlan | undefined> {
  return ask("safeFixes", { hosts: aimed.peek() });
}

export function applyPlan(plan: FixPlan): void {
  amend(plan, ({ problems }) => problems.mended(plan.mended, plan.files.length));
}
