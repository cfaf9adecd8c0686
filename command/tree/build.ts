// Makes the changes of a build on the disk. A file that changed after it was read is neither overwritten nor removed.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import type { BuildPlan } from "skillglass";
import { childOf, foldersAbove, isWithin, parentOf, toDisk, toTree } from "./paths.ts";
import type { Trouble } from "./trouble.ts";
import { wordsFor } from "./trouble.ts";
import { replaceFile } from "./write.ts";

/**
 * The name of the file in which builds are recorded. This JSON file lists the files that each build
 * wrote, with a digest of each file.
 */
const RECORD = ".skillglass-build.json";

/** The number of path segments that name a host's folder, such as two in `.claude/skills`. */
const PARTS = 2;

/**
 * The result of a build on the disk: the number of written and removed files, and the files that
 * could not be changed.
 */
interface Built {
  readonly written: number;
  readonly removed: number;
  readonly troubles: readonly Trouble[];
}

/**
 * Returns the source folders and the target folders of earlier builds, from the record of builds.
 * These folders must be read even if `.gitignore` excludes them, because otherwise the build would
 * treat their files as new. Returns an empty list if the record cannot be read. The plan of the
 * build then reports the record as a conflict.
 */
export function recordedFolders(base: string): string[] {
  let builds: Record<string, Record<string, string>>;
  let paths: string[];
  try {
    builds = JSON.parse(readFileSync(toDisk(childOf(base, RECORD)), "utf8")).builds;
    const written = Object.values(builds).flatMap((files) => Object.keys(files));
    // Without the source folder, the skills of the built files would seem to be removed.
    paths = [...Object.keys(builds), ...written.map((path) => path.split("/").slice(0, PARTS).join("/"))];
  } catch {
    return [];
  }
  const plain = [...new Set(paths)].filter((path) => !path.split("/").some((part) => ["", ".", ".."].includes(part)));
  return plain.map((path) => childOf(base, path)).filter((path) => isFolderIn(path, base));
}

/**
 * Returns true if a folder is within `base` after links are resolved. The folders in the record of
 * builds need this check, because somebody else may have written the record, for example in a
 * cloned repository.
 */
function isFolderIn(path: string, base: string): boolean {
  try {
    const real = realpathSync(toDisk(path));
    return isWithin(toTree(real), toTree(realpathSync(toDisk(base)))) && statSync(real).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Writes and removes the files of a build plan on the disk. A path that cannot be changed is
 * skipped and reported. At the end, writes the file that records the build, which lists only files
 * that could be written. `read` has the contents that each file had when the plan was made. A file
 * that has changed since then is not overwritten.
 */
export function writeBuild(plan: BuildPlan, base: string, read: ReadonlyMap<string, Uint8Array>): Built {
  const troubles: Trouble[] = [];
  const attempt = (path: string, change: () => void): boolean => {
    try {
      checkFolders(path, base);
      change();
      return true;
    } catch (error) {
      troubles.push({ path: toDisk(path), message: wordsFor(error) });
      return false;
    }
  };
  const removed = plan.removes.filter((path) => attempt(path, () => removeFile(path, read)));
  for (const path of removed) removeEmptyFolders(path, base);
  const files = plan.writes.filter(({ path }) => path !== plan.record);
  const written = files.filter(({ path, content, replaces }) =>
    attempt(path, () => {
      checkBefore(path, replaces && !removed.includes(path), read);
      mkdirSync(toDisk(parentOf(path)), { recursive: true });
      if (content.type === "link") return symlinkSync(toDisk(linkTarget(path, content.target)), toDisk(path), "junction");
      const bytes = content.type === "text" ? content.text : read.get(content.from);
      if (bytes === undefined) throw new Error("the file that it copies was not read");
      replaceFile(toDisk(path), bytes);
      // The copy of an executable script stays executable.
      if (content.type === "file") chmodSync(toDisk(path), statSync(toDisk(content.from)).mode & 0o777);
    }),
  );
  const record = plan.writes.find(({ path }) => path === plan.record);
  if (record?.content.type === "text") {
    const text = troubles.length === 0 ? record.content.text : withoutFailed(record.content.text, plan, base, troubles, read);
    attempt(plan.record, () => {
      checkBefore(plan.record, record.replaces, read);
      replaceFile(toDisk(plan.record), text);
    });
  }
  return { written: written.length, removed: removed.length, troubles };
}

/**
 * Returns the text of the record of builds after some changes failed. A file that could not be
 * written or removed keeps its entry of the previous record. If the previous record has no entry
 * for the file, the file is left out.
 */
function withoutFailed(
  text: string,
  plan: BuildPlan,
  base: string,
  troubles: readonly Trouble[],
  read: ReadonlyMap<string, Uint8Array>,
): string {
  const before = read.get(plan.record);
  const old: Record<string, Record<string, string>> = before ? JSON.parse(Buffer.from(before).toString()).builds : {};
  const known = Object.assign({}, ...Object.values(old)) as Record<string, string>;
  const next = JSON.parse(text) as { builds: Record<string, Record<string, string>> };
  const failed = new Set(troubles.map(({ path }) => toTree(path)));
  const below = (path: string) => path.slice(base === "/" ? 1 : base.length + 1);
  for (const files of Object.values(next.builds))
    for (const path of Object.keys(files)) {
      if (!failed.has(childOf(base, path))) continue;
      const digest = known[path];
      if (digest === undefined) delete files[path];
      else files[path] = digest;
    }
  const key = isWithin(plan.from, base) ? below(plan.from) : plan.from;
  for (const path of plan.removes) {
    const digest = known[below(path)];
    if (failed.has(path) && digest !== undefined) next.builds[key] = { ...next.builds[key], [below(path)]: digest };
  }
  return `${JSON.stringify(next, null, 2)}\n`;
}

/**
 * Throws an error if a parent folder of the path is a link or a file, because the write would then
 * go elsewhere.
 */
function checkFolders(path: string, base: string): void {
  for (const folder of foldersAbove(path)) {
    if (folder === base || !isWithin(folder, base)) return;
    const found = lstatSync(toDisk(folder), { throwIfNoEntry: false });
    if (found && !found.isDirectory()) throw new Error(`${toDisk(folder)} is a ${found.isSymbolicLink() ? "link" : "file"}, not a folder`);
  }
}

/**
 * Throws an error if the file at a path has changed since the plan was made, or may not be
 * replaced.
 */
function checkBefore(path: string, replaces: boolean, read: ReadonlyMap<string, Uint8Array>): void {
  const found = lstatSync(toDisk(path), { throwIfNoEntry: false });
  if (!found) return;
  const bytes = read.get(path);
  const isSame = replaces && found.isFile() && bytes !== undefined && readFileSync(toDisk(path)).equals(bytes);
  if (isSame) return;
  // A link of an earlier build whose target changes.
  if (replaces && found.isSymbolicLink()) {
    unlinkSync(toDisk(path));
    return;
  }
  throw new Error(
    bytes === undefined ? "it is there and was not read, so it is left as it is" : "it changed since it was read, so it is left as it is",
  );
}

function removeFile(path: string, read: ReadonlyMap<string, Uint8Array>): void {
  const found = lstatSync(toDisk(path), { throwIfNoEntry: false });
  if (!found) return;
  const bytes = read.get(path);
  const isSame = found.isSymbolicLink()
    ? readlinkSync(toDisk(path)) !== ""
    : bytes !== undefined && readFileSync(toDisk(path)).equals(bytes);
  if (!isSame) throw new Error("it changed since it was read, so it is not removed");
  unlinkSync(toDisk(path));
}

function removeEmptyFolders(path: string, base: string): void {
  for (const folder of foldersAbove(path)) {
    if (folder === base || !isWithin(folder, base)) return;
    try {
      // This fails if the folder is not empty.
      rmdirSync(toDisk(folder));
    } catch {
      return;
    }
  }
}

/**
 * Returns the path to which a new link should lead. On Windows, the link is created as a junction,
 * because not every user there may create symbolic links. The target of a junction must be an
 * absolute path.
 */
function linkTarget(link: string, target: string): string {
  if (process.platform !== "win32") return target;
  const parts = `${parentOf(link)}/${target}`.split("/");
  const path: string[] = [];
  for (const part of parts) {
    if (part === "..") path.pop();
    else if (part !== "" && part !== ".") path.push(part);
  }
  return `/${path.join("/")}`;
}
