// The rules that `--select` and `--ignore` leave.
import type { LintRequest } from "skillglass";
import { rules } from "skillglass";
import { UsageError } from "../exit.ts";
import { didYouMean } from "../print/near.ts";

/** Returns the levels that turn off all rules but the selected ones, and the ignored ones; codes and groups, several in a word with commas. */
export function levelsOf(select: readonly string[] | undefined, ignore: readonly string[] | undefined): NonNullable<LintRequest["rules"]> {
  if (!select && !ignore) return {};
  const all = rules();
  const selected = select ? codesOf("--select", select) : new Set(all.map(({ code }) => code));
  const ignored = codesOf("--ignore", ignore ?? []);
  return Object.fromEntries(all.flatMap(({ code }) => (selected.has(code) && !ignored.has(code) ? [] : [[code, "off"]])));
}

function codesOf(option: string, words: readonly string[]): Set<string> {
  const all = rules();
  const groups = [...new Set(all.map(({ group }) => group))];
  const codes = words
    .flatMap((word) => word.split(","))
    .map((word) => word.trim())
    .flatMap((word) => {
      const found = all.filter(({ code, group }) => code === word || group === word);
      if (found.length > 0) return found.map(({ code }) => code);
      const meant = didYouMean([...groups, ...all.map(({ code }) => code)], word);
      throw new UsageError(`${option}: there is no rule or group \`${word}\`${meant || `; groups are ${groups.join(", ")}`}`);
    });
  return new Set(codes);
}
