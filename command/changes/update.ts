// Reports what an update of an installed skill would change. The second version is the same workspace, with the installed files replaced by
// the new files.
import { resolve } from "node:path";
import { shownIn } from "../commands/open.ts";
import { UsageError } from "../exit.ts";
import { Progress } from "../print/progress.ts";
import type { Commit } from "../tree/commit.ts";
import { folderOf } from "../tree/commit.ts";
import type { Files, Source } from "../tree/files.ts";
import { disk, folderSource, mounted } from "../tree/files.ts";
import { Project } from "../tree/load.ts";
import { isWithin, nameOf, parentOf, toDisk } from "../tree/paths.ts";
import { placeOf } from "../tree/project.ts";
import { namedSkills } from "../tree/skills.ts";
import type { Pair } from "./trees.ts";
import { ReadPair } from "./trees.ts";
import type { Directories } from "./versions.ts";
import { Commits, existingFolder, isPath } from "./versions.ts";

/** The maximum number of folder levels that the search for the new version of a skill enters. */
const MOST_LEVELS = 8;
/** The maximum number of skills that an error message names. */
const MOST_NAMED = 10;

/** The comparison of a workspace before and after the update of an installed skill. */
export interface Update {
  readonly pair: ReadPair;
  /**
   * A sentence before the report, which names the replaced skill and the source of the new files.
   */
  readonly title: string;
  readonly commits: readonly Commit[];
}

/** The hosts of a comparison, and whether it treats the skills as installed; null chooses automatically, as in `Pair`. */
export type ShownAs = Pick<Pair, "hosts" | "asInstalled">;

/**
 * Reads the workspace twice: first as it is, and then with the skill `installed` replaced by new
 * files. `named` is the folder or the commit that contains the new files.
 */
export function readUpdate(installed: string, named: string, directories: Directories, { hosts, asInstalled }: ShownAs): Update {
  const progress = new Progress(true);
  const request = { place: placeOf(directories), beside: true, asInstalled, progress };
  const base = new Project({ ...request, hosts });
  try {
    const folders = namedSkills(base, [installed]).map(parentOf);
    const { source, shown, commits } = newSkill(named, folders[0]!, directories);
    const files = folders.reduce<Files>((below, folder) => mounted(source(folder), folder, below), disk);
    const head = new Project({ ...request, hosts: base.hosts, files });
    progress.clear();
    const names = folders.map((folder) => shownIn(base, folder));
    return { pair: new ReadPair(base, head, asInstalled), title: `If ${shown} replaces ${names.join(" and ")}:`, commits };
  } catch (error) {
    base[Symbol.dispose]();
    throw error;
  }
}

/** The source of the new files for a skill. */
interface NewSkill {
  /** Returns the new files of the skill, as if the skill's folder were at the path `at`. */
  readonly source: (at: string) => Source;
  readonly shown: string;
  readonly commits: readonly Commit[];
}

/** Finds the new files of a skill. `word` is a folder, a commit, or `COMMIT:FOLDER`. */
function newSkill(word: string, installed: string, { repo, cwd }: Directories): NewSkill {
  const commits = new Commits({ repo, cwd });
  const [, name, inside] = /^(?![.\\/]|[A-Za-z]:[\\/])([^:]+):(.*)$/.exec(word) ?? [];
  if (name !== undefined && existingFolder(word) === null) {
    const commit = commits.read(commits.named(name));
    const folder = (inside ?? "").replace(/^\.?\/+|\/+$/g, "");
    return ofCommit(commit, word, skillFolderIn(folderOf(commit, folder), word, installed), folder);
  }
  const version = commits.version(word);
  if ("commit" in version) {
    const { commit } = version;
    const { root } = commit.repository;
    // If the update is a commit of the workspace's own repository, it has the skill at the path
    // where the skill is installed.
    const own = isWithin(installed, root) ? installed.slice(root.length + 1) : null;
    if (own !== null && hasSkill(commit, own)) return ofCommit(commit, word, own, "");
    return ofCommit(commit, word, skillFolderIn(commit, word, installed), "");
  }
  const top = version.folder;
  const found = skillFolderIn(folderSource(top, top), word, installed);
  const folder = found === "" ? top : `${top}/${found}`;
  if (folder === installed) throw new UsageError(`${toDisk(folder)} is the installed skill: name the folder of the new version`);
  return { source: (at) => folderSource(folder, at), shown: found === "" ? word : `${word.replace(/[\\/]+$/, "")}/${found}`, commits: [] };
}

function ofCommit(commit: Commit, word: string, found: string, above: string): NewSkill {
  const folder = [above, found].filter((part) => part !== "").join("/");
  const shown = `${word.split(":")[0]}:${folder === "" ? "." : folder}`;
  return { source: () => folderOf(commit, folder), shown, commits: [commit] };
}

/**
 * Returns the path of a skill's folder in `source`, relative to `source`. If `source` itself is the
 * skill's folder, the path is empty. Otherwise the folder must have the same name as the folder
 * `installed`. Throws a `UsageError` if there is no such folder, or if there are several. `word` is
 * the user's argument that names the source, for error messages.
 */
function skillFolderIn(source: Source, word: string, installed: string): string {
  if (source.entry("")?.kind !== "folder") throw new UsageError(`there is no folder ${word}`);
  if (hasSkill(source, "")) return "";
  const all = skillFolders(source, "", MOST_LEVELS);
  const name = nameOf(installed);
  const same = all.filter((folder) => nameOf(`/${folder}`) === name);
  if (same.length === 1) return same[0]!;
  const found = same.length > 1 ? same : all;
  const names = `${found.slice(0, MOST_NAMED).join(", ")}${found.length > MOST_NAMED ? " …" : ""}`;
  const where = isPath(word) ? resolve(word) : word;
  if (found.length === 0) throw new UsageError(`there is no skill in ${where}`);
  const problem = same.length > 1 ? `several skills \`${name}\` are in ${where}` : `no skill \`${name}\` is in ${where}`;
  throw new UsageError(`${problem}: name the folder of one, such as ${names}`);
}

function skillFolders(source: Source, folder: string, levels: number): string[] {
  if (hasSkill(source, folder)) return [folder];
  if (levels === 0) return [];
  const folders = source.list(folder).filter(({ name, kind }) => kind === "folder" && name !== ".git" && name !== "node_modules");
  return folders.flatMap(({ name }) => skillFolders(source, folder === "" ? name : `${folder}/${name}`, levels - 1));
}

function hasSkill(source: Source, folder: string): boolean {
  if (source.entry(folder)?.kind !== "folder") return false;
  return source.list(folder).some(({ name, kind }) => kind !== "folder" && name.toLowerCase() === "skill.md");
}
