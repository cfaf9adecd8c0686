import type { Edition, HostId, WorkspaceOptions } from "skillglass";

/** The options of a workspace, those that every host has filled in. */
export interface HostOptions extends WorkspaceOptions {
  host: HostId;
  /** Null for the newest. */
  edition: Edition | null;
  cwd: string;
  home: string | null;
  /** Of the model, in tokens; null if unknown. */
  contextWindow: number | null;
  /** Files that the model has read or changed already, absolute. */
  touched: string[];
}
