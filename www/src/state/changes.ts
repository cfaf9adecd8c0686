import type { Contents } from "../lib/text.ts";

/**
 * A change of the workspace's files that the page sends to the engine. If `contents` is null, the
 * engine requests the contents of the file from the page when it needs them.
 */
export type Change =
  | { type: "write"; path: string; contents: Contents | null }
  | { type: "folder"; path: string }
  | { type: "remove"; path: string }
  | { type: "clear" };
