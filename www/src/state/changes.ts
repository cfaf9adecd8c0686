import type { Contents } from "../lib/text.ts";

/** A change of the files in the form for the engine. Contents may be null: the engine requests them if the host would read the file. */
export type Change =
  | { type: "write"; path: string; contents: Contents | null }
  | { type: "folder"; path: string }
  | { type: "remove"; path: string }
  | { type: "clear" };
