import type { Edition, HostId, WorkspaceOptions } from "skillglass";

/** The options of a workspace. The options that every host has are always set. */
export interface HostOptions extends WorkspaceOptions {
  host: HostId;
  /** The edition; null for the newest. */
  edition: Edition | null;
  cwd: string;
  home: string | null;
  /** The model's context window in tokens; null if unknown. */
  contextWindow: number | null;
  /** Absolute paths of files that the model has already read or changed. */
  touched: string[];
}
