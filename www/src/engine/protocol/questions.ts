/** The questions of the page. A new question needs a line in `Questions` and a handler in worker/answers.ts. */
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

/** Each question by its name, with its parameters and its answer. */
export interface Questions {
  /** All members of the skill with this path. */
  skill: { ask: string; answer: Skill | null };
  listing: { ask: null; answer: ListingText };
  /** The skills of the list, each with its cost. */
  entries: { ask: null; answer: Listing["entries"] };
  /** The names of the skills of the list. */
  names: { ask: null; answer: string[] };
  /** One prompt, with the outputs for its requests. */
  turn: { ask: { prompt: string; connectors: string[]; outputs: RecordedOutput[] }; answer: Turn };
  /** The model's call of the host's tool; null if the host has no tool. */
  invoke: { ask: { call: Omit<SkillCall, "outputs">; outputs: RecordedOutput[] }; answer: Invocation | null };
  /** The characters that the host accepts before a skill's name. */
  sigils: { ask: SigilsAsk; answer: SigilsAnswer };
  /** The paths of skills that the list cuts, and of skills that the list does not show. */
  listed: { ask: null; answer: { cut: string[]; dropped: string[] } };
  /** The list with each skill's share of the budget. */
  model: { ask: null; answer: ModelAnswer };
  /** The smallest set of changes after which the list of a host shows every skill whole. */
  budgetPlan: { ask: BudgetPlanRequest; answer: BudgetPlan };
  /** The texts of files with changes of a plan made; null if a change cannot be made any more. */
  planFiles: { ask: PlanFilesAsk; answer: Record<string, string> | null };
  /** The rows `from` to `to` of the table of hosts and skills. */
  compare: { ask: CompareAsk; answer: CompareAnswer };
  comparedSkill: { ask: { path: string; hosts: HostEdition[] }; answer: SkillComparison | null };
  /** The differences between two editions of a host. */
  editions: { ask: EditionsAsk; answer: HostDiff };
  /** A skill in each edition of a host; null if there is no such file. */
  since: { ask: SinceAsk; answer: Since | null };
  /** The changes of each edition of a host. */
  changelog: { ask: ChangelogAsk; answer: Changelog };
  /** The differences between the earlier tree and the workspace; null if the earlier tree has been replaced. */
  trees: { ask: TreesAsk; answer: TreesAnswer | null };
  /** A window of all diagnostics. */
  problems: { ask: ProblemsAsk; answer: ProblemsAnswer };
  /** The problems that pass the filter, as text to copy or save. */
  problemText: { ask: ProblemTextAsk; answer: Blob };
  worstProblems: { ask: { hosts: HostEdition[]; words: SeverityWords; most: number }; answer: Lines };
  fileProblems: { ask: { path: string; hosts: HostEdition[] }; answer: Diagnostic[] };
  /** The changes that applying every safe fix would make. */
  safeFixes: { ask: { hosts: HostEdition[] }; answer: FixPlan };
  /** A fix that was found earlier, for the current files. */
  currentFix: { ask: FixAsk; answer: Fix | null };
  /** The symptoms of outdated skills. */
  health: { ask: HealthAsk; answer: HealthAnswer };
  /** What the skills need. */
  dependencies: { ask: DependenciesAsk; answer: Inventory };
  rules: { ask: null; answer: Rule[] };
  search: { ask: { request: string; limit: number }; answer: SearchAnswer };
  /** The skills whose score for the words of a skill is at least a share of the skill's own score; null if the skill does not exist. */
  competitors: { ask: { path: string; closeness: number }; answer: FoundSkill[] | null };
  duplicates: { ask: { threshold: number; limit: number }; answer: DuplicatesAnswer };
  passages: { ask: PassagesAsk; answer: PassagesAnswer };
  triggers: { ask: TriggersAsk; answer: TriggersReport };
  /** The request that a host would send to its model. */
  hostRequest: { ask: RequestAsk; answer: HostRequest };
  usage: { ask: UsageAsk; answer: UsageAnswer };
  /** The turns of one log. */
  usageTurns: { ask: TurnsAsk; answer: UsageTurn[] };
  /** The diagnostics of the file in the editor. */
  openProblems: { ask: { path: string; hosts: HostEdition[] }; answer: OpenProblems };
  /** The result of the safe fixes of the skill to which a file belongs; null if the file belongs to no skill. */
  mended: { ask: { path: string; hosts: HostEdition[] }; answer: Mended | null };
  /** The fields that each of these hosts knows. */
  fields: { ask: HostEdition[]; answer: HostFields[] };
  /** The table "Can I use" for every host in every edition. */
  support: { ask: null; answer: Support };
}
export type QuestionName = keyof Questions;

/** A question. `key` determines which other questions it replaces. */
export interface Asked<N extends QuestionName = QuestionName> {
  id: number;
  key: string;
  name: N;
  ask: Questions[N]["ask"];
}
