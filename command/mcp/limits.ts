// The limits of answers. Answers are limited because a model reads the whole answer.

/** The maximum length of an answer's text in UTF-16 code units. */
export const MOST_TEXT = 20_000;
/** The maximum length of an answer's JSON in UTF-16 code units. */
export const MOST_JSON = 40_000;

/**
 * The limits that are tried in turn until a value is short enough. Each pair has the maximum number
 * of elements in a list and the maximum length of a text.
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

/**
 * A record of lists or texts that were shortened in an answer. `of` is their total length before,
 * and `shown` is their total length after. The length of a list is its number of elements. The
 * length of a text is its number of UTF-16 code units.
 */
export interface Cut {
  /**
   * The path, within the answer, of the lists or texts that were shortened. For example,
   * `[].skills` is the list `skills` of each item.
   */
  readonly at: string;
  readonly shown: number;
  readonly of: number;
}

/**
 * Returns the text if it has at most `MOST_TEXT` characters. Otherwise returns its beginning, if
 * possible up to the end of a line, and the hint.
 */
export function limitedText(text: string, hint: string): string {
  if (text.length <= MOST_TEXT) return text;
  const end = text.lastIndexOf("\n", MOST_TEXT);
  const shown = end > MOST_TEXT / 2 ? end : MOST_TEXT;
  return `${text.slice(0, shown)}\n\n[The answer is cut after ${shown} of its ${text.length} characters. ${hint}]`;
}

/**
 * Shortens lists and texts in a value until its JSON has at most `MOST_JSON` characters. Also
 * returns which lists and texts were shortened.
 */
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
