// Reads which rules `--select`, `--ignore` and `--locked` choose.
import type { Level, LintRequest, Rule } from "skillglass";
import { rules } from "skillglass";
import { UsageError } from "../exit.ts";
import { didYouMean } from "../print/near.ts";

/**
 * Converts `--select` and `--ignore` to the severity of each rule. Each word contains codes and
 * groups of rules, separated by commas. Rules that are not selected, or that are ignored, are off.
 * With `isLocked`, the rules about lock files report errors, unless they are ignored.
 */
export function levelsOf(
  select: readonly string[] | undefined,
  ignore: readonly string[] | undefined,
  isLocked: boolean,
): NonNullable<LintRequest["rules"]> {
  if (!select && !ignore && !isLocked) return {};
  const all = rules();
  const selected = select ? codesOf("--select", select) : new Set(all.map(({ code }) => code));
  const ignored = codesOf("--ignore", ignore ?? []);
  const levelOf = ({ code, group }: Rule): Level | null => {
    if (ignored.has(code)) return "off";
    if (isLocked && group === "locks") return "error";
    return selected.has(code) ? null : "off";
  };
  return Object.fromEntries(
    all.flatMap((rule) => {
      const level = levelOf(rule);
      return level === null ? [] : [[rule.code, level]];
    }),
  );
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
