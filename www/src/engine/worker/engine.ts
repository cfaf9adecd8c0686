import type { Workspace, WorkspaceOptions } from "skillglass";
import type { Contents } from "../../lib/text.ts";

/** The data and functions with which a question is answered. */
export interface Engine {
  workspace: Workspace;
  /** The options of the workspace. The object is replaced whenever options are set. */
  options: WorkspaceOptions;
  /** All files. A file with null has not been read. */
  files: ReadonlyMap<string, Contents | null>;
  /** A number that changes whenever a path is added or removed. */
  structure: number;
  /**
   * Requests contents of files that the host would not read from the page. If contents are missing, the current answer ends, and the page
   * asks again after it has sent them.
   */
  read(paths: readonly string[]): void;
}
