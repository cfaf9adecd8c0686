// The plugins that are installed in Claude Code, from its records in the home (docs/command.md#what-it-reads), and the plugins that a
// repository declares.
import { posix } from "node:path";
import type { Plugin } from "skillglass";
import { childOf, isWithin, toTree } from "./paths.ts";
import type { Place } from "./project.ts";

/** The maximum number of plugins of a marketplace that are read, because each plugin is loaded on its own. */
const MOST_PLUGINS = 500;

/**
 * A function that returns the text of a file; null if the file does not exist or cannot be read.
 */
export type Read = (path: string) => string | null;

/**
 * Returns the plugins that Claude Code has enabled for a project, in the order in which
 * `installed_plugins.json` lists them.
 */
export function installedPlugins({ cwd, home }: Place, read: Read): Plugin[] {
  const folder = childOf(home, ".claude/plugins");
  const installed = recordIn(recordOf(read, childOf(folder, "installed_plugins.json")), "plugins");
  const switches = enabled(cwd, home, read);
  return Object.entries(installed).flatMap(([id, entries]) => {
    if (switches[id] !== true) return [];
    const root = rootOf([entries].flat(), cwd);
    return root === null ? [] : [{ id, root, host: "claude-code", listed: listedBy(id, folder, read) }];
  });
}

/**
 * Returns the plugins that a repository declares, by name: those of its marketplace, and the repository itself if it is a plugin. The value
 * is null if the files of a plugin are in another repository.
 */
export function declaredPlugins(root: string, read: Read): Map<string, Plugin | null> {
  const { name, plugins, metadata } = recordOf(read, childOf(root, ".claude-plugin/marketplace.json"));
  const { pluginRoot } = isRecord(metadata) ? metadata : {};
  const base = posix.resolve(root, typeof pluginRoot === "string" ? pluginRoot : "");
  const declared = new Map<string, Plugin | null>();
  for (const entry of [plugins].flat().filter(isRecord).slice(0, MOST_PLUGINS)) {
    if (typeof entry.name !== "string" || entry.name === "") continue;
    const folder = typeof entry.source === "string" ? posix.resolve(base, entry.source) : null;
    const isHere = folder !== null && isWithin(folder, root);
    const id = `${entry.name}@${typeof name === "string" ? name : ""}`;
    declared.set(entry.name, isHere ? { id, root: folder, host: "claude-code", listed: listedIn(entry) } : null);
  }
  const { name: own } = recordOf(read, childOf(root, ".claude-plugin/plugin.json"));
  const isListed = [...declared.values()].some((plugin) => plugin?.root === root);
  if (typeof own === "string" && own !== "" && !isListed) declared.set(own, { id: own, root, host: "claude-code" });
  return declared;
}

/**
 * Returns `enabledPlugins` from all settings files of Claude Code. A later file overrides an
 * earlier one.
 */
function enabled(cwd: string, home: string, read: Read): Record<string, unknown> {
  const files = [
    childOf(home, ".claude/settings.json"),
    childOf(cwd, ".claude/settings.json"),
    childOf(cwd, ".claude/settings.local.json"),
    "/etc/claude-code/managed-settings.json",
  ];
  return Object.assign({}, ...files.map((path) => recordIn(recordOf(read, path), "enabledPlugins")));
}

/**
 * Returns the folder of an installed plugin. An installation for this project is used before an
 * installation for the user. Returns null if the plugin is installed only for other projects.
 */
function rootOf(entries: readonly unknown[], cwd: string): string | null {
  const all = entries.filter(isRecord).filter((one) => typeof one.installPath === "string");
  const ofProject = all.find(({ projectPath }) => typeof projectPath === "string" && isWithin(cwd, toTree(projectPath)));
  const path = (ofProject ?? all.find(({ projectPath }) => typeof projectPath !== "string"))?.installPath;
  const root = typeof path === "string" ? toTree(path) : "";
  return root.startsWith("/") ? root : null;
}

/**
 * Returns the folders of skills that the marketplace lists for a plugin. Returns null if it lists
 * none; the plugin's own folders are then searched.
 */
function listedBy(id: string, folder: string, read: Read): string[] | null {
  const [name, marketplace = ""] = id.split("@");
  const { installLocation } = recordIn(recordOf(read, childOf(folder, "known_marketplaces.json")), marketplace);
  if (typeof installLocation !== "string") return null;
  const { plugins } = recordOf(read, childOf(toTree(installLocation), ".claude-plugin/marketplace.json"));
  const entry = [plugins]
    .flat()
    .filter(isRecord)
    .find((one) => one.name === name);
  return entry === undefined ? null : listedIn(entry);
}

/** Returns the folders of skills that a plugin's entry in a marketplace names; null if the entry names no folder. */
function listedIn({ skills }: Record<string, unknown>): string[] | null {
  return Array.isArray(skills) ? skills.filter((path): path is string => typeof path === "string") : null;
}

function recordOf(read: Read, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(read(path) ?? "");
    return isRecord(value) ? value : {};
  } catch {
    // A missing or damaged file is ignored.
    return {};
  }
}

function recordIn(record: Record<string, unknown>, key: string): Record<string, unknown> {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
