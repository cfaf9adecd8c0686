// What fixes change, as a patch that `git apply` takes.
import { createTwoFilesPatch } from "diff";
import type { Fixed } from "skillglass";
import { isWithin } from "../tree/paths.ts";
import { colour } from "./colour.ts";
import { plain } from "./text.ts";

/** A patch with paths relative to the repository; `text` gives a file as it was. */
export function patch(
  { renames, files }: Pick<Fixed, "renames" | "files">,
  text: (path: string) => string,
  relative: (path: string) => string,
): string {
  const origin = (path: string) =>
    renames.toReversed().reduce((at, { from, to }) => (isWithin(at, to) ? from + at.slice(to.length) : at), path);
  const moved = renames.filter(({ to }) => files[to] === undefined).map(({ from, to }) => head(relative(from), relative(to), true));
  const changed = Object.entries(files).map(([path, after]) => {
    const [from, to] = [relative(origin(path)), relative(path)];
    const body = createTwoFilesPatch(`a/${from}`, `b/${to}`, text(origin(path)), after).replace(/^=+\n/, "");
    return head(from, to, false) + body;
  });
  return [...moved, ...changed].join("");
}

function head(from: string, to: string, isWhole: boolean): string {
  const lines = [`diff --git a/${from} b/${to}`];
  if (from !== to) lines.push(...(isWhole ? ["similarity index 100%"] : []), `rename from ${from}`, `rename to ${to}`);
  return `${lines.join("\n")}\n`;
}

/** The same in colours, for a terminal. */
export function coloured(patch: string): string {
  if (!process.stdout.isTTY) return patch;
  const paint = (line: string) => {
    if (/^(diff|---|\+\+\+|rename|similarity)/.test(line)) return colour.bold(line);
    if (line.startsWith("@@")) return colour.cyan(line);
    if (line.startsWith("+")) return colour.green(line);
    return line.startsWith("-") ? colour.red(line) : line;
  };
  return patch
    .split("\n")
    .map((line) => paint(plain(line)))
    .join("\n");
}
