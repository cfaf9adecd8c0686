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

/**
 * The maximum number of files and folders that one call of `enter` lists. A folder with more files
 * and folders is probably not a project, but a home directory or a whole disk.
 */
const MOST_ENTRIES = 200_000;
/** The maximum number of links that are followed in one path, the same as in Linux. */
const MOST_LINKS = 40;
/** The maximum size in bytes of files that are read. */
export const MOST_BYTES = 8 * 1024 * 1024;

/** The message about a path outside of the folders that the MCP server may read. */
const OUTSIDE = "outside of the folders of this server: start it for that folder, too (`skillglass mcp FOLDER FOLDER`)";

/** The extent to which a folder and its subfolders are read. */
export interface Reach {
  /** The maximum depth of subfolders whose contents are listed. */
  readonly depth: number;
  /** True to skip `node_modules` and the files that `.gitignore` excludes. */
  readonly honoursGitignore: boolean;
  /** True to list the folders to which links lead. */
  readonly followsLinks: boolean;
  /** True to stop without an error message if there are too many files and folders. */
  readonly isOptional?: boolean;
  /** The subfolders that are added to the workspace without their contents. */
  readonly closed?: ReadonlySet<string>;
}

/** A `.gitignore` file in a folder, with its rules. */
interface IgnoreFile {
  readonly folder: string;
  readonly rules: Ignore;
}

/** A file or folder that Git ignores. */
export interface IgnoredPath {
  /** The path itself, or the outermost folder above it that Git ignores. */
  readonly path: string;
  /** The folder with the `.gitignore` that contains the rule. */
  readonly folder: string;
}

/**
 * Reads files, folders and links into a workspace: first only their names, and contents when they
 * are needed.
 */
export class Walk {
  readonly troubles: Trouble[] = [];
  /**
   * The contents of each file that was read, by path. Later changes on the disk are not included.
   */
  readonly contents = new Map<string, Uint8Array>();
  /** The paths of all files in the workspace, including those that were not read. */
  readonly files = new Set<string>();
  /**
   * The source of the files: the disk, or the disk with one part replaced by a commit or another
   * folder.
   */
  readonly from: Files;
  readonly #workspace: Workspace;
  readonly #known = new Set<string>();
  readonly #links = new Map<string, string>();
  readonly #entered = new Map<string, number>();
  readonly #pending = new Map<string, null>();
  readonly #bounds: Bounds | undefined;
  /**
   * Files and folders outside of the permitted folders that may be read, because the user's own
   * links lead to them.
   */
  readonly #linked = new Set<string>();
  #entries = 0;

  constructor(workspace: Workspace, bounds?: Bounds, from: Files = disk) {
    this.#workspace = workspace;
    this.#bounds = bounds;
    this.from = from;
  }

  /** Returns true if a path may be read. Callers must first resolve the links in the path. */
  #isOpen(path: string): boolean {
    if (this.#bounds === undefined || this.#bounds.isOpen(path)) return true;
    return [...this.#linked].some((folder) => isWithin(path, folder));
  }

  /** Returns true if a link may be followed to its target. Otherwise reports the link. */
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
   * Adds a file or folder and all links in its path to the workspace. Returns the path with links
   * resolved; null if nothing exists there or it may not be read.
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

  /**
   * Adds the file, folder or link at a path to the workspace. Returns the target of a link,
   * undefined for a file or folder, and null if the path does not exist.
   */
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

  /** Returns the resolved targets of all links below a folder. */
  targets(folder: string): string[] {
    const links = [...this.#links.keys()].filter((path) => isWithin(path, folder));
    return links.map((path) => this.add(path)).filter((path) => path !== null);
  }

  /**
   * Adds files to the workspace without their contents: all files that were found since `flush` was
   * last called.
   */
  flush(): void {
    if (this.#pending.size > 0) this.#workspace.writeAll(this.#pending);
    this.#pending.clear();
  }

  /**
   * Adds everything in a folder to the workspace, as far as `reach` allows. `above` are the
   * `.gitignore` files of the folders above.
   */
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

  /**
   * Adds everything in a folder that the user named, even if Git ignores the folder. Within the
   * folder, other ignored files are still skipped.
   */
  enterNamed(folder: string, top: string, reach: Reach): void {
    const folders = [...foldersAbove(folder)].filter((one) => isWithin(one, top)).reverse();
    const above = folders.reduce<readonly IgnoreFile[]>((rules, one) => this.#withIgnoreFile(one, rules), []);
    this.enter(folder, reach, isIgnored(folder, true, above) ? [] : above);
  }

  /**
   * Returns the rule by which Git ignores a file or folder in `top`, the folder of a repository.
   * Returns null if Git does not ignore it. Reads only the `.gitignore` files in `top` and between
   * `top` and the path.
   */
  ignoredBy(path: string, isFolder: boolean, top: string): IgnoredPath | null {
    let files: readonly IgnoreFile[] = [];
    for (const one of [path, ...foldersAbove(path)].filter((folder) => isWithin(folder, top)).reverse()) {
      const file = one === top ? undefined : decidingFile(one, isFolder || one !== path, files);
      if (file?.ignores) return { path: one, folder: file.folder };
      files = this.#withIgnoreFile(one, files);
    }
    return null;
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

  /**
   * Reads the contents of files into the workspace. A file that was deleted in the meantime is
   * removed from the workspace. `done` is called for each file.
   */
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

  /** Returns the size of a file in bytes; 0 if the file does not exist. */
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

/** Returns true if Git ignores a path. `files` are those of `decidingFile`. */
function isIgnored(path: string, isFolder: boolean, files: readonly IgnoreFile[]): boolean {
  return decidingFile(path, isFolder, files)?.ignores ?? false;
}

/**
 * Returns the folder of the `.gitignore` that decides whether Git ignores a path, and the decision.
 * The nearest `.gitignore` with a matching rule decides, so `files` begins with the nearest.
 */
function decidingFile(path: string, isFolder: boolean, files: readonly IgnoreFile[]): { folder: string; ignores: boolean } | undefined {
  for (const { folder, rules } of files) {
    const below = path.slice(folder === "/" ? 1 : folder.length + 1) + (isFolder ? "/" : "");
    const { ignored, unignored } = rules.test(below);
    if (ignored || unignored) return { folder, ignores: ignored };
  }
  return undefined;
}

/** Returns true if a file is called `SKILL.md`, in any case. */
export function isSkillFile(path: string): boolean {
  return nameOf(path).toLowerCase() === "skill.md";
}
