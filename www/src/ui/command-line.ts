/** Words of lines of the command that the page shows. */
import { isBelow } from "../lib/paths.ts";
import { visible } from "../lib/visible.ts";
import { options } from "../state/options.ts";

/** Returns a text as one word of a shell. */
export function shellWord(text: string): string {
  return /^[\w./@:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns an option with its value. A value that begins with a dash would be read as another option, so `=` is before it. */
export function withValue(option: string, value: string): string {
  return `${option}${value.startsWith("-") ? "=" : " "}${shellWord(value)}`;
}

/** Returns a verb with a text and options. A text that begins with a dash is after `--`, because it would be read as an option. */
export function withText(verb: string, text: string, options: readonly string[]): string {
  const words = text.startsWith("-") ? [...options, "--", shellWord(text)] : [shellWord(text), ...options];
  return ["npx skillglass", verb, ...words].join(" ");
}

/** Returns a path relative to the working directory, in which the command runs; returns `name` for a path elsewhere. */
export function inCwd(path: string, name: string): string {
  const { cwd } = options.value;
  return visible(isBelow(path, cwd) ? path.slice(cwd.length + 1) : name);
}
