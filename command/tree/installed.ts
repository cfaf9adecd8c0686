// Shows the project's skills as if they were installed, for one host after another.
import type { Catalog, HostEdition, Workspace } from "skillglass";
import { existsIn } from "./files.ts";
import { childOf, foldersAbove, isWithin, nameOf, parentOf } from "./paths.ts";
import type { Walk } from "./walk.ts";

/** The maximum number of rounds of reading, because settings may name files that name other files. */
const MOST_ROUNDS = 8;

/** The copies of skills that one host would have. */
interface Layout {
  readonly host: string;
  /** The installed file of each skill that the host does not find where it is. */
  readonly installed: ReadonlyMap<string, string>;
  /** The skill of each installed file. */
  readonly origins: ReadonlyMap<string, string>;
  /** The entries that were added to the tree. */
  readonly added: readonly string[];
}

/**
 * Copies skills to a folder in which a host looks, only in the tree. Hosts share folders, so the copies for one host are removed before the
 * copies for the next host are made. If the folders of several skills have the same name, only the first skill is installed.
 */
export class Installed {
  /** The files of the skills. */
  readonly skills: readonly string[];
  /** The skills among them that are not installed, because a folder with the same name comes first. */
  readonly others: readonly string[];
  readonly #workspace: Workspace;
  readonly #walk: Walk;
  /** The files of each skill's folder, without those of skills in folders below. */
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

  /** Installs the skills for the current host of the workspace. */
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
    this.#layout = { host: key, installed, origins, added };
  }

  /** Removes the installed copies from the tree. */
  clear(): void {
    for (const path of this.#layout?.added ?? []) this.#workspace.remove(path);
    this.#layout = null;
  }

  /**
   * Returns the installed file of a skill. Null if the host finds the skill where it is, or if another skill's folder has the same name.
   */
  at(skill: string): string | null {
    return this.#layout?.installed.get(skill) ?? null;
  }

  /** Returns the original of an installed file. Any other path is returned unchanged. */
  originOf(path: string): string {
    return this.#layout?.origins.get(path) ?? path;
  }

  /** Returns the skills that the host does not find where they are. */
  #missing(): string[] {
    const found = foundIn(this.#workspace.catalog());
    return this.skills.filter((skill) => !found.has(skill));
  }

  /** Returns the folder in which the host looks for the skills of a project. */
  #placement(host: { host: HostEdition["host"]; edition: HostEdition["edition"] }, [skill]: readonly string[]): string | null {
    if (skill === undefined) return null;
    const asIfAt = this.#workspace.compare({ hosts: [host as HostEdition], skills: [skill] }).skills[0]?.cells[0]?.asIfAt ?? null;
    return asIfAt === null ? null : parentOf(parentOf(asIfAt));
  }

  /** Returns the highest folder of a path that does not exist. */
  #topOfNew(path: string): string {
    const above = [...foldersAbove(path)].filter((folder) => !existsIn(this.#walk.from, folder));
    return above.at(-1) ?? path;
  }

  /** Reads the copies whose contents the host needs. */
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

/** Returns true if a path is in a hidden folder of `root`, such as `.claude`. */
export function isHiddenIn(path: string, root: string): boolean {
  return isWithin(path, root) && path.slice(root === "/" ? 0 : root.length).includes("/.");
}
