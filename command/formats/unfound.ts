// Finds hosts that find none of the checked skills, although another host finds some. No rule reports this, because a project may have
// skills for only some hosts.
import type { HostEdition } from "skillglass";
import { hosts } from "skillglass";
import { titleOf } from "../print/hosts.ts";
import { listed, plainLine } from "../print/text.ts";
import { foundIn } from "../tree/installed.ts";
import { nameOf, parentOf } from "../tree/paths.ts";
import { isSkillFile } from "../tree/walk.ts";
import type { Report } from "./report.ts";

/**
 * Returns a line that names the hosts that find none of the checked skills. Returns an empty text
 * if there are no such hosts, or if no host finds a skill, as in a repository that publishes skills.
 */
export function unfoundNote(reports: readonly Report[]): string {
  const answers = reports.flatMap((report) => {
    const skills = report.files.filter(isSkillFile);
    return skills.length === 0 ? [] : [{ skills, ...foundOf(report, skills) }];
  });
  const asked = [...new Map(reports.flatMap((report) => report.hosts.map((host) => [titleOf(host), host]))).values()];
  const finding = new Set(answers.flatMap(({ finds }) => finds.map(titleOf)));
  const unfinding = asked.filter((host) => looksInFolders(host) && !finding.has(titleOf(host)));
  if (finding.size === 0 || unfinding.length === 0) return "";
  const skill = answers.find(({ example }) => example !== null)?.example ?? "";
  const count = answers.reduce((sum, answer) => sum + answer.skills.length, 0);
  const [verb, it, look] = unfinding.length === 1 ? ["finds", "it", "looks"] : ["find", "they", "look"];
  const what = count === 1 ? (unfinding.length === 1 ? "does not find it" : "do not find it") : `${verb} none of them`;
  return `${listed(unfinding.map(titleOf))} ${what}: \`skillglass explain ${plainLine(nameOf(parentOf(skill)))}\` shows where ${it} ${look}`;
}

/** Returns true for a host that reads skills from folders. The open standard names no folders. */
function looksInFolders({ host }: HostEdition): boolean {
  return host !== "standard" && hosts().some((one) => one.host === host && one.skillsFrom === "folders");
}

/**
 * Returns the hosts that find at least one of `skills`, even if they do not load it, and a skill
 * that one of them finds. Most hosts find the first skill, and this question is much faster than a
 * catalog, so only the other hosts are asked for their catalogs.
 */
function foundOf({ project, hosts }: Report, skills: readonly string[]): { finds: HostEdition[]; example: string | null } {
  const cells = project.asItIs().compare({ hosts: [...hosts], skills: [skills[0]!] }).skills[0]?.cells;
  let example = cells?.some(({ discovered }) => discovered) ? skills[0]! : null;
  const all = new Set(skills);
  const finds = hosts.filter((host, index) => {
    if (cells?.[index]?.discovered) return true;
    const found = [...foundIn(project.through(host).catalog())].find((path) => all.has(path));
    example ??= found ?? null;
    return found !== undefined;
  });
  return { finds, example };
}
