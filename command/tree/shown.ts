// Converts workspace paths to a form for people. This module needs no Node, because the playground
// imports it.

/** The directories that determine how paths are shortened for people. */
export interface ShownFrom {
  readonly cwd: string;
  /** The top of the project. `cwd` can be deeper in the project. */
  readonly root: string;
  readonly home: string | null;
}

/**
 * The maximum number of `..` in a relative path. A path that would need more is shown as an
 * absolute path.
 */
const MOST_UP = 2;

/**
 * Returns a path in the form that reports show:
 * - A path in the working directory is shown relative to the working directory.
 * - Any other path in the home directory begins with `~`.
 * - Any other path is shown relative to the working directory, if at most two `..` are needed.
 * - All remaining paths stay absolute. `toDisk` converts them to the form of the operating system.
 */
export function pathShown(path: string, { cwd, home }: ShownFrom, toDisk: (path: string) => string = (path) => path): string {
  const [from, to] = [segmentsOf(cwd), segmentsOf(path)];
  let common = 0;
  while (common < Math.min(from.length, to.length) && from[common] === to[common]) common++;
  const up = from.length - common;
  const relative = [...Array.from({ length: up }, () => ".."), ...to.slice(common)].join("/");
  if (up === 0) return relative === "" ? "." : relative;
  if (home !== null && (path === home || path.startsWith(home === "/" ? home : `${home}/`))) return `~${path.slice(home.length)}`;
  // On Windows, no relative path leads from one drive to another.
  const isOnOtherDrive = common === 0 && [from[0], to[0]].some((name) => name !== undefined && /^[A-Za-z]:$/.test(name));
  return up <= MOST_UP && !isOnOtherDrive ? relative : toDisk(path);
}

/**
 * Shortens the absolute paths in a message that the `skillglass` package wrote. Without this step,
 * a report would show the same path in two forms.
 */
export function textShown(text: string, from: ShownFrom, toDisk?: (path: string) => string): string {
  const shown: (readonly [folder: string, name: string])[] = [
    [from.cwd, ""],
    [from.root, `${pathShown(from.root, from, toDisk)}/`],
  ];
  if (from.home !== null) shown.push([from.home, "~/"]);
  return shown
    .filter(([folder]) => folder !== "/" && text.includes(`${folder}/`))
    .sort(([one], [other]) => other.length - one.length)
    .reduce((all, [folder, name]) => all.replaceAll(new RegExp(`(?<![\\w./~-])${escapeExpression(folder)}/`, "g"), () => name), text);
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}

function escapeExpression(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
