/** The methods that the engine's worker has beside those of the workspace. The page calls them one after another. */
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
  /** Takes the contents that were wanted; null for what cannot be read. */
  contents(files: readonly [path: string, contents: Contents | null][]): null;
  /** Takes paths of the tree before; a part with the same number adds to it. Null forgets the tree. */
  takeEarlier(paths: EarlierPaths | null): null;
  /** Takes the contents that were wanted of the tree before. */
  takeEarlierContents(files: readonly [path: string, contents: Contents | null][]): null;
  setOptions(options: HostOptions): null;
  /** Returns the differences of the catalog from the one that was returned before; null if there are none. */
  catalog(): CatalogPart | null;
  /** Answers a question; without a value when the last answer for its key was the same. */
  answer(asked: Asked): { value?: Questions[QuestionName]["answer"] };
}

/** The result of a method, or the files, of the workspace or of the tree before, that it has to know first: once they came it is called again. */
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
