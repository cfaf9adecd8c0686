/** Reads the answers of models: the tools that an answer calls, and its cost in tokens. */

import type { ModelRequest } from "./types.js";

/** A model's call of a tool. */
export interface ToolUse {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The parts of an answer that an evaluation needs. */
export interface Answer {
  readonly calls: readonly ToolUse[];
  /**
   * The numbers of tokens in the request and in the answer; null if the answer does not contain
   * them.
   */
  readonly tokens: { readonly input: number; readonly output: number } | null;
}

/** The error for a model's answer that does not have the shape of its API format. */
export class AnswerError extends Error {
  override readonly name = "AnswerError";
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads a model's answer in the shape of an API format. Throws an `AnswerError` if the answer has
 * another shape.
 */
export function readAnswer(format: ModelRequest["format"], answer: unknown): Answer {
  if (!isObject(answer)) throw new AnswerError("the answer is not an object");
  const { error } = answer;
  if (isObject(error)) throw new AnswerError(`the answer is an error: ${String(error.message ?? error.type ?? "without a message")}`);
  return READERS[format](answer);
}

const READERS: Readonly<Record<ModelRequest["format"], (answer: Members) => Answer>> = {
  "anthropic-messages": (answer) => {
    const blocks = list(answer, "content");
    const used = blocks.filter(({ type }) => type === "tool_use");
    const { usage } = answer;
    const cached = isObject(usage) ? count(usage.cache_creation_input_tokens) + count(usage.cache_read_input_tokens) : 0;
    return { calls: used.map(({ name, input }) => call(name, input)), tokens: tokens(usage, "input_tokens", "output_tokens", cached) };
  },
  "openai-responses": (answer) => {
    const items = list(answer, "output").filter(({ type }) => type === "function_call");
    return { calls: items.map(written), tokens: tokens(answer.usage, "input_tokens", "output_tokens") };
  },
  "openai-chat": (answer) => {
    const [choice] = list(answer, "choices");
    const message = choice?.message;
    if (!isObject(message)) throw new AnswerError("the answer has no `choices[0].message`");
    const used = message.tool_calls === undefined || message.tool_calls === null ? [] : list(message, "tool_calls");
    const functions = used.map((one) => one.function).filter(isObject);
    return { calls: functions.map(written), tokens: tokens(answer.usage, "prompt_tokens", "completion_tokens") };
  },
  gemini: (answer) => {
    const [candidate] = list(answer, "candidates");
    const content = candidate?.content;
    if (!isObject(content)) throw new AnswerError("the answer has no `candidates[0].content`");
    const parts = content.parts === undefined ? [] : list(content, "parts");
    const used = parts.map(({ functionCall }) => functionCall).filter(isObject);
    const usage = tokens(answer.usageMetadata, "promptTokenCount", "candidatesTokenCount");
    return { calls: used.map(({ name, args }) => call(name, args)), tokens: usage };
  },
};

function list(of: Members, member: string): Members[] {
  const value = of[member];
  if (!Array.isArray(value)) throw new AnswerError(`the answer has no list \`${member}\``);
  return value.filter(isObject);
}

function call(name: unknown, input: unknown): ToolUse {
  if (typeof name !== "string") throw new AnswerError("a call of a tool has no name");
  return { name, input: isObject(input) ? input : {} };
}

/**
 * Reads a call whose inputs are a text in JSON. If the text is not valid JSON, the returned call
 * has no inputs, and so uses no skill: hosts refuse a call with invalid JSON.
 */
function written({ name, arguments: inputs }: Members): ToolUse {
  try {
    return call(name, JSON.parse(String(inputs)));
  } catch (error) {
    if (error instanceof SyntaxError) return call(name, {});
    throw error;
  }
}

const count = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0);

function tokens(usage: unknown, input: string, output: string, more = 0): Answer["tokens"] {
  if (!isObject(usage) || (usage[input] === undefined && usage[output] === undefined)) return null;
  return { input: count(usage[input]) + more, output: count(usage[output]) };
}

/**
 * Returns the name of the first skill that an answer uses. Returns null if the answer uses no
 * skill, and undefined if the answer names a skill that the request does not offer.
 */
export function skillOf({ tool, skills }: ModelRequest, { calls }: Answer): string | null | undefined {
  const first = calls.find((one) => one.name === tool.name);
  if (!first) return null;
  const value = first.input[tool.input];
  if (tool.standIn) return skills.find(({ path, found }) => value === path || value === found)?.name ?? null;
  return skills.find(({ name, aliases }) => name === value || aliases.some((alias) => alias === value))?.name;
}
