// The limits of what a server reads, so that a question about a stranger's project reaches no other files of the disk.
import { realpathSync } from "node:fs";
import { isAbsolute } from "node:path";
import { hosts, Workspace } from "skillglass";
import { childOf, isWithin, nameOf, parentOf, toDisk, toTree } from "./paths.ts";
import { settingsFolder } from "./vscode-settings.ts";

/** The folders in which administrators put settings of hosts. */
export const ADMINISTRATORS = ["/etc/codex", "/etc/claude-code", "/etc/opencode", "/etc/gemini-cli"];

/** Matches environment variables that name files or folders of hosts. */
const NAMES_PLACES = /^(CODEX|CLAUDE|OPENCODE|GEMINI_CLI|COPILOT|OPENCLAW|PI|CLINE)_(\w+_)?(CONFIG|DIR|HOME|PATH)$/;

/**
 * The environment variable that Claude Code sets to the project's directory for the programs that
 * it starts. `NAMES_PLACES` matches the variable's name, but the variable is skipped, because the
 * project's directory is not a folder of a host.
 */
const OF_PROJECT = "CLAUDE_PROJECT_DIR";

/** Returns the files and folders that environment variables of hosts name, as workspace paths. */
export function namedByVariables(): string[] {
  return Object.entries(process.env).flatMap(([name, value]) =>
    value && NAMES_PLACES.test(name) && name !== OF_PROJECT && isAbsolute(value) ? [toTree(value)] : [],
  );
}

/**
 * The folders that a server may read: the given folders, and the folders of hosts in the home. If a
 * link is in a given folder, its target must be in one of these folders too. A link elsewhere, such
 * as in the home, may lead to any folder, because the user created the link.
 */
export class Bounds {
  /** The folders that were passed to the constructor, with links resolved. */
  readonly folders: readonly string[];
  readonly #ofHosts: readonly string[];

  constructor(folders: readonly string[], home: string) {
    this.folders = folders.map(realOf);
    const ofHosts = [...foldersOfHosts(home), ...ADMINISTRATORS, ...namedByVariables()];
    this.#ofHosts = [...new Set([...ofHosts, ...ofHosts.map(realOf)])];
  }

  /** Returns true if a path may be read. Callers must first resolve the links in the path. */
  isOpen(path: string): boolean {
    return this.isGiven(path) || this.#ofHosts.some((folder) => isWithin(path, folder));
  }

  /** Returns true if a path is in one of the given folders. */
  isGiven(path: string): boolean {
    return this.folders.some((folder) => isWithin(path, folder));
  }

  /**
   * Returns true if a path contains a folder that may be read. Such paths may be listed, so that
   * the folder can be reached.
   */
  isAbove(path: string): boolean {
    return [...this.folders, ...this.#ofHosts].some((folder) => isWithin(folder, path));
  }
}

/**
 * Returns the folders in the home directory in which hosts have skills and settings, such as
 * `.claude`.
 */
function foldersOfHosts(home: string): string[] {
  // The working directory is the top of the disk, which is not a project. So the roots in the home are those of the user.
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

/**
 * Returns a host's own folder in the home directory, such as `~/.claude` or `~/.config/opencode`.
 * `root` is a folder in which the host searches for skills, such as `~/.claude/skills`.
 */
function ownFolder(root: string, home: string): string {
  const parts = root.slice(home === "/" ? 1 : home.length + 1).split("/");
  return childOf(home, parts.slice(0, parts[0] === ".config" ? 2 : 1).join("/"));
}

/** Returns a path with links resolved, as far as the path exists. */
export function realOf(path: string): string {
  try {
    return toTree(realpathSync(toDisk(path)));
  } catch {
    return path === "/" ? path : childOf(realOf(parentOf(path)), nameOf(path));
  }
}
