/** Asks a model which skill it uses for prompts, in the requests of several hosts. */

export type { Answer, ToolUse } from "./answer.js";
export { AnswerError, readAnswer } from "./answer.js";
export { evaluate } from "./evaluate.js";
export type { ModelOptions } from "./model.js";
export { ModelError, modelAt } from "./model.js";
export { rate } from "./rates.js";
export type {
  AnswerCache,
  AskContext,
  EvaluatedRun,
  EvaluateOptions,
  EvaluatePrompt,
  EvaluateReport,
  ModelRequest,
  Rate,
  SavedEvaluation,
  SkillRate,
} from "./types.js";
