import type { Signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { t } from "../i18n/index.ts";

/**
 * The progress bar while the engine checks skills for the first time. Renders nothing if `progress`
 * is null.
 */
export function FirstLook({ progress }: { progress: number | null }) {
  if (progress === null) return null;
  return <progress class="first-look" value={progress} aria-label={t.value.compare.looking} />;
}

/**
 * Increases the counter `look` while the engine checks skills for the first time. Each increase
 * makes the page ask the engine again, until all skills are checked.
 */
export function useFirstLook(answer: { progress: number | null } | null, look: Signal<number>): void {
  // This happens immediately, because otherwise the engine would seem to be idle between two steps.
  useLayoutEffect(() => {
    if (answer && answer.progress !== null) look.value++;
  }, [answer]);
}
