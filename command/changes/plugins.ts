// The plugins of a repository whose skills differ between two versions.
import type { HostEdition } from "skillglass";
import type { Project } from "../tree/load.ts";
import type { ChangedPlugin } from "./words.ts";

/**
 * Returns the declared plugins that are new, are gone, or have different skills than before in
 * Claude Code. Returns an empty list if Claude Code is not among the hosts.
 */
export function changedPlugins(base: Project, head: Project, hosts: readonly HostEdition[]): ChangedPlugin[] {
  const claudeCode = hosts.find(({ host }) => host === "claude-code");
  if (claudeCode === undefined) return [];
  const [before, after] = [base.skillsOfPlugins(claudeCode), head.skillsOfPlugins(claudeCode)];
  const plugins = [...new Set([...before.keys(), ...after.keys()])].sort();
  return plugins.flatMap((plugin): ChangedPlugin[] => {
    const [was, is] = [before.get(plugin), after.get(plugin)];
    const added = (is ?? []).filter((name) => !was?.includes(name)).sort();
    const removed = (was ?? []).filter((name) => !is?.includes(name)).sort();
    const kind = was === undefined ? "new" : is === undefined ? "removed" : "changed";
    return kind === "changed" && added.length + removed.length === 0 ? [] : [{ plugin, kind, added, removed }];
  });
}
