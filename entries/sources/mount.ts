/** Writes a source into a workspace: all paths, and the contents of the files that hosts read. */
import type { HostChoice, RefusedPath } from "../../skillglass.js";
import { Placed } from "./placed.js";
import type { Progress, RefusedEntry, SourceTree } from "./tree.js";

/**
 * The part of a workspace that takes files. The workspaces of `skillglass` and of
 * `skillglass/worker` have these methods.
 */
export interface Mountable {
  /** Writes files, like `Workspace.writeAll`. */
  writeAll(files: ReadonlyMap<string, Uint8Array | null>): Reports;
  /** Creates a directory, like `Workspace.mkdir`. */
  mkdir(path: string): Reports;
  /** Creates a symbolic link, like `Workspace.symlink`. */
  symlink(path: string, target: string): Reports;
  /** Returns the files whose contents hosts or rules need, like `Workspace.plan`. */
  plan(request?: { hosts?: readonly HostChoice[]; for?: "lint" }): string[] | Promise<string[]>;
}
type Report = { refused: readonly RefusedPath[] };
/**
 * The report of a write to the workspace: the paths that the workspace refused. A workspace in a
 * worker returns the report as a promise.
 */
export type Reports = Report | Promise<Report>;

/** The options for mounting a source. */
export interface MountOptions {
  /** The directory of the workspace into which the files are written, such as `/repo`. */
  readonly at: string;
  /**
   * The hosts whose files are read. If the option is absent, the files of the workspace's host are
   * read.
   */
  readonly hosts?: readonly HostChoice[] | undefined;
  /**
   * Set to `"lint"` to load also the files that only the rules of `lint` check, such as scripts and
   * references. By default, only the files that hosts read are loaded. Files above 1 MiB beside a
   * skill are not loaded for `lint`, because no rule checks them.
   */
  readonly for?: "lint" | undefined;
  /**
   * Aborting this signal stops the reading of files. Files that were already written stay in the
   * workspace.
   */
  readonly signal?: AbortSignal | undefined;
  /** Receives how many of the needed files were read. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** A source whose entries were written into a workspace. */
export interface Mount {
  /** The directory of the source in the workspace. */
  readonly at: string;
  /** The number of files of the source. The contents of some files may not be read yet. */
  readonly files: number;
  /**
   * The files, folders and links that were left out, with their paths in the source. A file is
   * added to this list if reading it fails.
   */
  readonly refused: readonly RefusedEntry[];
  /**
   * Reads the files that the hosts need and that have not been read yet. Call this method after the
   * options of the workspace have changed, or to read the files of other hosts. Returns the number
   * of files that were read.
   */
  read(options?: Omit<MountOptions, "at">): Promise<number>;
}

/**
 * Writes the paths of a source below a directory of the workspace, and reads the files whose
 * contents a host needs. The contents of a file may make further files necessary. A file that
 * cannot be read is reported, and the other files are still read.
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
