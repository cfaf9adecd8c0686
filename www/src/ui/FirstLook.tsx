import { t } from "../i18n/index.ts";

/** The progress of the engine with skills that it checks for the first time. */
export function FirstLook({ progress }: { progress: number | null }) {
  if (progress === null) return null;
  return <progress class="first-look" value={progress} aria-label={t.value.compare.looking} />;
}
