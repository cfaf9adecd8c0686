// Reads files into a workspace: first names and links, and contents when they are needed.
import { posix } from "node:path";
import type { Ignore } from "ignore";
import ignore from "ignore";
import type { Workspace } from "skillglass";
import { grouped } from "../print/text.ts";
import type { Bounds } from "./bounds.ts";
import type { Files, NamedEntry } from "./files.ts";
import { disk } from "./files.ts";
import { childOf, foldersAbove, isWithin, nameOf } from "./paths.ts";
import type { Trouble } from "./trouble.ts";
import { codeOf, wordsFor } from "./trouble.ts";

/** The maximum number of entries of a walk, because a home or a whole disk is not a project. */
const MOST_ENTRIES = 200_000;
/** The maximum number of links of a path that are followed, the same as in Linux. */
const MOST_LINKS = 40;
/** The maximum size in bytes of a file. Larger files are not read. */
export const MOST_BYTES = 8 * 1024 * 1024;

/** The reason why a path is not read, with the remedy. */
const OUTSIDE = "outside of the folders of this server: start it for that folder, too (`skillglass mcp FOLDER FOLDER`)";

/** The limits of a walk. */
export interface Reach {
  /** The number of levels of folders below the first folder that are entered. */
  readonly depth: number;
  /** True if `.gitignore` files are followed and `node_modules` is skipped. */
  readonly honoursGitignore: boolean;
  /** True if the targets of links are also read. */
  readonly followsLinks: boolean;
  /** True if the walk may stop without an error if there are too many entries. */
  readonly isOptional?: boolean;
  /** Folders whose names are written to the workspace, but which are not entered. */
  readonly closed?: ReadonlySet<string>;
}

/** The `.gitignore` of a folder. */
interface IgnoreFile {
  readonly folder: string;
  readonly rules: Ignore;
}

/** Reads entries of the disk, or of other files, into a workspace. */
export class Walk {
  readonly troubles: Trouble[] = [];
  /** The bytes of each file when it was read. */
  readonly contents = new Map<string, Uint8Array>();
  /** The files that are in the tree, read or not. */
  readonly files = new Set<string>();
  /** The files that are walked. */
  readonly from: Files;
  readonly #workspace: Workspace;
  readonly #known = new Set<string>();
  readonly #links = new Map<string, string>();
  readonly #entered = new Map<string, number>();
  readonly #pending = new Map<string, null>();
  readonly #bounds: Bounds | undefined;
  /** The targets of the user's own links that lead out of the limits. */
  readonly #linked = new Set<string>();
  #entries = 0;

  constructor(workspace: Workspace, bounds?: Bounds, from: Files = disk) {
    this.#workspace = workspace;
    this.#bounds = bounds;
    this.from = from;
  }

  /** Returns true if a path without links is within the limits. */
  #isOpen(path: string): boolean {
    if (this.#bounds === undefined || this.#bounds.isOpen(path)) return true;
    return [...this.#linked].some((folder) => isWithin(path, folder));
  }

  /** Returns true if the limits allow a link at a path to be followed. Otherwise records the link. */
  #mayFollow(path: string, target: string): boolean {
    if (this.#isOpen(target) || this.#bounds?.isAbove(target)) return true;
    if (!this.#bounds?.isGiven(path)) {
      this.#linked.add(target);
      return true;
    }
    this.#note(path, `the link leads to ${this.from.shown(target)}, ${OUTSIDE}`);
    return false;
  }

  /**
   * Adds a path and all links on its way to the tree. Returns the path without links; null if it does not exist or is outside of the
   * limits.
   */
  add(path: string, links = MOST_LINKS): string | null {
    if (!this.#isOpen(path) && !this.#bounds?.isAbove(path)) return null;
    let real = "";
    const parts = path.split("/").filter((part) => part !== "");
    for (const [index, part] of parts.entries()) {
      const here = `${real}/${part}`;
      const target = this.#links.get(here) ?? this.#linkAt(here);
      if (target === null) return null;
      if (target !== undefined) {
        const to = posix.resolve(real || "/", target);
        if (links === 0 || !this.#mayFollow(here, to)) return null;
        return this.add(posix.join(to, ...parts.slice(index + 1)), links - 1);
      }
      real = here;
    }
    return real || "/";
  }

  /** Returns the target of a link; undefined if the path is not a link, null if nothing is there. */
  #linkAt(path: string): string | undefined | null {
    if (this.#known.has(path)) return undefined;
    try {
      const found = this.from.entry(path);
      if (!found) return null;
      if (found.kind === "link") return this.#addLink(path);
      if (found.kind === "folder") this.#addFolder(path);
      else if (found.kind === "file") this.#addFile(path);
      return undefined;
    } catch (error) {
      if (!["ENOENT", "ENOTDIR", "EACCES"].includes(codeOf(error))) this.#fail(path, error);
      return null;
    }
  }

  #addLink(path: string): string {
    const target = this.from.target(path);
    this.#known.add(path);
    this.#links.set(path, target);
    this.#workspace.symlink(path, target);
    return target;
  }

  #addFolder(path: string): void {
    this.#known.add(path);
    this.#workspace.mkdir(path);
  }

  #addFile(path: string): void {
    if (this.#known.has(path)) return;
    this.#known.add(path);
    this.files.add(path);
    this.#pending.set(path, null);
  }

  /** Returns the targets of the links in a folder. */
  targets(folder: string): string[] {
    const links = [...this.#links.keys()].filter((path) => isWithin(path, folder));
    return links.map((path) => this.add(path)).filter((path) => path !== null);
  }

  /** Writes the names that were found since the last time. */
  flush(): void {
    if (this.#pending.size > 0) this.#workspace.writeAll(this.#pending);
    this.#pending.clear();
  }

  /** Adds all entries of a folder, as far as `reach` goes. `above` are the rules of the folders above. */
  enter(start: string, reach: Reach, above: readonly IgnoreFile[] = []): void {
    const real = this.add(start);
    if (real === null || !this.#isOpen(real)) {
      if (!this.#isOpen(start) && this.from.entry(start) !== undefined) this.#note(start, OUTSIDE);
      return;
    }
    this.#entries = 0;
    const stack: { folder: string; depth: number; ignored: readonly IgnoreFile[] }[] = [
      { folder: real, depth: reach.depth, ignored: above },
    ];
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { folder, depth } = next;
      if ((this.#entered.get(folder) ?? -1) >= depth) continue;
      this.#entered.set(folder, depth);
      const entries = this.#entriesOf(folder, reach);
      if (entries.length === 0) this.#addFolder(folder);
      const ignored = reach.honoursGitignore
        ? entries.some((entry) => entry.name === ".gitignore")
          ? this.#withIgnoreFile(folder, next.ignored)
          : next.ignored
        : [];
      for (const entry of entries) {
        const path = childOf(folder, entry.name);
        if (reach.honoursGitignore && (entry.name === "node_modules" || isIgnored(path, entry.kind === "folder", ignored))) continue;
        if (entry.kind === "link") this.#enterLink(path, reach, depth, stack);
        else if (entry.kind === "file") this.#addFile(path);
        else if (entry.kind === "folder") {
          // The objects of a repository are not skills.
          if (depth === 0 || entry.name === ".git" || reach.closed?.has(path)) this.#addFolder(path);
          else stack.push({ folder: path, depth: depth - 1, ignored });
        }
      }
    }
    this.flush();
  }

  /** Adds a folder that the user named, even if Git ignores it. In it, other ignored files are still left out. */
  enterNamed(folder: string, top: string, reach: Reach): void {
    const folders = [...foldersAbove(folder)].filter((one) => isWithin(one, top)).reverse();
    const above = folders.reduce<readonly IgnoreFile[]>((rules, one) => this.#withIgnoreFile(one, rules), []);
    this.enter(folder, reach, isIgnored(folder, true, above) ? [] : above);
  }

  #enterLink(path: string, reach: Reach, depth: number, stack: { folder: string; depth: number; ignored: readonly IgnoreFile[] }[]): void {
    if (!this.#known.has(path)) {
      try {
        this.#addLink(path);
      } catch (error) {
        this.#fail(path, error);
        return;
      }
    }
    if (!reach.followsLinks) return;
    const real = this.add(path);
    // A folder that contains this folder is walked from above, if at all.
    if (real === null || isWithin(path, real) || !this.#isOpen(real) || !this.#isFolder(real)) return;
    stack.push({ folder: real, depth: Math.max(0, depth - 1), ignored: [] });
  }

  #isFolder(path: string): boolean {
    return !this.files.has(path) && this.from.entry(path)?.kind === "folder";
  }

  #entriesOf(folder: string, { isOptional }: Reach): readonly NamedEntry[] {
    if (this.#entries > MOST_ENTRIES) return [];
    try {
      const entries = this.from.list(folder);
      this.#entries += entries.length;
      if (this.#entries > MOST_ENTRIES && !isOptional) {
        const message = `more than ${grouped(MOST_ENTRIES)} files and folders: the rest is not read. Name the folder of the skills`;
        this.troubles.push({ path: this.from.shown(folder), message });
      }
      return entries;
    } catch (error) {
      if (codeOf(error) !== "ENOENT") this.#fail(folder, error);
      return [];
    }
  }

  #withIgnoreFile(folder: string, above: readonly IgnoreFile[]): readonly IgnoreFile[] {
    const path = childOf(folder, ".gitignore");
    if (this.add(path) !== path || !this.files.has(path)) return above;
    this.read([path]);
    const bytes = this.contents.get(path);
    return bytes ? [{ folder, rules: ignore().add(Buffer.from(bytes).toString()) }, ...above] : above;
  }

  /** Reads files into the tree. A file that was deleted after its name was found is removed from the tree. */
  read(paths: Iterable<string>, done: () => void = () => {}): void {
    this.flush();
    const all = [...paths];
    this.from.prepare(all.filter((path) => !this.contents.has(path)));
    for (const path of all) {
      done();
      if (this.contents.has(path)) continue;
      try {
        const size = this.sizeOf(path);
        if (size > MOST_BYTES) {
          this.#note(path, `its ${size} bytes are more than are read (${MOST_BYTES})`);
          continue;
        }
        const bytes = this.from.read(path);
        this.contents.set(path, bytes);
        this.#workspace.write(path, bytes);
      } catch (error) {
        if (codeOf(error) === "ENOENT") this.#workspace.remove(path);
        else this.#fail(path, error);
      }
    }
  }

  /** Returns the size of a file in bytes; 0 if the file is gone. */
  sizeOf(path: string): number {
    return this.from.entry(path)?.size ?? 0;
  }

  #fail(path: string, error: unknown): void {
    this.#note(path, wordsFor(error));
  }

  #note(path: string, message: string): void {
    const place = this.from.shown(path);
    if (!this.troubles.some((one) => one.path === place)) this.troubles.push({ path: place, message });
  }
}

/** Returns true if Git ignores a path: the nearest file with a rule for it decides. */
function isIgnored(path: string, isFolder: boolean, files: readonly IgnoreFile[]): boolean {
  for (const { folder, rules } of files) {
    const below = path.slice(folder === "/" ? 1 : folder.length + 1) + (isFolder ? "/" : "");
    const { ignored, unignored } = rules.test(below);
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** Returns true if the name of a file is that of a skill's file, in any case. */
export function isSkillFile(path: string): boolean {
  return nameOf(path).toLowerCase() === "skill.md";
}
