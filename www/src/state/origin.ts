import { signal } from "@preact/signals";

export type Origin = "sample" | "example" | "link" | null;

/**
 * The source of the whole workspace, until a file of the workspace is changed. Samples and examples are replaced by a visitor's own files.
 */
export const origin = signal<Origin>("sample");
