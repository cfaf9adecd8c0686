/** A source in a workspace: all of its paths, and the contents of the files that hosts read. */
import type { HostChoice, RefusedPath } from "../../skillglass.js";
import { Placed } from "./placed.js";
import type { Progress, RefusedEntry, SourceTree } from "./tree.js";

/** The part of a workspace that takes files; that of `skillglass` and of `skillglass/worker` are such. */
export interface Mountable {
  /** See `Workspace.writeAll`. */
  writeAll(files: ReadonlyMap<string, Uint8Array | null>): Reports;
  /** See `Workspace.mkdir`. */
  mkdir(path: string): Reports;
  /** See `Workspace.symlink`. */
  symlink(path: string, target: string): Reports;
  /** See `Workspace.plan`. */
  plan(request?: { hosts?: readonly HostChoice[]; for?: "lint" }): string[] | Promise<string[]>;
}
type Report = { refused: readonly RefusedPath[] };
/** The paths that a call refused. */
export type Reports = Report | Promise<Report>;

/** The options for mounting a source. */
export interface MountOptions {
  /** The directory that the source's top becomes, such as `/repo`. */
  readonly at: string;
  /** The hosts whose files are read; the workspace's own without any. */
  readonly hosts?: readonly HostChoice[] | undefined;
  /**
   * The reader of the files: the hosts without it. `"lint"` also reads what only the rules of `lint` read, such as scripts and
   * references; files above 1 MiB beside a skill's own are left out, because no rule reads them.
   */
  readonly for?: "lint" | undefined;
  /** Ends the work. What was written stays. */
  readonly signal?: AbortSignal | undefined;
  /** Hears how many of the files that are wanted were read. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** A source in a workspace. */
export interface Mount {
  /** The directory of the source in the workspace. */
  readonly at: string;
  /** The number of files, read or not. */
  readonly files: number;
  /** The entries that were left out, by their paths in the source, and those that could not be read so far. */
  readonly refused: readonly RefusedEntry[];
  /** Reads what is wanted by now: after options have changed, or for other hosts. Returns the number of files that it read. */
  read(options?: Omit<MountOptions, "at">): Promise<number>;
}

/**
 * Writes the paths of a source below a directory of the workspace, and reads the files whose contents a host needs. Their
 * contents may make further files necessary. A file that cannot be read is reported, and the others are still read.
 */
export async function mount(workspace: Mountable, source: SourceTree, options: MountOptions): Promise<Mount> {
  const refused: RefusedEntry[] = [...source.refused];
  const placed = new Placed(workspace, options.at, source.files, (entry) => refused.push(entry));
  await placed.write({
    files: new Map(Array.from(source.files.keys(), (path) => [path, null])),
    folders: source.folders,
    links: source.links,
  });
  await placed.fill(options);
  return { at: options.at, files: source.files.size, refused, read: (options) => placed.fill(options) };
}
