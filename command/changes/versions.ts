// The two versions of a project that `skillglass diff BASE HEAD` names: folders, or commits of a repository.
import { existsSync, realpathSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { UsageError } from "../exit.ts";
import { notice } from "../print/notice.ts";
import { counted, plainLine } from "../print/text.ts";
import { Commit, folderOf, withLineEnds } from "../tree/commit.ts";
import type { Files } from "../tree/files.ts";
import { disk, folderSource, mounted } from "../tree/files.ts";
import { Repository } from "../tree/git.ts";
import { isWithin, toDisk, toTree } from "../tree/paths.ts";
import type { Place } from "../tree/project.ts";
import { placeOf } from "../tree/project.ts";

/** A version of a project: a folder on the disk, or a commit. */
export type Version = { readonly folder: string } | { readonly commit: Commit };

/** The values of the options `--cwd`, `--home` and `--repo`. */
export interface Directories {
  readonly cwd?: string | undefined;
  readonly home?: string | undefined;
  readonly repo?: string | undefined;
}

/**
 * Two versions of a project. The files of both versions are read as if the project were in the same
 * place, `place`.
 */
export interface Versions {
  readonly place: Place;
  readonly base: Files;
  readonly head: Files;
  /** The versions that are commits, not folders. Empty if both versions are folders. */
  readonly commits: readonly Commit[];
}

/** The error message for arguments that do not name two versions. */
const USAGE =
  "name two commits or folders, as in `skillglass diff main HEAD` or `skillglass diff ../base .`; or two editions, as in `skillglass diff --from codex@2026-05 --to 2026-11`";

/**
 * Matches an argument with two commits: `BASE..HEAD`, or `BASE...HEAD` for the changes since `HEAD`
 * branched off.
 */
const RANGE = /^(.*?)(\.{2,3})(.*)$/;

/**
 * Returns the two versions that the arguments of `skillglass diff` name. Throws a `UsageError` if
 * the arguments do not name two versions.
 */
export function versionsOf(words: readonly string[], directories: Directories): Versions {
  const [first = "", second] = words;
  if (words.length === 0 || words.includes("")) throw new UsageError(USAGE);
  const commits = new Commits(directories);
  const range = isPath(first) ? null : RANGE.exec(first);
  if (range !== null) {
    if (second !== undefined) throw new UsageError(`\`${first}\` names two commits already, so \`${second}\` is one argument too many`);
    const [one, other] = [commits.named(range[1] || "HEAD"), commits.named(range[3] || "HEAD")];
    const base = range[2] === ".." ? one : commits.mergeBase(first, one, other);
    return inOnePlace({ commit: commits.read(base) }, { commit: commits.read(other) }, commits, directories);
  }
  const base = commits.version(first);
  if (second !== undefined) return inOnePlace(base, commits.version(second), commits, directories);
  if ("folder" in base) throw new UsageError(USAGE);
  return inOnePlace(base, { folder: commits.cwd }, commits, directories);
}

/**
 * Gives both versions the same path, so that their files can be compared. If `head` is a folder,
 * the path is this folder. Otherwise, if `base` is a folder of the repository, the path is the
 * folder `base`. If neither is the case, the path is the working directory.
 */
function inOnePlace(base: Version, head: Version, commits: Commits, { cwd, repo, home }: Directories): Versions {
  const named = [base, head].filter((one) => "folder" in one && one.folder !== commits.cwd);
  if (cwd !== undefined && named.length > 0) throw new UsageError("--cwd and a folder exclude each other: the folder is the directory");
  if (repo !== undefined && "folder" in base && "folder" in head)
    throw new UsageError("--repo needs a commit: two folders need no repository");
  const ofRepository = (one: Version) => "folder" in one && commits.isOpen && isWithin(one.folder, commits.repository.root);
  const folder = "folder" in head ? head.folder : "folder" in base && ofRepository(base) ? base.folder : commits.cwd;
  const place = placeOf({ cwd: toDisk(folder), home });
  if ("folder" in base && "folder" in head && base.folder === head.folder)
    throw new UsageError(`BASE and HEAD are the same folder, ${toDisk(base.folder)}: name two versions`);
  const isWorkingTree = [base, head].some(ofRepository);
  const filesOf = (one: Version): Files => {
    if ("folder" in one) return one.folder === place.cwd ? disk : mounted(folderSource(one.folder, place.cwd), place.cwd);
    const { root } = one.commit.repository;
    if (isWithin(place.cwd, root)) return mounted(isWorkingTree ? withLineEnds(one.commit) : one.commit, root);
    // The folder is outside of the repository, so it is compared with the commit's files in the current directory.
    return mounted(folderOf(one.commit, commits.cwd.slice(root.length + 1)), place.cwd);
  };
  const all = [base, head].flatMap((one) => ("commit" in one ? [one.commit] : []));
  return { place, base: filesOf(base), head: filesOf(head), commits: all };
}

/**
 * Finds commits in one Git repository. This is the repository around the folder of the option
 * `--repo`, or around the working directory if the option is missing.
 */
export class Commits {
  /** The working directory of the agent, with links resolved. */
  readonly cwd: string;
  readonly #folder: string;
  #repository: Repository | null | undefined;

  constructor({ cwd, repo }: Directories) {
    // `git` reports the place of a repository without links.
    const real = (option: string, folder: string | undefined) =>
      folder === undefined ? undefined : toTree(realpathSync(toDisk(folderAt(option, folder))));
    const named = real("--repo", repo);
    this.cwd = real("--cwd", cwd) ?? named ?? toTree(realpathSync(process.cwd()));
    this.#folder = named ?? this.cwd;
  }

  /** True if the repository has already been found. */
  get isOpen(): boolean {
    return (this.#repository ?? null) !== null;
  }

  /** The repository. Throws a `UsageError` if the directory is not in a repository. */
  get repository(): Repository {
    const found = this.#find();
    if (found === null)
      throw new UsageError(`${toDisk(this.#folder)} is in no Git repository: name two folders, or the repository with --repo DIR`);
    return found;
  }

  #find(): Repository | null {
    if (this.#repository === undefined) this.#repository = Repository.around(this.#folder);
    return this.#repository;
  }

  /**
   * Returns the folder or commit that an argument names. If both exist, the argument means the
   * commit, unless it is written as a path such as `./main`.
   */
  version(word: string): Version {
    const folder = existingFolder(word);
    if (isPath(word)) {
      if (folder === null) throw new UsageError(`there is no folder ${resolve(word)}`);
      return { folder };
    }
    const oid = folder === null ? (this.#find()?.find(word) ?? null) : this.#findBeside(word);
    if (oid !== null) {
      if (folder !== null) notice(`\`${word}\` is a commit and a folder: the commit is compared; \`.${sep}${word}\` is the folder`);
      return { commit: this.read(oid) };
    }
    if (folder !== null) return { folder };
    if (this.isOpen) throw this.#unknown(word, " and no folder");
    throw new UsageError(
      `there is no folder ${resolve(word)}, and ${toDisk(this.#folder)} is in no Git repository, so \`${word}\` is no commit: --repo DIR names a repository`,
    );
  }

  /**
   * Returns the object name of the commit that an argument names. Returns null if there is no such
   * commit, or if Git fails. A failure is no error here, because the argument may name a folder.
   */
  #findBeside(word: string): string | null {
    try {
      return this.#find()?.find(word) ?? null;
    } catch (error) {
      if (error instanceof UsageError) return null;
      throw error;
    }
  }

  /**
   * Returns the object name of the commit that an argument names. Throws a `UsageError` if there is
   * no such commit.
   */
  named(word: string): string {
    const oid = this.repository.find(word);
    if (oid === null) throw this.#unknown(word, "");
    return oid;
  }

  /**
   * Returns the newest common ancestor of two commits. Throws a `UsageError` if the clone has none.
   */
  mergeBase(range: string, one: string, other: string): string {
    const base = this.repository.mergeBase(one, other);
    if (base === null) throw new UsageError(`the two commits of \`${range}\` have no common ancestor here${this.#shallow("")}`);
    return base;
  }

  /** Reads the list of files in a commit. */
  read(oid: string): Commit {
    return new Commit(this.repository, oid);
  }

  #unknown(word: string, also: string): UsageError {
    const remedy = this.#shallow(": `git branch --all` lists the branches");
    return new UsageError(`\`${word}\` is no commit of ${toDisk(this.repository.root)}${also}${remedy}`);
  }

  #shallow(otherwise: string): string {
    if (!this.repository.isShallow()) return otherwise;
    return ": the clone is shallow; run `git fetch --unshallow`, or set `fetch-depth: 0` for actions/checkout";
  }
}

/**
 * Prints notices about submodules that were not compared, and about files that Git LFS stores
 * outside of the commits.
 */
export function tellNotCompared(commits: readonly Commit[]): void {
  const [first, second = first] = commits;
  if (first === undefined || second === undefined) return;
  const all = [...new Set(commits.flatMap(({ missingModules }) => [...missingModules.keys()]))];
  const isHere = (path: string) => existsSync(toDisk(`${first.repository.root}/${path}/.git`));
  const isChanged = (path: string) => first.missingModules.get(path) !== second.missingModules.get(path);
  const modules = all.filter((path) => (first === second ? isHere(path) : isChanged(path)));
  const pointers = [...new Set(commits.flatMap((commit) => [...commit.pointers]))];
  if (modules.length > 0)
    notice(
      `${counted(modules.length, "submodule")} not compared, because the commit is not in the clone: ${some(modules)}; \`git submodule update --init\` brings it`,
    );
  if (pointers.length > 0)
    notice(
      `${counted(pointers.length, "file")} compared as pointers of Git LFS, because commits do not have the contents: ${some(pointers)}`,
    );
}

function some(paths: readonly string[]): string {
  return plainLine(paths.slice(0, 3).join(", ")) + (paths.length > 3 ? " …" : "");
}

/**
 * Returns true if an argument is written as a path, such as `.`, `./base`, `../base`, `/base` or
 * `base/`. No name of a commit looks like this.
 */
export function isPath(word: string): boolean {
  return /^\.{0,2}(?:[\\/]|$)|^[A-Za-z]:[\\/]|[\\/]$|[\\/]\.\.[\\/]/.test(word);
}

/**
 * Returns the path of the folder that an argument names, with links resolved; null if there is no
 * such folder.
 */
export function existingFolder(word: string): string | null {
  try {
    const path = realpathSync(resolve(word));
    return statSync(path).isDirectory() ? toTree(path) : null;
  } catch {
    return null;
  }
}

function folderAt(option: string, folder: string): string {
  try {
    return placeOf({ cwd: folder }).cwd;
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(error.message.replace("--cwd", option));
    throw error;
  }
}
