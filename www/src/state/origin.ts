import { signal } from "@preact/signals";

export type Origin = "sample" | "example" | "link" | null;

/**
 * The origin of the current workspace; null if it is the visitor's own or has been changed. An
 * import replaces an unchanged sample or example.
 */
export const origin = signal<Origin>("sample");
