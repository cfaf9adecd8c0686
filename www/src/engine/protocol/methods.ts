/**
 * This module has the types of the worker's methods that the engine's class `Workspace` does not
 * have. The page waits for the result of a method before it calls the next method.
 */
import type { RefusedPath } from "skillglass";
import type { Contents } from "../../lib/text.ts";
import type { Change } from "../../state/changes.ts";
import type { HostOptions } from "../../state/host-options.ts";
import type { Rows, Section } from "./catalog.ts";
import type { EarlierPaths } from "./changes.ts";
import type { Asked, QuestionName, Questions } from "./questions.ts";

export interface Methods {
  /**
   * Applies changes of files, in the order of the list. Returns the paths that the workspace
   * refused.
   */
  change(changes: readonly Change[]): RefusedPath[];
  /**
   * Receives file contents that the worker requested. The contents of a file that cannot be read
   * are null.
   */
  contents(files: readonly [path: string, contents: Contents | null][]): null;
  /**
   * Receives paths of the earlier tree, with which the workspace is compared. If the message has
   * the same `id` as the previous message, its paths are added to the tree. If the `id` is new, the
   * paths begin a new tree, which replaces the old tree. Null removes the tree.
   */
  takeEarlier(paths: EarlierPaths | null): null;
  /**
   * Receives file contents that the worker requested from the earlier tree, with which the
   * workspace is compared. The contents of a file that cannot be read are null.
   */
  takeEarlierContents(files: readonly [path: string, contents: Contents | null][]): null;
  setOptions(options: HostOptions): null;
  /**
   * Returns the next part of the differences between the current catalog and the catalog that was
   * sent last; null if there are no differences.
   */
  catalog(): CatalogPart | null;
  /**
   * Answers a question. `value` is absent if the answer is the same as the previous answer to a
   * question with the same `key`.
   */
  answer(asked: Asked): { value?: Questions[QuestionName]["answer"] };
}

/**
 * The result of a worker's method, or the paths of files that the method needs first. The page
 * sends these files, and calls the method again. `isEarlier` is true if the files are in the
 * earlier tree, with which the workspace is compared, and false if they are in the workspace.
 */
export type Outcome<T> = { result: T } | { wanted: string[]; isEarlier: boolean };

export interface CatalogPart {
  host: string;
  edition: string;
  splices: Splice[];
  /** True if there are further differences, which the next call of `catalog` returns. */
  more: boolean;
}

/** A change of a catalog's list: from index `at` on, `removed` rows are replaced by `rows`. */
export interface Splice<S extends Section = Section> {
  section: S;
  at: number;
  removed: number;
  rows: Rows[S][];
}
