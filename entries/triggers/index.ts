/**
 * This module asks a model which skill it uses for a prompt. The request has the form that a host
 * would send.
 */

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
