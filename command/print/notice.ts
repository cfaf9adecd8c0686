// Prints notices to the error stream, so that they do not disturb readers of the output.
import type { Trouble } from "../tree/trouble.ts";
import { colour } from "./colour.ts";
import { plainLine } from "./text.ts";

export function notice(message: string): void {
  process.stderr.write(`skillglass: ${message}\n`);
}

/** Prints a notice for each file that could not be read. */
export function tellTroubles(troubles: readonly Trouble[]): void {
  for (const { path, message } of troubles) notice(`${colour.red("cannot read")} ${plainLine(path)}: ${message}`);
}

/** Prints a text and a line break to the standard output. Prints nothing for an empty text. */
export function print(text: string): void {
  if (text !== "") process.stdout.write(`${text}\n`);
}
