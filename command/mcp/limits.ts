// The limits of answers. Answers are limited because a model reads the whole answer.

/** The maximum length of a text in UTF-16 units. */
export const MOST_TEXT = 20_000;
/** The maximum length of a value as JSON in UTF-16 units. */
export const MOST_JSON = 40_000;

/**
 * The limits for a value that is too long, from generous to strict: the maximum numbers of elements in a list and of characters in a text.
 */
const STEPS = [
  [500, 8000],
  [200, 4000],
  [100, 2000],
  [50, 2000],
  [20, 1000],
  [10, 1000],
  [5, 400],
  [3, 200],
  [1, 100],
] as const;

/** The cut of the lists or the texts at a place of a value. */
export interface Cut {
  /** The place, such as `[].skills`, for all lists or texts at that place. */
  readonly at: string;
  readonly shown: number;
  readonly of: number;
}

/** Returns a text of at most `MOST_TEXT` characters that ends with a whole line. A hint follows if a part is left out. */
export function limitedText(text: string, hint: string): string {
  if (text.length <= MOST_TEXT) return text;
  const end = text.lastIndexOf("\n", MOST_TEXT);
  const shown = end > MOST_TEXT / 2 ? end : MOST_TEXT;
  return `${text.slice(0, shown)}\n\n[The answer is cut after ${shown} of its ${text.length} characters. ${hint}]`;
}

/** Returns a value whose JSON has at most `MOST_JSON` characters, with shorter lists and texts if necessary. */
export function limitedValue(value: unknown): { readonly value: unknown; readonly cuts: readonly Cut[] } {
  if (lengthOf(value) <= MOST_JSON) return { value, cuts: [] };
  for (const [elements, characters] of STEPS) {
    const cuts = new Map<string, Cut>();
    const shorter = shortened(value, { elements, characters, cuts }, "");
    if (lengthOf(shorter) <= MOST_JSON) return { value: shorter, cuts: [...cuts.values()] };
  }
  return { value: null, cuts: [{ at: "", shown: 0, of: lengthOf(value) }] };
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

interface Step {
  readonly elements: number;
  readonly characters: number;
  readonly cuts: Map<string, Cut>;
}

function shortened(value: unknown, step: Step, at: string): unknown {
  const { elements, characters } = step;
  if (typeof value === "string") {
    if (value.length <= characters) return value;
    note(step, at, characters, value.length);
    return `${value.slice(0, characters)}…`;
  }
  if (Array.isArray(value)) {
    if (value.length > elements) note(step, at, elements, value.length);
    return value.slice(0, elements).map((one) => shortened(one, step, `${at}[]`));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one, step, at === "" ? key : `${at}.${key}`)]));
}

function note({ cuts }: Step, at: string, shown: number, of: number): void {
  const known = cuts.get(at);
  cuts.set(at, { at, shown: (known?.shown ?? 0) + shown, of: (known?.of ?? 0) + of });
}
