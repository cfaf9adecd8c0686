/**
 * This module finds fixes for the current files: one chosen fix, or all safe fixes with the lines
 * that they change.
 */
import type { Diagnostic, Fix, HostEdition } from "skillglass";
import { beforeRenames } from "../../lib/paths.ts";
import { textIn } from "../../lib/text.ts";
import type { ChangedLines, FixAsk, FixedFile, FixPlan } from "../protocol/fixes.ts";
import { safeFixOf } from "../shared/safe-fixes.ts";
import type { Engine } from "./engine.ts";
import { ofSkill, skillOf } from "./open-file.ts";
import { diagnostics } from "./problems.ts";

/**
 * Returns the current version of a fix that was found for earlier texts; null if nothing is left to
 * fix.
 */
export function currentFix({ diagnostic: { path, code, range }, title, hosts }: FixAsk, engine: Engine): Fix | null {
  const found = ofSkill(path, hosts, engine) ?? diagnostics(hosts, engine);
  const moved = (one: Diagnostic) => Math.abs(one.range.start.offset - range.start.offset);
  const fixed = (one: Diagnostic) => one.fixes.find((fix) => fix.title === title);
  const same = found.filter((one) => one.path === path && one.code === code && fixed(one)).sort((a, b) => moved(a) - moved(b));
  return (same[0] && fixed(same[0])) ?? null;
}

/**
 * Returns the changes of files after all safe fixes. The workspace applies fixes repeatedly, until
 * no safe fix is left.
 */
export function safeFixes({ hosts }: { hosts: HostEdition[] }, engine: Engine): FixPlan {
  const { workspace, files } = engine;
  const titles = new Map<string, string[]>();
  const skills = new Set<string>();
  for (const one of diagnostics(hosts, engine)) {
    const fix = safeFixOf(one);
    if (!fix) continue;
    skills.add(skillOf(one.path, files) ?? one.path);
    for (const edit of fix.edits) {
      const known = titles.get(edit.path) ?? [];
      titles.set(edit.path, known.includes(fix.title) ? known : [...known, fix.title]);
    }
  }
  if (skills.size === 0) return { files: [], renames: [], mended: 0 };
  const { renames, files: texts, applied } = workspace.fix({ hosts, skills: [...skills] });
  engine.read(Object.keys(texts).map((path) => beforeRenames(path, renames)));
  const changed = Object.entries(texts).flatMap(([now, after]): FixedFile[] => {
    const path = beforeRenames(now, renames);
    const before = textIn(files.get(path) ?? null);
    return before === null ? [] : [{ path, titles: titles.get(path) ?? [], change: changeBetween(before, after), text: after }];
  });
  return { files: changed, renames, mended: Object.values(applied).reduce((sum, count) => sum + count, 0) };
}

/** Returns all lines from the first to the last difference between two texts. */
function changeBetween(before: string, after: string): ChangedLines {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return { line: start + 1, before: old.slice(start, old.length - end), after: now.slice(start, now.length - end) };
}
