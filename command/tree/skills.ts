// Finds the skill that a user means by a name or a path.
import { resolve } from "node:path";
import { UsageError } from "../exit.ts";
import { nearTo } from "../print/near.ts";
import type { Project } from "./load.ts";
import { foldersAbove, isWithin, nameOf, parentOf, toTree } from "./paths.ts";
import { isSkillFile } from "./walk.ts";

/**
 * Matches the file name of a skill that is a single Markdown file, such as `pdf.md`. Some authors
 * write such a file instead of a folder with a `SKILL.md`.
 */
const FLAT = /\.md$/i;

/**
 * Returns the paths of skills that a user names, each by its name, its folder, or a file in its
 * folder. Relative paths start at `from`. Throws a `UsageError` if a skill does not exist.
 */
export function namedSkills(project: Project, named: readonly string[], from = process.cwd()): string[] {
  return [...new Set(named.flatMap((one) => namedSkill(project, one, from)))];
}

function namedSkill(project: Project, named: string, from: string): string[] {
  const files = project.skillFiles(["/"]);
  const catalogs = project.skills();
  const byName = catalogs.filter(({ name, aliases }) => name === named || aliases.includes(named)).map(({ path }) => path);
  const byFolder = files.filter((path) => nameOf(parentOf(path)) === named);
  const found = [...new Set([...byName, ...byFolder])];
  if (found.length > 0) return found.sort();
  const path = pathOf(project, resolve(from, named));
  if (path !== null) {
    const within = [...files, ...catalogs.map((skill) => skill.path)].filter(
      (file) => file === path || (isSkillFile(file) && isWithin(file, path)),
    );
    if (within.length > 0) return [...new Set(within)].sort();
  }
  const flat = flatFiles(project);
  const asFile = flat.filter((file) => file === path || nameOf(file).replace(FLAT, "") === named);
  if (asFile.length > 0) return asFile;
  if (path !== null) {
    const around = skillsAround(project, path);
    if (around.length > 0) return around;
    throw new UsageError(`there is no skill in ${named}, and no skill contains it`);
  }
  const ofFiles = [...files.map((file) => nameOf(parentOf(file))), ...flat.map((file) => nameOf(file).replace(FLAT, ""))];
  const names = [...new Set([...catalogs.map(({ name }) => name), ...ofFiles])].sort();
  const near = nearTo(names, named);
  const hint =
    near.length > 0
      ? `did you mean ${near.join(", ")}?`
      : `${names.length === 0 ? "there is none here; `skillglass list` shows where hosts look" : `there are ${names.slice(0, 10).join(", ")}${names.length > 10 ? " …" : ""}`}`;
  throw new UsageError(`no skill is called \`${named}\`: ${hint}`);
}

/**
 * Returns the skill whose folder contains a file or folder; of nested skills, the innermost. Returns
 * an empty list if there is no such skill in the repository of the file.
 */
function skillsAround(project: Project, path: string): string[] {
  for (const folder of foldersAbove(path)) {
    const own = project.skillFiles([folder]).filter((file) => parentOf(file) === folder);
    if (own.length > 0 || folder === project.place.root) return own;
  }
  return [];
}

/**
 * Returns the Markdown files that are not called `SKILL.md` but that the author may have meant as
 * skills, such as `skills/pdf.md`. These are the Markdown files that a host loads or reports as
 * skipped, and files with frontmatter in a folder called `skills`.
 */
function flatFiles(project: Project): string[] {
  const inSkills = [...project.walk.files].filter((path) => FLAT.test(path) && nameOf(parentOf(path)) === "skills");
  project.walk.read(inSkills);
  const withFrontmatter = inSkills.filter((path) => project.text(path)?.startsWith("---"));
  return [...new Set([...project.subjects(["/"]), ...withFrontmatter])].filter((path) => !isSkillFile(path)).sort();
}

function pathOf(project: Project, path: string): string | null {
  return project.walk.add(toTree(path));
}
