/**
 * This module lists the questions that the page asks the worker. A new question needs a line in
 * `Questions` and a handler in worker/answers.ts.
 */
import type {
  BudgetPlan,
  BudgetPlanRequest,
  Changelog,
  Diagnostic,
  Fix,
  HostDiff,
  HostEdition,
  HostRequest,
  Inventory,
  Invocation,
  Listing,
  Rule,
  Since,
  Skill,
  SkillCall,
  SkillComparison,
  Support,
  TriggersReport,
  Turn,
  UsageTurn,
} from "skillglass";
import type { ChangelogAsk, EditionsAsk, SinceAsk, TreesAnswer, TreesAsk } from "./changes.ts";
import type { CompareAnswer, CompareAsk } from "./compare.ts";
import type { HostFields } from "./fields.ts";
import type { FixAsk, FixPlan } from "./fixes.ts";
import type { ListingText, ModelAnswer } from "./model.ts";
import type { Mended, OpenProblems } from "./open-file.ts";
import type { RecordedOutput } from "./outputs.ts";
import type { PassagesAnswer, PassagesAsk } from "./passages.ts";
import type { Lines, ProblemTextAsk, SeverityWords } from "./problem-text.ts";
import type { ProblemsAnswer, ProblemsAsk } from "./problems.ts";
import type { DuplicatesAnswer, FoundSkill, SearchAnswer } from "./search.ts";
import type { SigilsAnswer, SigilsAsk } from "./sigils.ts";
import type { RequestAsk, TriggersAsk } from "./triggers.ts";
import type { DependenciesAsk, HealthAnswer, HealthAsk, PlanFilesAsk } from "./upkeep.ts";
import type { TurnsAsk, UsageAnswer, UsageAsk } from "./usage.ts";

/**
 * Each question of the page to the worker: its name, the type of its parameters, and the type of
 * its answer.
 */
export interface Questions {
  /** All fields of the skill in the file at this path; null if the host loads no such skill. */
  skill: { ask: string; answer: Skill | null };
  listing: { ask: null; answer: ListingText };
  /** The skills in the list that the model gets, each with its cost. */
  entries: { ask: null; answer: Listing["entries"] };
  /** All names of the skills in the list that the model gets, including the skills' aliases. */
  names: { ask: null; answer: string[] };
  /**
   * The turn of the host after one prompt. `outputs` has the outputs of the commands that the turn
   * needs.
   */
  turn: { ask: { prompt: string; connectors: string[]; outputs: RecordedOutput[] }; answer: Turn };
  /**
   * The result when the model calls the host's tool for a skill; null if the host has no such tool.
   */
  invoke: { ask: { call: Omit<SkillCall, "outputs">; outputs: RecordedOutput[] }; answer: Invocation | null };
  /** The characters, such as `/`, that the host accepts before a skill's name in a prompt. */
  sigils: { ask: SigilsAsk; answer: SigilsAnswer };
  /**
   * The paths of the skills that the model does not see completely. `cut` has the skills whose
   * descriptions are shortened in the list, and `dropped` has the skills that are not in the list.
   */
  listed: { ask: null; answer: { cut: string[]; dropped: string[] } };
  /** The list that the model gets, with each skill's share of the budget. */
  model: { ask: null; answer: ModelAnswer };
  /**
   * The smallest set of changes to skills after which the host's list for the model shows every
   * skill whole.
   */
  budgetPlan: { ask: BudgetPlanRequest; answer: BudgetPlan };
  /**
   * The text that each affected file would have after the chosen changes of a budget plan, by path.
   * Null if one of the changes is no longer possible.
   */
  planFiles: { ask: PlanFilesAsk; answer: Record<string, string> | null };
  /** The rows `from` to `to` of the table that compares skills in several hosts. */
  compare: { ask: CompareAsk; answer: CompareAnswer };
  comparedSkill: { ask: { path: string; hosts: HostEdition[] }; answer: SkillComparison | null };
  /** The differences between two editions of a host for the skills of the workspace. */
  editions: { ask: EditionsAsk; answer: HostDiff };
  /**
   * How each edition of a host treats a skill; null if the workspace does not have the skill's
   * file.
   */
  since: { ask: SinceAsk; answer: Since | null };
  /** The changes in the behaviour of a host from edition to edition. */
  changelog: { ask: ChangelogAsk; answer: Changelog };
  /**
   * The differences between the workspace and the earlier tree, which is a set of files that the
   * visitor chose for a comparison. Null if the visitor has chosen another tree in the meantime.
   */
  trees: { ask: TreesAsk; answer: TreesAnswer | null };
  /** The rows `from` to `to` of the list of all diagnostics. */
  problems: { ask: ProblemsAsk; answer: ProblemsAnswer };
  /** The diagnostics that pass the filter, as a text to copy or save. */
  problemText: { ask: ProblemTextAsk; answer: Blob };
  worstProblems: { ask: { hosts: HostEdition[]; words: SeverityWords; most: number }; answer: Lines };
  fileProblems: { ask: { path: string; hosts: HostEdition[] }; answer: Diagnostic[] };
  /** The changes to files if every safe fix were applied. */
  safeFixes: { ask: { hosts: HostEdition[] }; answer: FixPlan };
  /**
   * The fix in the current files that corresponds to an earlier fix, which was computed before the
   * files changed; null if nothing is left to fix.
   */
  currentFix: { ask: FixAsk; answer: Fix | null };
  /** The skills with symptoms of being outdated. */
  health: { ask: HealthAsk; answer: HealthAnswer };
  /** The programs, variables, servers and other things that the skills need. */
  dependencies: { ask: DependenciesAsk; answer: Inventory };
  rules: { ask: null; answer: Rule[] };
  search: { ask: { request: string; limit: number }; answer: SearchAnswer };
  /**
   * The skills that compete with a skill: they fit its name and description nearly as well as the
   * skill itself. A competitor's score is at least `closeness` times the skill's own score. The
   * answer is null if the skill does not exist.
   */
  competitors: { ask: { path: string; closeness: number }; answer: FoundSkill[] | null };
  duplicates: { ask: { threshold: number; limit: number }; answer: DuplicatesAnswer };
  passages: { ask: PassagesAsk; answer: PassagesAnswer };
  triggers: { ask: TriggersAsk; answer: TriggersReport };
  /** The request that a host would send to its model. */
  hostRequest: { ask: RequestAsk; answer: HostRequest };
  usage: { ask: UsageAsk; answer: UsageAnswer };
  /** The turns in one log of a session. */
  usageTurns: { ask: TurnsAsk; answer: UsageTurn[] };
  /** The diagnostics of the file in the editor. */
  openProblems: { ask: { path: string; hosts: HostEdition[] }; answer: OpenProblems };
  /**
   * The result of applying the safe fixes of the skill that contains a file; null if no skill
   * contains the file.
   */
  mended: { ask: { path: string; hosts: HostEdition[] }; answer: Mended | null };
  /** The frontmatter and metadata fields that each host in `ask` knows. */
  fields: { ask: HostEdition[]; answer: HostFields[] };
  /** The table "Can I use", which shows the features that each edition of every host supports. */
  support: { ask: null; answer: Support };
}
export type QuestionName = keyof Questions;

/** A question as it is sent to the worker. It replaces a waiting question with the same `key`. */
export interface Asked<N extends QuestionName = QuestionName> {
  id: number;
  key: string;
  name: N;
  ask: Questions[N]["ask"];
}
