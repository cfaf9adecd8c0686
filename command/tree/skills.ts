// The skill that somebody means by a name or a path.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../exit.ts";
import type { Project } from "./load.ts";
import { isWithin, nameOf, parentOf, toTree } from "./paths.ts";
import { isSkillFile } from "./walk.ts";

/** The files of the skills that are meant, each a name, a file or a folder. */
export function namedSkills(project: Project, named: readonly string[]): string[] {
  return [...new Set(named.flatMap((one) => namedSkill(project, one)))];
}

function namedSkill(project: Project, named: string): string[] {
  const files = project.skillFiles(["/"]);
  const catalogs = project.hosts.flatMap((host) => project.through(host).catalog().skills);
  const byName = catalogs.filter(({ name, aliases }) => name === named || aliases.includes(named)).map(({ path }) => path);
  const byFolder = files.filter((path) => nameOf(parentOf(path)) === named);
  const found = [...new Set([...byName, ...byFolder])];
  if (found.length > 0) return found.sort();
  const path = pathOf(project, named);
  if (path !== null) {
    const within = [...files, ...catalogs.map((skill) => skill.path)].filter(
      (file) => file === path || (isSkillFile(file) && isWithin(file, path)),
    );
    if (within.length > 0) return [...new Set(within)].sort();
    throw new UsageError(`there is no skill in ${named}`);
  }
  const names = [...new Set([...catalogs.map(({ name }) => name), ...files.map((file) => nameOf(parentOf(file)))])].sort();
  const near = names.filter((name) => isNear(name, named)).slice(0, 5);
  const hint =
    near.length > 0
      ? `did you mean ${near.join(", ")}?`
      : `${names.length === 0 ? "there are none" : `there are ${names.slice(0, 10).join(", ")}${names.length > 10 ? " …" : ""}`}`;
  throw new UsageError(`no skill is called \`${named}\`: ${hint}`);
}

function pathOf(project: Project, named: string): string | null {
  const path = resolve(named);
  return existsSync(path) ? project.walk.add(toTree(path)) : null;
}

/** Whether two names share most of their pairs of letters. */
function isNear(name: string, other: string): boolean {
  const pairs = (text: string) => new Set([...text.toLowerCase()].map((letter, index, all) => letter + (all[index + 1] ?? "")));
  const [left, right] = [pairs(name), pairs(other)];
  const shared = [...left].filter((pair) => right.has(pair)).length;
  return (2 * shared) / (left.size + right.size) > 0.5 || name.includes(other);
}
