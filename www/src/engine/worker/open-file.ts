/** What the editor asks about the open file. */
import type { Diagnostic, HostChoice } from "skillglass";
import type { Engine } from "./engine.ts";
import type { Mended, OpenProblems } from "../protocol/open-file.ts";

/** What is wrong with a file, as part of the skill that it belongs to. */
export async function openProblems({ path, hosts }: { path: string; hosts: HostChoice[] }, engine: Engine): Promise<OpenProblems> {
  const contents = engine.files.get(path);
  return { path, length: typeof contents === "string" ? contents.length : null, diagnostics: (await ofSkill(path, hosts, engine)) ?? [] };
}

/** The same without the rest; null if the file belongs to no skill. */
export async function ofSkill(path: string, hosts: HostChoice[], { workspace, files, read }: Engine): Promise<Diagnostic[] | null> {
  const skill = skillOf(path, files);
  if (skill === null) return null;
  await read([skill, path]);
  return workspace.lint({ hosts, skills: [skill] }).filter((one) => one.path === path);
}

/** What the safe fixes make of the skill that a file belongs to, until none are left. */
export async function mended({ path, hosts }: { path: string; hosts: HostChoice[] }, { workspace, files, read }: Engine): Promise<Mended | null> {
  const skill = skillOf(path, files);
  if (skill === null) return null;
  await read([skill, path]);
  const { renames, files: texts } = workspace.fix({ hosts, skills: [skill] });
  return { renames, files: texts };
}

/** The file that a host reads as a skill: this one, or the one in whose folder it lies; null if there is none. */
export function skillOf(path: string, files: Engine["files"]): string | null {
  if (/\/skill\.md$/i.test(path) || /\/commands?\/.*\.md$/.test(path)) return path;
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const skill = `${path.slice(0, end)}/SKILL.md`;
    if (files.has(skill)) return skill;
  }
  return null;
}
