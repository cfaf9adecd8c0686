/** Answers about the open file. */
import type { Diagnostic, HostEdition } from "skillglass";
import { isCommandFile, isSkillFile } from "../../lib/paths.ts";
import type { Mended, OpenProblems } from "../protocol/open-file.ts";
import type { Engine } from "./engine.ts";
import { LATER } from "./problems.ts";

/** Returns the skill's file for a file: the file itself, or the `SKILL.md` of the folder that contains it; null if there is none. */
export function skillOf(path: string, files: { has(path: string): boolean }): string | null {
  if (isSkillFile(path) || isCommandFile(path)) return path;
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const skill = `${path.slice(0, end)}/SKILL.md`;
    if (files.has(skill)) return skill;
  }
  return null;
}

/** Returns the diagnostics of a file, which are determined as part of its skill. */
export function openProblems({ path, hosts }: { path: string; hosts: HostEdition[] }, engine: Engine): OpenProblems {
  const contents = engine.files.get(path);
  return { path, length: typeof contents === "string" ? contents.length : null, diagnostics: ofSkill(path, hosts, engine) ?? [] };
}

/** Returns only the diagnostics; null if the file belongs to no skill. */
export function ofSkill(path: string, hosts: HostEdition[], { workspace, files, read }: Engine): Diagnostic[] | null {
  const skill = skillOf(path, files);
  if (skill === null) return null;
  read([skill, path]);
  return workspace.lint({ hosts, skills: [skill], rules: LATER }).filter((one) => one.path === path);
}

/** Returns the result of the safe fixes of the skill that a file belongs to, applied until none are left. */
export function mended({ path, hosts }: { path: string; hosts: HostEdition[] }, { workspace, files, read }: Engine): Mended | null {
  const skill = skillOf(path, files);
  if (skill === null) return null;
  read([skill, path]);
  const { renames, files: texts } = workspace.fix({ hosts, skills: [skill] });
  return { renames, files: texts };
}
