import { useEffect, useState } from "preact/hooks";
import { catalog } from "../engine/client.ts";
import { t } from "../i18n/index.ts";

/**
 * A screen reader announces the counts of problems after a pause in typing of this many
 * milliseconds, and not at each keystroke.
 */
const PAUSE = 800;

export function Announcer() {
  const found = catalog.value;
  const counts = found ? t.value.page.counts(found.skills.length, found.errors.length, found.leftOut.length) : "";
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(counts), PAUSE);
    return () => clearTimeout(timer);
  }, [counts]);
  return (
    <p class="unseen" aria-live="polite">
      {said}
    </p>
  );
}
