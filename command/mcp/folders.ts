// The folders that a server may read: the folders of the command line, narrowed by the client's roots.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../exit.ts";
import { listed } from "../print/text.ts";
import { Bounds, realOf } from "../tree/bounds.ts";
import { isWithin, toDisk, toTree } from "../tree/paths.ts";
import type { Place } from "../tree/project.ts";
import { placeOf } from "../tree/project.ts";
import type { Trouble } from "../tree/trouble.ts";

export class Folders {
  /** The folders that the command line names, with links resolved. */
  readonly #named: readonly string[];
  readonly #around: Place;
  #bounds: Bounds;
  /** The working directory for calls without the argument `cwd`. */
  #start: string;

  /**
   * Creates the folders of a server. `named` are the folders that the command line names. If there
   * are none, the server reads the project around the working directory.
   */
  constructor(named: readonly string[], home: string | undefined) {
    this.#named = named.map((folder) => realOf(placeOf({ cwd: folder, home }).cwd));
    this.#around = placeOf({ cwd: named[0], home });
    [this.#bounds, this.#start] = this.#limits(this.#named);
  }

  /**
   * Restricts the folders to the client's roots. If the command line names no folders, the roots
   * become the folders. Throws a `UsageError` if the roots and the folders have nothing in common.
   */
  takeRoots(uris: readonly string[]): void {
    const roots = uris.filter((uri) => uri.startsWith("file:")).map((uri) => realOf(toTree(fileURLToPath(uri))));
    const both = roots.flatMap((root) =>
      this.#named.flatMap((folder) => (isWithin(root, folder) ? [root] : isWithin(folder, root) ? [folder] : [])),
    );
    const folders = this.#named.length === 0 ? roots.filter((root) => existsSync(toDisk(root))) : [...new Set(both)];
    if (roots.length > 0 && this.#named.length > 0 && folders.length === 0)
      throw new UsageError(
        `the roots of the client (${shown(roots)}) have nothing in common with the folders of the server (${shown(this.#named)}): start the server for one of the roots`,
      );
    [this.#bounds, this.#start] = this.#limits(folders.length > 0 ? folders : this.#named);
  }

  #limits(folders: readonly string[]): [Bounds, string] {
    const { cwd, root, home } = this.#around;
    // A home is not a project.
    const project = isWithin(home, root) ? cwd : root;
    const bounds = new Bounds(folders.length > 0 ? folders : [project], home);
    return [bounds, bounds.isGiven(realOf(cwd)) ? realOf(cwd) : bounds.folders[0]!];
  }

  /**
   * Returns the project, the home and the limits for a call in the directory `cwd`. Without `cwd`,
   * uses the server's directory.
   */
  place(cwd: string | undefined): Place {
    const directory = cwd === undefined ? this.#start : this.within("cwd", cwd, this.#start);
    if (!statSync(toDisk(directory), { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`cwd: there is no folder ${toDisk(directory)}`);
    return placeOf({ cwd: toDisk(directory), home: toDisk(this.#around.home), bounds: this.#bounds });
  }

  /**
   * Returns a note if the repository's top is outside of the server's folders; otherwise an empty
   * list. In such a repository, hosts also read files that the server may not read.
   */
  above(place: Place): Trouble[] {
    const { root } = placeOf({ cwd: toDisk(place.cwd), home: toDisk(place.home) });
    if (isWithin(root, place.root) || isWithin(place.home, root)) return [];
    const message = `the repository begins here, outside of the folders of this server, so what hosts find above them is not known. To include it: skillglass mcp ${toDisk(root)}`;
    return [{ path: toDisk(root), message }];
  }

  /**
   * Returns a path as an absolute path with links resolved. Throws a `UsageError` that names
   * `argument` if the path is outside of the server's folders.
   */
  within(argument: string, path: string, from: string): string {
    const real = realOf(toTree(resolve(toDisk(from), path)));
    if (this.#bounds.isGiven(real)) return real;
    const folders = shown(this.#bounds.folders);
    throw new UsageError(
      `${argument}: ${path} is outside of the folders of this server (${folders}). Name a path in them, or start the server for that folder, too: skillglass mcp FOLDER FOLDER`,
    );
  }
}

function shown(folders: readonly string[]): string {
  return listed(folders.map(toDisk));
}
