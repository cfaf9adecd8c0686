/** A source in a workspace: all of its paths, and the contents of the files that hosts read. */
import type { HostChoice, RefusedPath } from "../../skillglass.js";
import type { Progress, RefusedEntry, SourceTree } from "./tree.js";
import { asSourceError, SourceError } from "./tree.js";

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
type Reports = Report | Promise<Report>;

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

/** Files that are read at the same time. */
const AT_ONCE = 32;
/** Bytes of a file that rules still read. */
const MOST_FOR_LINT = 1024 * 1024;
/** Bytes that are handed over at once. */
const PORTION = 4_000_000;

/**
 * Writes the paths of a source below a directory of the workspace, and reads the files whose contents a host needs. Their
 * contents may make further files necessary. A file that cannot be read is reported, and the others are still read.
 */
export async function mount(workspace: Mountable, source: SourceTree, options: MountOptions): Promise<Mount> {
  const at = options.at === "/" ? "" : options.at.replace(/\/$/, "");
  const pathOf = (path: string) => `${at}/${path}`;
  const refused: RefusedEntry[] = [...source.refused];
  const note = async (report: Reports) => {
    for (const { path, message } of (await report).refused) refused.push({ path: path.slice(at.length + 1), reason: "no-place", message });
  };
  await note(workspace.writeAll(new Map(Array.from(source.files.keys(), (path) => [pathOf(path), null]))));
  const others = [
    ...Array.from(source.folders, (path) => workspace.mkdir(pathOf(path))),
    ...Array.from(source.links, ([path, target]) => workspace.symlink(pathOf(path), target)),
  ];
  for (const report of others) await note(report);

  const unreadable = new Set<string>();
  const fileAt = (path: string) =>
    path.startsWith(`${at}/`) && !unreadable.has(path) ? source.files.get(path.slice(at.length + 1)) : undefined;
  const read = async ({ hosts, signal, onProgress, for: reader }: Omit<MountOptions, "at"> = {}): Promise<number> => {
    let done = 0;
    for (;;) {
      signal?.throwIfAborted();
      const ofHosts = await (hosts ? workspace.plan({ hosts }) : workspace.plan());
      const ofRules = reader === undefined ? [] : await workspace.plan({ ...(hosts ? { hosts } : {}), for: reader });
      const planned = [...ofHosts, ...ofRules.filter((path) => (fileAt(path)?.size ?? 0) <= MOST_FOR_LINT)];
      const wanted = [...new Set(planned)].flatMap((path) => {
        const file = fileAt(path);
        return file ? [{ path, file }] : [];
      });
      if (wanted.length === 0) return done;
      const total = done + wanted.length;
      onProgress?.({ stage: "read", done, total });
      for (let start = 0; start < wanted.length; ) {
        let held = 0;
        const portion = new Map<string, Uint8Array>();
        while (start < wanted.length && held < PORTION) {
          const group = wanted.slice(start, start + AT_ONCE);
          start += group.length;
          const contents = await Promise.all(group.map(({ file }) => file.read(signal).catch((error: unknown) => failed(error, signal))));
          for (const [index, { path }] of group.entries()) {
            const one = contents[index]!;
            if (one instanceof SourceError) {
              unreadable.add(path);
              refused.push({ path: path.slice(at.length + 1), reason: one.reason, message: one.message });
            } else {
              held += one.length;
              portion.set(path, one);
            }
          }
        }
        await note(workspace.writeAll(portion));
        done += portion.size;
        onProgress?.({ stage: "read", done, total });
      }
    }
  };
  await read(options);
  return { at: options.at, files: source.files.size, refused, read };
}

/** Returns the error of a file, unless the caller has aborted everything. */
function failed(error: unknown, signal: AbortSignal | undefined): SourceError {
  const why = asSourceError(error, signal);
  if (why instanceof SourceError) return why;
  throw why;
}
