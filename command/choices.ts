// Words that options of the command accept, and that the playground offers. This module needs no
// Node, because the playground imports it.
import type { BudgetMeans, RequestFormat } from "skillglass";

/** The formats of requests to the APIs of models. */
export const FORMATS = ["anthropic-messages", "openai-responses", "openai-chat", "gemini"] as const satisfies readonly RequestFormat[];

/** The kinds of changes that a budget plan may make, starting with the mildest. */
export const MEANS = ["shorten", "name-only", "hide", "off"] as const satisfies readonly BudgetMeans[];
