/** Absolute workspace paths: `/`-separated, without a slash at the end. */

export function parent(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

export function base(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function join(folder: string, rest: string): string {
  return rest === "" ? folder : folder === "/" ? `/${rest}` : `${folder}/${rest}`;
}

export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Returns true for a file that makes its folder a skill. */
export function isSkillFile(path: string): boolean {
  return /(^|\/)skill\.md$/i.test(path);
}

/** Returns true for a Markdown file in a folder of commands, which some hosts read as skills. */
export function isCommandFile(path: string): boolean {
  return /\/commands?\/.*\.md$/.test(path);
}

/** Returns the path that a file had before these renames, which were made in their order. */
export function beforeRenames(path: string, renames: readonly { from: string; to: string }[]): string {
  return renames.toReversed().reduce((now, { from, to }) => (isBelow(now, to) ? from + now.slice(to.length) : now), path);
}
