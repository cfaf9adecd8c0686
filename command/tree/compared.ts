// Compares skills in several hosts, where they are or as if they were installed for each host.
import type { Comparison, HostEdition, HostSummary, SkillInHost } from "skillglass";
import type { Project } from "./load.ts";

/**
 * Compares how the project's hosts load the skills in `skills`. If `project.isAsInstalled` is true,
 * each host gets a copy of every skill that it does not find, so the result shows the skill as if
 * it were installed. If `skills` is empty, compares all skills that any of the hosts reports.
 */
export function compared(project: Project, skills: readonly string[]): Comparison {
  const hosts = [...project.hosts];
  const comparison = project.asItIs().compare({ hosts, skills: [...skills] });
  if (!project.isAsInstalled) return comparison;
  const columns = hosts.map((host) => columnOf(project, host, comparison));
  return {
    hosts: columns.map(({ summary }, index) => summary ?? comparison.hosts[index]!),
    skills: comparison.skills.map((skill) => ({
      ...skill,
      cells: skill.cells.map((cell, index) => columns[index]!.cells.get(skill.path) ?? cell),
    })),
  };
}

/** How one host would treat the skills if they were installed. */
interface Column {
  readonly summary: HostSummary | undefined;
  /** The result for each skill, by the path of its file in the project. */
  readonly cells: ReadonlyMap<string, SkillInHost>;
}

function columnOf(project: Project, host: HostEdition, { skills }: Comparison): Column {
  const workspace = project.through(host);
  if (skills.length === 0) return { summary: undefined, cells: new Map() };
  const found = workspace.compare({ hosts: [host], skills: skills.map(({ path }) => project.installedAt(path) ?? path) });
  const cells = found.skills.map(({ path, cells }): [string, SkillInHost] => {
    const origin = project.originOf(path);
    const cell = cells[0]!;
    return [origin, origin === path ? cell : { ...cell, asIfAt: path }];
  });
  return { summary: found.hosts[0], cells: new Map(cells) };
}
