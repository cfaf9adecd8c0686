// Shows the changes of fixes as a patch for `git apply`.
import type { Fixed } from "skillglass";
import { isWithin } from "../tree/paths.ts";
import { colour } from "./colour.ts";
import { plain } from "./text.ts";

/**
 * Returns changes as a patch for `git apply`. `text` returns the contents of a file before the
 * change. `relative` returns the path of a file in the repository.
 */
export async function patch(
  { renames, files }: Pick<Fixed, "renames" | "files">,
  text: (path: string) => string,
  relative: (path: string) => string,
): Promise<string> {
  // The library is loaded here, because only `--diff` needs it.
  const { createTwoFilesPatch } = await import("diff");
  const origin = (path: string) =>
    renames.toReversed().reduce((at, { from, to }) => (isWithin(at, to) ? from + at.slice(to.length) : at), path);
  const moved = renames.filter(({ to }) => files[to] === undefined).map(({ from, to }) => head(relative(from), relative(to), true));
  const changed = Object.entries(files).map(([path, after]) => {
    const [from, to] = [relative(origin(path)), relative(path)];
    const body = createTwoFilesPatch(quoted(`a/${from}`), quoted(`b/${to}`), text(origin(path)), after).replace(/^=+\n/, "");
    return head(from, to, false) + body;
  });
  return [...moved, ...changed].join("");
}

function head(from: string, to: string, isWhole: boolean): string {
  const lines = [`diff --git ${quoted(`a/${from}`)} ${quoted(`b/${to}`)}`];
  if (from !== to) lines.push(...(isWhole ? ["similarity index 100%"] : []), `rename from ${quoted(from)}`, `rename to ${quoted(to)}`);
  return `${lines.join("\n")}\n`;
}

/**
 * Returns a path as Git writes it in patches. A path with control characters, quotes or backslashes
 * is in quotes, with escaped bytes.
 */
function quoted(path: string): string {
  if (plain(path) === path && !/[\t\n"\\]/.test(path)) return path;
  const bytes = [...Buffer.from(path)].map((byte) => {
    const sign = String.fromCharCode(byte);
    if (sign === '"' || sign === "\\") return `\\${sign}`;
    return byte >= 0x20 && byte < 0x7f ? sign : `\\${byte.toString(8).padStart(3, "0")}`;
  });
  return `"${bytes.join("")}"`;
}

/**
 * Returns a patch with colours if the output is a terminal; otherwise returns the patch unchanged.
 */
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
