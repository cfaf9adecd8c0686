// Compares two versions of a project in each host.
import type { HostChoice, HostDiff, HostEdition, TreeDiff } from "skillglass";
import { diffTrees } from "skillglass";
import { Progress } from "../print/progress.ts";
import type { Files } from "../tree/files.ts";
import { foundIn } from "../tree/installed.ts";
import { Project } from "../tree/load.ts";
import type { Place } from "../tree/project.ts";
import type { Trouble } from "../tree/trouble.ts";
import { changedFiles, changedUnsearched, differing } from "./files.ts";
import { changedPlugins } from "./plugins.ts";
import type { TreeReport } from "./words.ts";

/** The request to compare two versions of a project, which have the same path. */
export interface Pair {
  readonly place: Place;
  readonly base: Files;
  readonly head: Files;
  /**
   * The hosts to compare. If null, the hosts in `skillglass.json` of the second version are
   * compared, or the usual hosts if this file names none.
   */
  readonly hosts: readonly HostEdition[] | null;
  /**
   * True to treat the skills as installed in each host, false to read the skills only in the
   * folders where they are. If null, the skills are treated as installed only if no host searches
   * the folders where the skills are.
   */
  readonly asInstalled: boolean | null;
}

/** Two versions of a project, after both versions have been read. */
export class ReadPair implements Disposable {
  readonly base: Project;
  readonly head: Project;
  /** True if the comparison treats the skills of both versions as installed in the hosts. */
  readonly isAsInstalled: boolean;

  constructor(base: Project, head: Project, asInstalled: boolean | null) {
    this.base = base;
    this.head = head;
    const both = [base, head].filter((project) => project.skillFiles([project.place.root]).length > 0);
    // If a host looks for the skills of one version where they are, the places of the other
    // version's skills matter too.
    this.isAsInstalled = both.length > 0 && both.every((project) => project.isAsInstalled || asInstalled === true);
  }

  /** Reads both versions from the disk or from commits. */
  static read({ place, base, head, hosts, asInstalled }: Pair, progress = new Progress(true)): ReadPair {
    const request = { place, beside: true, asInstalled, progress };
    const second = new Project({ ...request, hosts, files: head });
    try {
      const first = new Project({ ...request, hosts: second.hosts, files: base });
      progress.clear();
      return new ReadPair(first, second, asInstalled);
    } catch (error) {
      second[Symbol.dispose]();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.base[Symbol.dispose]();
    this.head[Symbol.dispose]();
  }

  /** Returns the files and folders that could not be read in at least one of the two versions. */
  troubles(): Trouble[] {
    const fault = this.head.configurationFault;
    const all = [...this.base.walk.troubles, ...this.head.walk.troubles, ...(fault === null ? [] : [fault])];
    return all.filter(({ path }, index) => all.findIndex((other) => other.path === path) === index);
  }

  /** Compares the two versions of the project in each host. */
  diff(): TreeReport {
    const hosts = [...this.head.hosts];
    const { hosts: found, findings } = diffTrees(this.base.asItIs(), this.head.asItIs(), { hosts: hosts as HostChoice[] });
    const all = this.isAsInstalled ? hosts.map((host) => this.#installed(host)) : found;
    return {
      hosts: all,
      findings,
      edited: this.#edited(all),
      files: changedFiles(this.base, this.head),
      unsearched: changedUnsearched(this.base, this.head, this.#searched()),
      plugins: changedPlugins(this.base, this.head, hosts),
    };
  }

  /** Returns the files that at least one host finds in one of the versions, even if the host does not load them. */
  #searched(): Set<string> {
    const found = [this.base, this.head].flatMap((project) =>
      this.head.hosts.flatMap((host) => {
        const workspace = project.through(host);
        if (!this.isAsInstalled) project.asItIs();
        return [...foundIn(workspace.catalog())].map((path) => project.originOf(path));
      }),
    );
    return new Set(found);
  }

  /** Returns the files of changed skills that are in both versions with different contents. */
  #edited(all: readonly HostDiff[]): string[] {
    const paths = new Set(all.flatMap(({ skills }) => skills.map(({ path }) => path)));
    const inBoth = [...paths].filter((path) => this.base.walk.files.has(path) && this.head.walk.files.has(path));
    return differing(this.base, this.head, inBoth).sort();
  }

  /**
   * Compares how one host treats the skills of the two versions, as if the skills were installed in
   * a folder that the host searches. The paths in the result are the paths in the project, not the
   * paths after the installation.
   */
  #installed(host: HostEdition): TreeDiff["hosts"][number] {
    const { hosts } = diffTrees(this.base.through(host), this.head.through(host), { hosts: [host as HostChoice], findings: false });
    const [found] = hosts;
    const origin = (path: string) => {
      const ofHead = this.head.originOf(path);
      return ofHead === path ? this.base.originOf(path) : ofHead;
    };
    return {
      ...found!,
      skills: found!.skills.map((skill) => ({ ...skill, path: origin(skill.path) })),
      moves: found!.moves.map((move) => ({ ...move, from: origin(move.from), to: origin(move.to) })),
    };
  }
}
