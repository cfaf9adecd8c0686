/** This module answers questions about the file in the editor. */
import type { Diagnostic, HostEdition } from "skillglass";
import { isCommandFile, isSkillFile } from "../../lib/paths.ts";
import type { Mended, OpenProblems } from "../protocol/open-file.ts";
import type { Engine } from "./engine.ts";
import { LATER } from "./problems.ts";

/**
 * Returns the path of the skill that a file belongs to: the file itself, or the `SKILL.md` in the
 * nearest folder above. Returns null if the file belongs to no skill.
 */
export function skillOf(path: string, files: { has(path: string): boolean }): string | null {
  if (isSkillFile(path) || isCommandFile(path)) return path;
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const skill = `${path.slice(0, end)}/SKILL.md`;
    if (files.has(skill)) return skill;
  }
  return null;
}

/**
 * Returns the diagnostics of a file, which are found by checking the skill that the file belongs
 * to.
 */
export function openProblems({ path, hosts }: { path: string; hosts: HostEdition[] }, engine: Engine): OpenProblems {
  const contents = engine.files.get(path);
  return { path, length: typeof contents === "string" ? contents.length : null, diagnostics: ofSkill(path, hosts, engine) ?? [] };
}

/** Returns the diagnostics of one file; null if the file belongs to no skill. */
export function ofSkill(path: string, hosts: HostEdition[], { workspace, files, read }: Engine): Diagnostic[] | null {
  const skill = skillOf(path, files);
  if (skill === null) return null;
  read([skill, path]);
  return workspace.lint({ hosts, skills: [skill], rules: LATER }).filter((one) => one.path === path);
}

/**
 * Returns the result of applying safe fixes to the skill that a file belongs to, until no safe fix
 * is left. Returns null if the file belongs to no skill.
 */
export function mended({ path, hosts }: { path: string; hosts: HostEdition[] }, { workspace, files, read }: Engine): Mended | null {
  const skill = skillOf(path, files);
  if (skill === null) return null;
  read([skill, path]);
  const { renames, files: texts } = workspace.fix({ hosts, skills: [skill] });
  return { renames, files: texts };
}
