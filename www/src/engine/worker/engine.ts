import type { Workspace, WorkspaceOptions } from "skillglass";
import type { Contents } from "../../lib/text.ts";

/** The means by which a question is answered. */
export interface Engine {
  workspace: Workspace;
  /** The options of the workspace: another object whenever they are set. */
  options: WorkspaceOptions;
  /** All files; those with null have not been read. */
  files: ReadonlyMap<string, Contents | null>;
  /** Another number whenever a path has come or gone. */
  structure: number;
  /** Has the page send the contents of files that the host would not read: until they are there the answer ends here, and is asked for again. */
  read(paths: readonly string[]): void;
}
