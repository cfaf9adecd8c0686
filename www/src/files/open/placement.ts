/**
 * This module chooses the place of an import in the workspace. The import can be a repository, a
 * folder of skills, one skill, or other files.
 */
import type { Root } from "skillglass";
import { isSkillFile } from "../../lib/paths.ts";

/** The folder of the workspace in which a repository is placed. */
const REPOSITORY = "/repo";

/**
 * The folder in which skills are placed if the host reads it, or if the host's folders are unknown.
 */
const USUAL_SKILLS_FOLDER = "/repo/.agents/skills";

/**
 * Names of folders that only a repository or a home directory contains, such as `.git` or
 * `.claude`.
 */
const REPOSITORY_MARKERS: ReadonlySet<string> = new Set(
  "agents claude cline codex copilot gemini git github openclaw opencode pi vscode".split(" ").map((name) => `.${name}`),
);

/**
 * Returns the folder in which a skill must be placed so that a host with these roots finds it.
 * Prefers folders of the repository.
 */
export function skillsFolder(roots: readonly Root[]): string {
  const all = roots.flatMap(({ path, status }) => (status === "off" || !/\/skills?$/.test(path) ? [] : path));
  const folders = all.filter((path) => /^\/repo\/\.[^/]+\/skills?$/.test(path));
  // If a host looks into no folder of the repository, it looks into folders of the user.
  return folders.includes(USUAL_SKILLS_FOLDER) ? USUAL_SKILLS_FOLDER : (folders[0] ?? all[0] ?? USUAL_SKILLS_FOLDER);
}

/**
 * The place of imported files in the workspace. `point` is the mount point, which is the folder
 * that contains the files. In the path of each file, the prefix `strip` is replaced by the prefix
 * `add`.
 */
export interface Placement {
  point: string;
  strip: string;
  add: string;
}

/**
 * Converts a path in the import to a path below the mount point. Returns an empty path for a folder
 * above the imported files.
 */
export function renamed({ strip, add }: Placement, path: string): string {
  return path.length < strip.length ? "" : add + path.slice(strip.length);
}

/**
 * Chooses the mount point for the relative `paths` of an import. `label` is the name of the archive
 * or file, and `skills` is the folder in which the host looks for skills. `nameOf` returns the name
 * in a file's frontmatter; null if there is none.
 */
export async function placement(
  paths: string[],
  label: string,
  skills: string,
  nameOf: (path: string) => Promise<string | null>,
): Promise<Placement> {
  const top = commonFolder(paths);
  const inner = top === null ? paths : paths.map((path) => path.slice(top.length + 1));
  const strip = top === null ? "" : `${top}/`;

  if (top !== null && REPOSITORY_MARKERS.has(top)) return { point: REPOSITORY, strip: "", add: "" };
  if (inner.some((path) => REPOSITORY_MARKERS.has(firstSegment(path)))) return { point: REPOSITORY, strip, add: "" };

  const own = inner.find((path) => !path.includes("/") && isSkillFile(path));
  if (own !== undefined) {
    if (top !== null) return { point: skills, strip: "", add: "" };
    const folder = folderName(await nameOf(own)) ?? (paths.length === 1 ? null : folderName(stem(label))) ?? "pasted-skill";
    return { point: skills, strip: "", add: `${folder}/` };
  }
  if (inner.some(isSkillFile)) return { point: skills, strip, add: "" };
  return { point: REPOSITORY, strip: "", add: "" };
}

/**
 * Returns the name in the frontmatter of a SKILL.md; null if there is none. A simple pattern is
 * enough, because the name becomes only a folder's name.
 */
export function frontmatterName(text: string): string | null {
  const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? "";
  return /^name:[ \t]*["']?([^"'\r\n#]+)/m.exec(block)?.[1]?.trim() ?? null;
}

/** Returns a name in a form that is allowed as a folder's name; null if this is impossible. */
export function folderName(name: string | null): string | null {
  const folder = (name ?? "")
    .trim()
    .replace(/[/\\\0]+/g, "-")
    .slice(0, 64);
  return folder === "" || folder.startsWith(".") ? null : folder;
}

function firstSegment(path: string): string {
  const slash = path.indexOf("/");
  return slash < 0 ? path : path.slice(0, slash);
}

/** Returns the single top folder that contains all paths; null if there is none. */
export function commonFolder(paths: string[]): string | null {
  const first = paths[0];
  if (first === undefined || !first.includes("/")) return null;
  const top = firstSegment(first);
  return paths.every((path) => path.startsWith(`${top}/`)) ? top : null;
}

/** Returns the name of an archive without `.zip` or `.skill`. */
export function stem(label: string): string {
  return label.replace(/\.(zip|skill)$/i, "");
}
