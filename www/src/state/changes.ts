import type { Contents } from "../lib/text.ts";

/**
 * A change of the workspace's files, as the engine accepts it. With null contents, the engine
 * requests the contents when the host would read the file.
 */
export type Change =
  | { type: "write"; path: string; contents: Contents | null }
  | { type: "folder"; path: string }
  | { type: "remove"; path: string }
  | { type: "clear" };
