// The arguments of tools: their schema for the client, and how they are read.
import { UsageError } from "../exit.ts";
import { knownWords } from "../print/near.ts";

/** A parameter of a tool. */
export interface Parameter {
  readonly type: "text" | "texts" | "flag";
  /** The description of the parameter, which the client's model reads. */
  readonly description: string;
  /** The allowed values; absent if any text is allowed. */
  readonly words?: readonly string[];
  readonly isRequired?: boolean;
}

export type Parameters = Readonly<Record<string, Parameter>>;

interface ValueOf {
  readonly text: string;
  readonly texts: string[];
  readonly flag: boolean;
}

/** The type of a call's arguments for given parameters. An argument can be absent. */
export type Values<P extends Parameters> = { readonly [K in keyof P]?: ValueOf[P[K]["type"]] | undefined };

/** Returns the JSON Schema for a tool's parameters. */
export function schemaOf(parameters: Parameters) {
  const properties = Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, schemaOfOne(one)]));
  const required = Object.keys(parameters).filter((name) => parameters[name]!.isRequired);
  return { type: "object" as const, properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

function schemaOfOne({ type, description, words, isRequired }: Parameter) {
  const text = { type: "string" as const, ...(words ? { enum: [...words] } : {}) };
  if (type === "flag") return { type: "boolean" as const, description };
  if (type === "text") return { ...text, description, ...(isRequired ? { minLength: 1 } : {}) };
  return { type: "array" as const, items: text, description, ...(isRequired ? { minItems: 1 } : {}) };
}

/**
 * Checks the arguments of a call and returns them. Throws a `UsageError` with the valid values if
 * an argument is wrong.
 */
export function readValues<P extends Parameters>(parameters: P, given: Readonly<Record<string, unknown>>): Values<P> {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(parameters, name))
      throw new UsageError(`there is no argument \`${name}\`${knownWords(Object.keys(parameters), name.replaceAll("-", "_"))}`);
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = given[name];
    const isEmpty = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
    if (isEmpty && parameter.isRequired) throw new UsageError(`the argument \`${name}\` is missing. ${parameter.description}`);
    if (value !== undefined) check(name, parameter, value);
  }
  return given as Values<P>;
}

const TAKES = { text: "a text", texts: 'a list of texts, such as ["codex"]', flag: "true or false" } as const;

function check(name: string, { type, words }: Parameter, value: unknown): void {
  const isText = (one: unknown): one is string => typeof one === "string";
  const isRight =
    type === "flag" ? typeof value === "boolean" : type === "text" ? isText(value) : Array.isArray(value) && value.every(isText);
  if (!isRight) throw new UsageError(`\`${name}\` takes ${TAKES[type]}; not ${JSON.stringify(value)?.slice(0, 80)}`);
  for (const word of [value].flat())
    if (words && isText(word) && !words.includes(word))
      throw new UsageError(`\`${name}\` takes one of these words; not \`${word}\`${knownWords(words, word)}`);
}
