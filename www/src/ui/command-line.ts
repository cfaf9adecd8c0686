/** This module writes the command lines that the page shows. */
import { isBelow } from "../lib/paths.ts";
import { visible } from "../lib/visible.ts";
import { options } from "../state/options.ts";

/** Returns a text as one word of a shell command, with quotes if necessary. */
export function shellWord(text: string): string {
  return /^[\w./@:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Returns a command-line option with its value. A value that begins with a dash is joined to the
 * option by `=`, because the value would otherwise be read as another option.
 */
export function withValue(option: string, value: string): string {
  return `${option}${value.startsWith("-") ? "=" : " "}${shellWord(value)}`;
}

/**
 * Returns a command line of `skillglass` with a text as its argument. A text that begins with a
 * dash is at the end, after `--`, because it would otherwise be read as an option.
 */
export function withText(verb: string, text: string, options: readonly string[]): string {
  const words = text.startsWith("-") ? [...options, "--", shellWord(text)] : [shellWord(text), ...options];
  return ["npx skillglass", verb, ...words].join(" ");
}

/**
 * Returns a path relative to the working directory, in which the command runs. For a path outside
 * of this directory, returns `name`.
 */
export function inCwd(path: string, name: string): string {
  const { cwd } = options.value;
  return visible(isBelow(path, cwd) ? path.slice(cwd.length + 1) : name);
}
