/** The additional methods of the engine's worker, besides those of the workspace. The page calls them one after another. */
import type { RefusedPath } from "skillglass";
import type { Contents } from "../../lib/text.ts";
import type { Change } from "../../state/changes.ts";
import type { HostOptions } from "../../state/host-options.ts";
import type { Rows, Section } from "./catalog.ts";
import type { EarlierPaths } from "./changes.ts";
import type { Asked, QuestionName, Questions } from "./questions.ts";

export interface Methods {
  /** Makes changes in their order; returns the paths that the workspace refused. */
  change(changes: readonly Change[]): RefusedPath[];
  /** Takes the contents that the worker requested; null for a file that cannot be read. */
  contents(files: readonly [path: string, contents: Contents | null][]): null;
  /** Takes paths of the earlier tree. Paths with the same number are added to this tree. Null forgets the tree. */
  takeEarlier(paths: EarlierPaths | null): null;
  /** Takes the contents that the worker requested of the earlier tree. */
  takeEarlierContents(files: readonly [path: string, contents: Contents | null][]): null;
  setOptions(options: HostOptions): null;
  /** Returns the differences between the catalog and the last returned catalog; null if there are none. */
  catalog(): CatalogPart | null;
  /** Answers a question. The value is absent if it is the same as in the last answer for this key. */
  answer(asked: Asked): { value?: Questions[QuestionName]["answer"] };
}

/**
 * The result of a method, or a request for files of the workspace or of the earlier tree. After the page has sent the files, it calls the
 * method again.
 */
export type Outcome<T> = { result: T } | { wanted: string[]; isEarlier: boolean };

export interface CatalogPart {
  host: string;
  edition: string;
  splices: Splice[];
  /** True if there are more differences. */
  more: boolean;
}

/** Replaces `removed` rows from `at` on. */
export interface Splice<S extends Section = Section> {
  section: S;
  at: number;
  removed: number;
  rows: Rows[S][];
}
