import type { Workspace, WorkspaceOptions } from "skillglass";
import type { Contents } from "../../lib/text.ts";

/** The data and functions that the handler of a question gets. */
export interface Engine {
  workspace: Workspace;
  /** The options of the workspace. The object is replaced whenever options are set. */
  options: WorkspaceOptions;
  /**
   * The contents of all files in the workspace by path. The contents are null until the page has
   * sent them.
   */
  files: ReadonlyMap<string, Contents | null>;
  /** A number that changes whenever a path is added or removed. */
  structure: number;
  /**
   * Requests the contents of files that the host itself would not read. If the worker lacks some of
   * them, the current answer is cancelled. The page then sends these files and asks again.
   */
  read(paths: readonly string[]): void;
}
