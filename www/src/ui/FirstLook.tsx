import { t } from "../i18n/index.ts";

/** How far the engine is with what it sees for the first time. */
export function FirstLook({ progress }: { progress: number | null }) {
  if (progress === null) return null;
  return <progress class="first-look" value={progress} aria-label={t.value.compare.looking} />;
}
