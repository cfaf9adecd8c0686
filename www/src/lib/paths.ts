/**
 * This module handles absolute paths in the workspace. The names in a path are separated by `/`,
 * and a path has no slash at the end.
 */

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

/** Returns true if the file is called SKILL.md in any case, so that its folder is a skill. */
export function isSkillFile(path: string): boolean {
  return /(^|\/)skill\.md$/i.test(path);
}

/**
 * Returns true for a Markdown file in a folder called `command` or `commands`. Some hosts read such
 * files as skills.
 */
export function isCommandFile(path: string): boolean {
  return /\/commands?\/.*\.md$/.test(path);
}

/** Returns the path that a file had before these renames, which happened in the given order. */
export function beforeRenames(path: string, renames: readonly { from: string; to: string }[]): string {
  return renames.toReversed().reduce((now, { from, to }) => (isBelow(now, to) ? from + now.slice(to.length) : now), path);
}
