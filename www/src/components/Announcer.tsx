import { useEffect, useState } from "preact/hooks";
import { catalog } from "../store.ts";
import { plural } from "../text.ts";

/** A screen reader hears the counts when typing pauses, not at each keystroke. */
const PAUSE = 800;

export function Announcer() {
  const found = catalog.value;
  const counts = found
    ? `${plural(found.skills.length, "skill")} found, ${plural(found.errors.length, "error")}, ${found.leftOut.length} left out`
    : "";
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(counts), PAUSE);
    return () => clearTimeout(timer);
  }, [counts]);
  return <p class="unseen" aria-live="polite">{said}</p>;
}
