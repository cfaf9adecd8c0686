/**
 * What the page and the engine's worker say to each other. The page sends rounds (changes, then questions), one at a time; the
 * worker answers with what is different from what it sent before. A new question is one line in `Questions` and one handler in
 * answers.ts.
 */
import type {
  Catalog, Diagnostic, Fix, HostChoice, HostEditions, Ignored, Invocation, LeftOut, Listing, RefusedPath, RequestOutput, Root, Rule, Skill, SkillCall,
  SkillComparison, SkillError, Turn, WorkspaceOptions,
} from "skillglass";

import type { CompareAnswer, CompareAsk } from "../worker/compare.ts";
import type { HostFields } from "../worker/fields.ts";
import type { FixAsk, FixPlan } from "../worker/fixes.ts";
import type { ModelAnswer } from "../worker/model.ts";
import type { Mended, OpenProblems } from "../worker/open-file.ts";
import type { Lines, ProblemTextAsk, SeverityWords } from "../worker/problem-text.ts";
import type { ProblemsAnswer, ProblemsAsk } from "../worker/problems.ts";
import type { DuplicatesAnswer, FoundSkill, SearchAnswer } from "../worker/search.ts";

export type {
  Catalog, Comparison, ContextChanges, Fork, Hook, HostEditions, Ignored, Invocation, InvocationOutcome, InvocationRequest, LeftOut, Listing, Mention,
  Message, Permission, Place, Plugin, RefusedPath, RequestOutput, Root, Scope, Skill, SkillCall, SkillError, SkillEvent, SkillTool, Turn,
} from "skillglass";

/** A file as the engine takes it. */
export type Contents = string | Uint8Array;

/** The options of a workspace, those that every host has filled in. */
export interface HostOptions extends WorkspaceOptions {
  host: string;
  /** Null for the newest. */
  edition: string | null;
  cwd: string;
  home: string | null;
  /** Of the model, in tokens; null if unknown. */
  contextWindow: number | null;
  /** Files that the model has read or changed already, absolute. */
  touched: string[];
}

/** A skill as the views list it: the rest of it is the answer to the question `skill`. */
export interface SkillRow extends Omit<Skill, "interface" | "dependencies" | "policy" | "frontmatter"> {
  /** The frontmatter's `name`, `paths` and `argument-hint`. */
  label: string | null;
  paths: string[];
  argumentHint: string | null;
}

/** The parts of a catalog that are lists, kept on both sides and changed row by row. */
export interface Rows {
  skills: SkillRow;
  errors: SkillError;
  leftOut: LeftOut;
  ignored: Ignored;
  roots: Root;
  refused: RefusedPath;
}
export type Section = keyof Rows;
export const SECTIONS: readonly Section[] = ["skills", "errors", "leftOut", "ignored", "roots", "refused"];

/** The catalog as the page keeps it. */
export type PageCatalog = Pick<Catalog, "host" | "edition"> & { [S in Section]: readonly Rows[S][] };

/** An output that was handed back, with what was run for it: an edit can put another command in its place. */
export interface GivenOutput {
  id: string;
  run: string;
  output: RequestOutput;
}

/** The list without its entries, which are as many as there are skills. */
export type ListingText = Omit<Listing, "entries" | "attachment" | "events">;

/** What the page can ask: name → what it says, and what it gets. */
export interface Questions {
  /** All about the skill of this path. */
  skill: { ask: string; answer: Skill | null };
  listing: { ask: null; answer: ListingText };
  /** The skills of the list with what each costs. */
  entries: { ask: null; answer: Listing["entries"] };
  /** The names of the skills of the list. */
  names: { ask: null; answer: string[] };
  /** One prompt, with the outputs that fit what it asks for. */
  turn: { ask: { prompt: string; connectors: string[]; given: GivenOutput[] }; answer: Turn };
  /** The model's call of the host's tool; null where the host has none. */
  invoke: { ask: { call: Omit<SkillCall, "outputs">; given: GivenOutput[] }; answer: Invocation | null };
  /** Which of `/` and `$` the host takes before this skill's name, found out by trying: no host says it in words. */
  sigils: { ask: string; answer: Pick<Catalog, "host" | "edition"> & { sigils: Sigil[] } };
  /** The paths of skills that the list shows cut, and those that it does not show at all. */
  listed: { ask: null; answer: { cut: string[]; dropped: string[] } };
  /** The list with what each skill takes of the budget. */
  model: { ask: null; answer: ModelAnswer };
  /** A window of the table of hosts × skills. */
  compare: { ask: CompareAsk; answer: CompareAnswer };
  comparedSkill: { ask: { path: string; hosts: HostChoice[] }; answer: SkillComparison | null };
  /** A window of all diagnostics. */
  problems: { ask: ProblemsAsk; answer: ProblemsAnswer };
  /** Those that pass the filter as a text to take elsewhere. */
  problemText: { ask: ProblemTextAsk; answer: Blob };
  worstProblems: { ask: { hosts: HostChoice[]; words: SeverityWords; most: number }; answer: Lines };
  fileProblems: { ask: { path: string; hosts: HostChoice[] }; answer: Diagnostic[] };
  /** What applying every safe fix would change. */
  safeFixes: { ask: { hosts: HostChoice[] }; answer: FixPlan };
  /** A fix that was found a moment ago, for the files as they are now. */
  currentFix: { ask: FixAsk; answer: Fix | null };
  rules: { ask: null; answer: Rule[] };
  search: { ask: { request: string; limit: number }; answer: SearchAnswer };
  /** The skills that reach a share of this one's score for its own words; null for no skill. */
  competitors: { ask: { path: string; closeness: number }; answer: FoundSkill[] | null };
  duplicates: { ask: { threshold: number; limit: number }; answer: DuplicatesAnswer };
  /** What is wrong with the file in the editor. */
  openProblems: { ask: { path: string; hosts: HostChoice[] }; answer: OpenProblems };
  /** What the safe fixes make of the skill of that file; null if it belongs to none. */
  mended: { ask: { path: string; hosts: HostChoice[] }; answer: Mended | null };
  /** The fields that each of these hosts knows. */
  fields: { ask: HostChoice[]; answer: HostFields[] };
}
export type QuestionName = keyof Questions;

/** What may stand before a skill's name. */
export type Sigil = "/" | "$";

/** A question that was asked; `key` says which others it replaces. */
export interface Asked<N extends QuestionName = QuestionName> {
  id: number;
  key: string;
  name: N;
  ask: Questions[N]["ask"];
}

/** A change of the files. Contents may be null: the engine then asks for them when the host would read them. */
export type Change =
  | { type: "write"; path: string; contents: Contents | null }
  | { type: "folder"; path: string }
  | { type: "remove"; path: string }
  | { type: "clear" };

export type ToWorker =
  | { type: "changes"; changes: Change[] }
  /** Ends a round: all its changes have been sent. */
  | { type: "round"; options: HostOptions | null; questions: Asked[] }
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
  | { type: "wanted"; paths: string[] }
  /** Rows of the catalog; they count once `catalog` has come. */
  | { type: "rows"; splices: Splice[] }
  | { type: "catalog"; host: string; edition: string }
  | { type: "answer"; id: number; key: string; answer: Questions[QuestionName]["answer"] }
  /** The same as the last answer for this key. */
  | { type: "unchanged"; id: number; key: string }
  /** What was asked is wrong, and why. */
  | { type: "wrong"; id: number; key: string; message: string }
  | { type: "done"; refused: RefusedPath[]; wrongOptions: string | null };
