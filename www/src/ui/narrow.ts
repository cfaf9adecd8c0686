/**
 * This module has a signal that is true while the window is so narrow that the page shows one pane
 * at a time.
 */
import { signal } from "@preact/signals";

const query = matchMedia("(max-width: 900px)");

export const narrow = signal(query.matches);
query.addEventListener("change", () => (narrow.value = query.matches));
