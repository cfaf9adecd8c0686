/**
 * The messages between the page and the engine's worker. The page sends rounds (changes, then questions), one at a time; the worker
 * answers with the differences from what it sent before.
 */
import type { HostEditions, RefusedPath } from "skillglass";
import type { Contents } from "../../lib/text.ts";
import type { Change } from "../../state/changes.ts";
import type { HostOptions } from "../../state/host-options.ts";
import type { Rows, Section } from "./catalog.ts";
import type { Asked, QuestionName, Questions } from "./questions.ts";

export type ToWorker =
  | { type: "changes"; changes: Change[] }
  /** Ends a round: all its changes have been sent. */
  | { type: "round"; options: HostOptions | null; questions: Asked[] }
  /** Asks for a sign of life, in the middle of a round, too. */
  | { type: "alive?" }
  /** The contents that the worker wanted; null for what cannot be read. */
  | { type: "contents"; files: [path: string, contents: Contents | null][]; last: boolean };

/** Replaces `removed` rows from `at` on. */
export interface Splice<S extends Section = Section> {
  section: S;
  at: number;
  removed: number;
  rows: Rows[S][];
}

export type FromWorker =
  | { type: "ready"; hosts: HostEditions[] }
  | { type: "failed"; message: string }
  | { type: "alive" }
  | { type: "wanted"; paths: string[] }
  /** Rows of the catalog; they count once `catalog` has come. */
  | { type: "rows"; splices: Splice[] }
  | { type: "catalog"; host: string; edition: string }
  | { type: "answer"; id: number; key: string; answer: Questions[QuestionName]["answer"] }
  /** The same as the last answer for this key. */
  | { type: "unchanged"; id: number; key: string }
  /** The question is wrong, and why. */
  | { type: "wrong"; id: number; key: string; message: string }
  | { type: "done"; refused: RefusedPath[]; wrongOptions: string | null };
