// Commits of a Git repository, read through the program `git`. It is the only program that Skillglass starts on its own.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { UsageError } from "../exit.ts";
import { toDisk, toTree } from "./paths.ts";

/** The approximate maximum number of bytes that one call of `git cat-file` returns. */
const BATCH_BYTES = 32 * 1024 * 1024;

/**
 * Environment variables that Git sets when it runs a hook. If `git` inherits these variables, it
 * uses the hook's repository even in a folder of another repository. Skillglass therefore removes
 * these variables before it runs `git`.
 */
const OF_OTHERS = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_NAMESPACE"];

/**
 * The settings for every call of `git`. With them, `git` downloads nothing, asks nothing, and
 * starts no programs that a repository configures.
 */
const SETTINGS = ["--no-pager", "--no-optional-locks", "-c", "protocol.allow=never", "-c", "core.fsmonitor=false"];
const VARIABLES = { GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };

/** The Git commands that are used. They only read objects, so they run no hooks and no filters. */
type GitCommand = "rev-parse" | "merge-base" | "ls-tree" | "cat-file";

interface Answer {
  readonly status: number | null;
  readonly out: Buffer;
  readonly err: string;
}

/**
 * Runs a Git command in a folder. Arguments from users must follow `--end-of-options`, so that they
 * are not read as options.
 */
function git(folder: string, command: GitCommand, args: readonly string[], input = ""): Answer {
  const env: NodeJS.ProcessEnv = { ...process.env, ...VARIABLES };
  for (const name of OF_OTHERS) delete env[name];
  const words = [...SETTINGS, "-C", toDisk(folder), command, ...args];
  const { status, stdout, stderr, error } = spawnSync(program(), words, {
    env,
    input,
    maxBuffer: Number.MAX_SAFE_INTEGER,
    windowsHide: true,
  });
  if (error) throw new UsageError(`git cannot be started: ${error.message}`);
  return { status, out: stdout, err: stderr.toString().trim() };
}

/**
 * Returns the path of `git` in `PATH`. Ignores relative folders, because a project could contain a
 * program called `git`.
 */
function program(): string {
  const name = process.platform === "win32" ? "git.exe" : "git";
  const folders = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  const found = folders.map((folder) => join(folder, name)).find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  if (found === undefined) throw new UsageError("git is not on PATH, so no commit can be read: install Git, or name two folders");
  return found;
}

/** A file in a commit. */
export interface TreeEntry {
  /** The file mode of Git, with six octal digits. */
  readonly mode: string;
  readonly oid: string;
  /** The size in bytes; 0 if the object is missing in the clone. */
  readonly size: number;
  readonly path: string;
}

/** A Git repository with a working tree. */
export class Repository {
  /** The top folder of the working tree, as a workspace path. */
  readonly root: string;
  readonly #blobs = new Map<string, Uint8Array>();

  private constructor(root: string) {
    this.root = root;
  }

  /**
   * Returns the repository that contains a folder; null if there is none. Throws a `UsageError` if
   * Git cannot use the repository.
   */
  static around(folder: string): Repository | null {
    const { status, out, err } = git(folder, "rev-parse", ["--show-toplevel"]);
    if (status === 0) {
      const root = toTree(out.toString().replace(/\r?\n$/, ""));
      if (existsSync(join(toDisk(root), ".git"))) return new Repository(root);
      throw new UsageError(`the settings of the Git repository of ${toDisk(folder)} name another working tree, ${toDisk(root)}`);
    }
    if (err.includes("not a git repository")) return null;
    if (err.includes("dubious ownership"))
      throw new UsageError(`git does not read ${toDisk(folder)}, because it belongs to another user: add it to \`safe.directory\` of Git`);
    if (err.includes("must be run in a work tree"))
      throw new UsageError(`${toDisk(folder)} is a bare Git repository: make a clone of it and name that with --repo`);
    throw new UsageError(`git does not read ${toDisk(folder)}: ${firstLine(err)}`);
  }

  /**
   * Returns the object name (hash) of a commit; null if there is no such commit. `name` may be a
   * branch or a tag.
   */
  find(name: string): string | null {
    if (name === "" || name.startsWith("-") || /[\0\n]/.test(name)) return null;
    const { status, out } = git(this.root, "rev-parse", ["--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
    const oid = out.toString().trim();
    return status === 0 && isObjectName(oid) ? oid : null;
  }

  /** Returns the newest common ancestor of two commits; null if the clone has none. */
  mergeBase(one: string, other: string): string | null {
    const { status, out } = git(this.root, "merge-base", [one, other]);
    const [oid] = out.toString().split("\n");
    return status === 0 && oid !== undefined && isObjectName(oid) ? oid : null;
  }

  /** Returns true if the clone contains only the newest commits. */
  isShallow(): boolean {
    return git(this.root, "rev-parse", ["--is-shallow-repository"]).out.toString().trim() === "true";
  }

  /** Returns all files in a commit. */
  tree(commit: string): TreeEntry[] {
    const { status, out, err } = git(this.root, "ls-tree", ["-r", "-z", "-l", "--full-tree", commit]);
    if (status !== 0) throw new UsageError(`git does not read the files of ${commit.slice(0, 7)}: ${firstLine(err)}`);
    const records = out.toString().split("\0");
    return records.flatMap((record) => {
      const [, mode, oid, size, path] = /^(\d{6}) \w+ ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(record) ?? [];
      return mode && oid && path ? [{ mode, oid, size: Number(size) || 0, path }] : [];
    });
  }

  /**
   * Returns the contents of the object `oid`; undefined if it was not read before, or is missing in
   * the clone.
   */
  blob(oid: string): Uint8Array | undefined {
    return this.#blobs.get(oid);
  }

  /**
   * Reads the contents of objects into memory. Objects that are already in memory are not read
   * again.
   */
  readBlobs(files: readonly { readonly oid: string; readonly size: number }[]): void {
    const missing = new Map(files.filter(({ oid }) => !this.#blobs.has(oid)).map(({ oid, size }) => [oid, size]));
    let batch: string[] = [];
    let bytes = 0;
    const run = () => {
      if (batch.length > 0) this.#readBatch(batch);
      [batch, bytes] = [[], 0];
    };
    for (const [oid, size] of missing) {
      if (bytes + size > BATCH_BYTES) run();
      batch.push(oid);
      bytes += size;
    }
    run();
  }

  #readBatch(oids: readonly string[]): void {
    const { out } = git(this.root, "cat-file", ["--batch"], `${oids.join("\n")}\n`);
    for (let at = 0; at < out.length; ) {
      const end = out.indexOf(10, at);
      if (end < 0) return;
      const [oid, type, size] = out.toString("latin1", at, end).split(" ");
      at = end + 1;
      if (oid === undefined || size === undefined) continue;
      const after = at + Number(size);
      // The bytes are copied, because a part of the output would keep the whole output in memory.
      if (type === "blob") this.#blobs.set(oid, Uint8Array.prototype.slice.call(out, at, after));
      at = after + 1;
    }
  }
}

function isObjectName(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/^fatal: /, "");
}
