// Closed lists of words that options of the command take and the playground offers. This module needs no Node, because the playground imports it.
import type { BudgetMeans, RequestFormat } from "skillglass";

/** The interfaces of models. */
export const FORMATS = ["anthropic-messages", "openai-responses", "openai-chat", "gemini"] as const satisfies readonly RequestFormat[];

/** The means of a budget plan that need nothing but the files, the mildest first. */
export const MEANS = ["shorten", "name-only", "hide", "off"] as const satisfies readonly BudgetMeans[];
