/**
 * This module describes the folders that an import skipped. It groups them by name, because
 * hundreds can have the same name.
 */
import type { Texts } from "../../i18n/index.ts";
import { base } from "../../lib/paths.ts";

export function skippedWords(paths: readonly string[]): (t: Texts) => string {
  const times = new Map<string, number>();
  for (const path of paths) times.set(base(path), (times.get(base(path)) ?? 0) + 1);
  return ({ open }) => open.skipped(Array.from(times, ([name, n]) => open.skippedFolder(name, n)).join(", "));
}
