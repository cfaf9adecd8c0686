import { signal } from "@preact/signals";

export type Origin = "sample" | "example" | "link" | null;

/** The source of the whole workspace, until a file of it is changed. Samples and examples make room for a visitor's own files. */
export const origin = signal<Origin>("sample");
