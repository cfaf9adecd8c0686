// Commits of a Git repository, read through the program `git`. It is the only program that Skillglass starts on its own.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { UsageError } from "../exit.ts";
import { toDisk, toTree } from "./paths.ts";

/** The usual maximum of bytes that one call of `git cat-file` returns. */
const BATCH_BYTES = 32 * 1024 * 1024;

/** Variables with which `git` would use another repository than that of the folder. Hooks of Git set these variables. */
const OF_OTHERS = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_NAMESPACE"];

/** Settings of every call: `git` fetches nothing, asks nothing, and starts no program that a repository's settings name. */
const SETTINGS = ["--no-pager", "--no-optional-locks", "-c", "protocol.allow=never", "-c", "core.fsmonitor=false"];
const VARIABLES = { GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };

/** The commands of `git` that are used. They read objects only: no hook, no filter and no `textconv` runs. */
type GitCommand = "rev-parse" | "merge-base" | "ls-tree" | "cat-file";

interface Answer {
  readonly status: number | null;
  readonly out: Buffer;
  readonly err: string;
}

/** Runs a command of `git` in a folder. Arguments from users follow `--end-of-options`, or are object names that `git` returned. */
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

/** Returns the path of `git`. Relative folders in `PATH` are ignored, because a project could contain a program with this name. */
function program(): string {
  const name = process.platform === "win32" ? "git.exe" : "git";
  const folders = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  const found = folders.map((folder) => join(folder, name)).find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  if (found === undefined) throw new UsageError("git is not on PATH, so no commit can be read: install Git, or name two folders");
  return found;
}

/** An entry of a commit's tree. */
export interface TreeEntry {
  /** The mode: the six octal digits of Git. */
  readonly mode: string;
  readonly oid: string;
  /** The size of a file or link in bytes; 0 if the clone does not have the object. */
  readonly size: number;
  readonly path: string;
}

/** A repository with a working tree. */
export class Repository {
  /** The top of the working tree, a path of the tree. */
  readonly root: string;
  readonly #blobs = new Map<string, Uint8Array>();

  private constructor(root: string) {
    this.root = root;
  }

  /** Returns the repository that contains a folder; null if there is none. */
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

  /** Returns the object name of a commit, a branch or a tag; null if there is none. */
  find(name: string): string | null {
    if (name === "" || name.startsWith("-") || /[\0\n]/.test(name)) return null;
    const { status, out } = git(this.root, "rev-parse", ["--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
    const oid = out.toString().trim();
    return status === 0 && isObjectName(oid) ? oid : null;
  }

  /** Returns the commit from which two others branched off; null if the clone does not have it. */
  mergeBase(one: string, other: string): string | null {
    const { status, out } = git(this.root, "merge-base", [one, other]);
    const [oid] = out.toString().split("\n");
    return status === 0 && oid !== undefined && isObjectName(oid) ? oid : null;
  }

  /** Returns true if the clone has only the newest commits. */
  isShallow(): boolean {
    return git(this.root, "rev-parse", ["--is-shallow-repository"]).out.toString().trim() === "true";
  }

  /** Returns all entries of a commit's tree. */
  tree(commit: string): TreeEntry[] {
    const { status, out, err } = git(this.root, "ls-tree", ["-r", "-z", "-l", "--full-tree", commit]);
    if (status !== 0) throw new UsageError(`git does not read the files of ${commit.slice(0, 7)}: ${firstLine(err)}`);
    const records = out.toString().split("\0");
    return records.flatMap((record) => {
      const [, mode, oid, size, path] = /^(\d{6}) \w+ ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(record) ?? [];
      return mode && oid && path ? [{ mode, oid, size: Number(size) || 0, path }] : [];
    });
  }

  /** Returns the bytes of a file; undefined if it was not read, or if the clone does not have it. */
  blob(oid: string): Uint8Array | undefined {
    return this.#blobs.get(oid);
  }

  /** Reads files. Files that were read before are cached, because two commits share most files. */
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
