import type { Edition, HostId, WorkspaceOptions } from "skillglass";

/**
 * The options of a workspace. The options that every host reads are required, unlike in
 * `WorkspaceOptions`.
 */
export interface HostOptions extends WorkspaceOptions {
  host: HostId;
  /** The edition of the host; null for its default edition. */
  edition: Edition | null;
  cwd: string;
  home: string | null;
  /** The size of the model's context window in tokens; null if unknown. */
  contextWindow: number | null;
  /** The absolute paths of files that the model has read or changed in the conversation. */
  touched: string[];
}
