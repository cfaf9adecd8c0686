/** The way from a diagnostic to its explanation; none where the page has nothing that explains. */
import type { Diagnostic } from "skillglass";

export const why: ((diagnostic: Diagnostic) => void) | null = null;
