import type { Contents } from "../lib/text.ts";

/** A change of the files, as the engine takes it. Contents may be null: the engine asks for them when the host would read them. */
export type Change =
  | { type: "write"; path: string; contents: Contents | null }
  | { type: "folder"; path: string }
  | { type: "remove"; path: string }
  | { type: "clear" };
