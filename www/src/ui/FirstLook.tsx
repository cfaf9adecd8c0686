import type { Signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { t } from "../i18n/index.ts";

/** The progress of the engine with skills that it checks for the first time. */
export function FirstLook({ progress }: { progress: number | null }) {
  if (progress === null) return null;
  return <progress class="first-look" value={progress} aria-label={t.value.compare.looking} />;
}

/** Increases a counter, which repeats the question of an answer, while the engine is still in its first check. */
export function useFirstLook(answer: { progress: number | null } | null, look: Signal<number>): void {
  // This happens immediately, because otherwise the engine would seem to be idle between two steps.
  useLayoutEffect(() => {
    if (answer && answer.progress !== null) look.value++;
  }, [answer]);
}
