import type { SupportLevel } from "skillglass";
import { t } from "../../i18n/index.ts";

export const LEVELS: readonly SupportLevel[] = ["works", "partly", "ignored", "breaks"];

const MARKS: Readonly<Record<SupportLevel, string>> = { works: "✓", partly: "◐", ignored: "–", breaks: "✗" };

/** A level of support for a feature, as an icon and a word. */
export function Level({ level }: { level: SupportLevel }) {
  return (
    <span class={`level ${level}`}>
      <b aria-hidden="true">{MARKS[level]}</b> {t.value.support.levels[level]}
    </span>
  );
}
