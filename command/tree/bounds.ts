// The limits of what a server reads, so that a question about a stranger's project reaches no other files of the disk.
import { realpathSync } from "node:fs";
import { isAbsolute } from "node:path";
import { hosts, Workspace } from "skillglass";
import { childOf, isWithin, nameOf, parentOf, toDisk, toTree } from "./paths.ts";
import { settingsFolder } from "./vscode-settings.ts";

/** The folders where administrators put settings. Not all of them are roots of skills. */
export const ADMINISTRATORS = ["/etc/codex", "/etc/claude-code", "/etc/opencode", "/etc/gemini-cli"];

/** Variables of hosts whose values are paths. */
const NAMES_PLACES = /^(CODEX|CLAUDE|OPENCODE|GEMINI_CLI|COPILOT|OPENCLAW|PI|CLINE)_(\w+_)?(CONFIG|DIR|HOME|PATH)$/;

/** A variable of this form that names the project, which Claude Code sets for the programs that it starts. */
const OF_PROJECT = "CLAUDE_PROJECT_DIR";

/** Returns the additional files and folders that variables of hosts name. */
export function namedByVariables(): string[] {
  return Object.entries(process.env).flatMap(([name, value]) =>
    value && NAMES_PLACES.test(name) && name !== OF_PROJECT && isAbsolute(value) ? [toTree(value)] : [],
  );
}

/**
 * The folders that may be read: those that were given, and those where hosts keep the user's own skills and settings. A link in a
 * given folder does not lead out of all these folders. A link that is the user's own, such as one in the home, is followed.
 */
export class Bounds {
  /** The given folders, without links. */
  readonly folders: readonly string[];
  readonly #ofHosts: readonly string[];

  constructor(folders: readonly string[], home: string) {
    this.folders = folders.map(realOf);
    const ofHosts = [...foldersOfHosts(home), ...ADMINISTRATORS, ...namedByVariables()];
    this.#ofHosts = [...new Set([...ofHosts, ...ofHosts.map(realOf)])];
  }

  /** Returns true if a path without links may be read. */
  isOpen(path: string): boolean {
    return this.isGiven(path) || this.#ofHosts.some((folder) => isWithin(path, folder));
  }

  /** Returns true if a path is in one of the given folders. */
  isGiven(path: string): boolean {
    return this.folders.some((folder) => isWithin(path, folder));
  }

  /** Returns true if a path is above a folder that may be read. Its name is needed to get there. */
  isAbove(path: string): boolean {
    return [...this.folders, ...this.#ofHosts].some((folder) => isWithin(folder, path));
  }
}

/** Returns the folders of a home where hosts look for skills, such as `.claude`, with the settings beside the skills. */
function foldersOfHosts(home: string): string[] {
  // No project is at the top of the disk, so the roots in the home are the user's.
  const workspace = new Workspace({ cwd: "/", home });
  try {
    const roots = hosts().flatMap(({ host }) => {
      workspace.setOptions({ host, edition: null });
      return workspace.catalog().roots.map(({ path }) => path);
    });
    const inHome = roots.filter((path) => path !== home && isWithin(path, home));
    return [...new Set(inHome.map((path) => ownFolder(path, home))), settingsFolder(home)];
  } finally {
    workspace.free();
  }
}

/** Returns the folder of a host that has a root of skills: `.claude` or `.config/opencode` in the home. */
function ownFolder(root: string, home: string): string {
  const parts = root.slice(home === "/" ? 1 : home.length + 1).split("/");
  return childOf(home, parts.slice(0, parts[0] === ".config" ? 2 : 1).join("/"));
}

/** Returns a path without links, as far as it exists. */
export function realOf(path: string): string {
  try {
    return toTree(realpathSync(toDisk(path)));
  } catch {
    return path === "/" ? path : childOf(realOf(parentOf(path)), nameOf(path));
  }
}
