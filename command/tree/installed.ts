// Shows the project's skills as if they were installed, for one host after another.
import type { Catalog, HostEdition, Workspace } from "skillglass";
import { existsIn } from "./files.ts";
import { childOf, foldersAbove, isWithin, nameOf, parentOf } from "./paths.ts";
import type { Walk } from "./walk.ts";

/**
 * The maximum number of rounds of reading files. A new round is needed if a settings file that was
 * read in the previous round names further files.
 */
const MOST_ROUNDS = 8;

/** The copies of skills that the workspace contains at present, for one host. */
interface Layout {
  readonly host: string;
  /** The path of each skill's copy, by the path of the original. */
  readonly installed: ReadonlyMap<string, string>;
  /** The path of each original file, and of each skill's original folder, by the path of its copy. */
  readonly origins: ReadonlyMap<string, string>;
  /** The files and folders that were added to the workspace. */
  readonly added: readonly string[];
}

/**
 * Adds copies of skills to the workspace, as if the skills were installed in a folder of the host.
 * Nothing on the disk changes. Because several hosts read the same folder, the copies for one host
 * are removed before copies for another host are added. If several skill folders have the same
 * name, only the first one is copied.
 */
export class Installed {
  /** The paths of the skills that can be copied. */
  readonly skills: readonly string[];
  /**
   * The paths of the skills that cannot be copied, because an earlier skill has a folder with the
   * same name.
   */
  readonly others: readonly string[];
  readonly #workspace: Workspace;
  readonly #walk: Walk;
  /** The files in each skill's folder, except the files of skills in subfolders. */
  readonly #files = new Map<string, string[]>();
  #layout: Layout | null = null;

  constructor(workspace: Workspace, walk: Walk, skills: readonly string[]) {
    const names = new Map(skills.toReversed().map((skill) => [nameOf(parentOf(skill)), skill]));
    this.skills = [...names.values()].sort();
    this.others = skills.filter((skill) => names.get(nameOf(parentOf(skill))) !== skill);
    this.#workspace = workspace;
    this.#walk = walk;
    for (const skill of skills) this.#files.set(parentOf(skill), []);
    for (const file of walk.files) {
      const owner = [...foldersAbove(file)].find((folder) => this.#files.has(folder));
      if (owner !== undefined) this.#files.get(owner)!.push(file);
    }
  }

  /**
   * Adds copies of skills to the workspace, in a folder that the host searches. Copies only the
   * skills that the host does not already find in the project.
   */
  layOut({ host, edition }: HostEdition): void {
    const key = `${host}@${edition ?? ""}`;
    if (this.#layout?.host === key) return;
    this.clear();
    const missing = this.#missing();
    const placement = this.#placement({ host, edition: edition ?? null }, missing);
    if (placement === null) return;
    const installed = new Map<string, string>();
    const origins = new Map<string, string>();
    const folders: string[] = [];
    for (const skill of missing) {
      const from = parentOf(skill);
      const to = childOf(placement, nameOf(from));
      if (existsIn(this.#walk.from, to)) continue;
      folders.push(to);
      for (const file of this.#files.get(from) ?? []) origins.set(to + file.slice(from.length), file);
      installed.set(skill, childOf(to, nameOf(skill)));
    }
    this.#workspace.writeAll(new Map(Array.from(origins.keys(), (path) => [path, null])));
    this.#read(origins);
    const added = existsIn(this.#walk.from, placement) ? folders : [this.#topOfNew(placement)];
    for (const [skill, copy] of installed) origins.set(parentOf(copy), parentOf(skill));
    this.#layout = { host: key, installed, origins, added };
  }

  /** Removes the copies of the project's skills from the workspace. */
  clear(): void {
    for (const path of this.#layout?.added ?? []) this.#workspace.remove(path);
    this.#layout = null;
  }

  /**
   * Returns the path of a skill's copy. Returns null if there is none, for example because the host
   * finds the original.
   */
  at(skill: string): string | null {
    return this.#layout?.installed.get(skill) ?? null;
  }

  /**
   * Returns the path of the original file for a copy; any other path unchanged. A file that is only
   * proposed in the folder of a copy has the path that it would have beside the original.
   */
  originOf(path: string): string {
    const origins = this.#layout?.origins;
    if (origins === undefined) return path;
    const folder = [path, ...foldersAbove(path)].find((one) => origins.has(one));
    return folder === undefined ? path : origins.get(folder)! + path.slice(folder.length);
  }

  /** Returns the path of the copy of a file in a skill's folder; any other path unchanged. */
  copyOf(path: string): string {
    const copies = this.#layout?.installed ?? new Map<string, string>();
    const skill = [...copies.keys()].find((one) => isWithin(path, parentOf(one)));
    return skill === undefined ? path : parentOf(copies.get(skill)!) + path.slice(parentOf(skill).length);
  }

  /**
   * Asks a question about a workspace that contains only the copies of skills: the `SKILL.md` files
   * of the originals, and of skills that are not copied, are absent while `ask` runs.
   */
  withoutOriginals<T>(ask: () => T): T {
    const originals = [...(this.#layout?.installed.keys() ?? []), ...this.others];
    for (const path of originals) this.#workspace.remove(path);
    try {
      return ask();
    } finally {
      this.#workspace.writeAll(new Map(originals.map((path) => [path, this.#walk.contents.get(path) ?? null])));
    }
  }

  /**
   * Asks a question about a workspace in which each of the hosts finds all skills that can be copied. Instead of copies, the workspace has
   * links to the original folders, so the skills keep their paths, and one question can be about all hosts.
   */
  withLinks<T>(hosts: readonly HostEdition[], ask: () => T): T {
    this.clear();
    const links = new Map<string, string>();
    const tops = new Set<string>();
    for (const { host, edition } of hosts) {
      this.#workspace.setOptions({ host, edition: edition ?? null });
      const missing = this.#missing();
      const placement = this.#placement({ host, edition: edition ?? null }, missing);
      if (placement === null) continue;
      for (const folder of missing.map(parentOf)) {
        const link = childOf(placement, nameOf(folder));
        if (existsIn(this.#walk.from, link)) continue;
        links.set(link, folder);
        tops.add(existsIn(this.#walk.from, placement) ? link : this.#topOfNew(placement));
      }
    }
    for (const [link, folder] of links) this.#workspace.symlink(link, folder);
    try {
      return ask();
    } finally {
      for (const path of tops) this.#workspace.remove(path);
    }
  }

  /** Returns the skills of the project that the current host does not find at their own paths. */
  #missing(): string[] {
    const found = foundIn(this.#workspace.catalog());
    return this.skills.filter((skill) => !found.has(skill));
  }

  /** Returns the folder in which the host looks for a project's skills; null if there is none. */
  #placement(host: { host: HostEdition["host"]; edition: HostEdition["edition"] }, [skill]: readonly string[]): string | null {
    if (skill === undefined) return null;
    const asIfAt = this.#workspace.compare({ hosts: [host as HostEdition], skills: [skill] }).skills[0]?.cells[0]?.asIfAt ?? null;
    return asIfAt === null ? null : parentOf(parentOf(asIfAt));
  }

  /**
   * Returns the topmost missing folder on the way to `path`. Returns `path` itself if all folders
   * above it exist.
   */
  #topOfNew(path: string): string {
    const above = [...foldersAbove(path)].filter((folder) => !existsIn(this.#walk.from, folder));
    return above.at(-1) ?? path;
  }

  /**
   * Reads the original files of those copies whose contents the host needs, and writes the contents
   * into the workspace. `origins` has the path of the original file for the path of each copy.
   */
  #read(origins: ReadonlyMap<string, string>): void {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const wanted = this.#workspace.plan().flatMap((path) => {
        const origin = origins.get(path);
        return origin === undefined ? [] : [{ path, origin }];
      });
      this.#walk.read(wanted.map(({ origin }) => origin));
      const contents = wanted.flatMap(({ path, origin }) => {
        const bytes = this.#walk.contents.get(origin);
        return bytes ? [[path, bytes] as const] : [];
      });
      if (contents.length === 0) return;
      this.#workspace.writeAll(new Map(contents));
    }
  }
}

/** Returns the files that a host finds, even if the host does not load them. */
export function foundIn({ skills, errors, leftOut }: Catalog): Set<string> {
  return new Set([
    ...skills.flatMap(({ path, discoveredPath }) => [path, discoveredPath]),
    ...errors.map(({ path }) => path),
    ...leftOut.filter(({ reason }) => reason !== "outside-roots").map(({ path }) => path),
  ]);
}

/**
 * Returns true if a path is within `root` and in a folder whose name begins with a dot, such as
 * `.claude`.
 */
export function isHiddenIn(path: string, root: string): boolean {
  return isWithin(path, root) && path.slice(root === "/" ? 0 : root.length).includes("/.");
}
