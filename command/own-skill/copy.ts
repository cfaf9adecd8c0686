// Copies of the package's skill: their files, and whether somebody has changed a copy.
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { version } from "skillglass";
import { childOf, nameOf, toDisk, toTree } from "../tree/paths.ts";
import { codeOf } from "../tree/trouble.ts";

/** The name of the skill and of its folder. */
export const NAME = "skillglass";

const SOURCE = toTree(fileURLToPath(new URL(`../../skill/${NAME}`, import.meta.url)));

/** The line of a copy's frontmatter with the version that wrote it and the digest of all of its files. */
const STAMP = /^metadata:\n {2}skillglass: "(\S+) ([0-9a-f]{64})"\n/m;

/** A number of files that no version of the skill exceeds. A folder with more files is not a copy, and is not read further. */
const MOST_FILES = 100;

/** The texts of a skill by their paths in its folder. */
export type Files = ReadonlyMap<string, string>;

/** The state of a folder in which a copy should be. */
export type State =
  | { readonly is: "missing" }
  /** An unchanged copy of a version. */
  | { readonly is: "copy"; readonly version: string; readonly files: Files }
  /** A copy that somebody has changed, or something else. */
  | { readonly is: "changed" | "other" };

/**
 * Returns the files of a copy of this version. The commands in a copy name this version, so that an agent runs the version for which the
 * copy was written.
 */
export function ownFiles(): Files {
  const files = filesIn(SOURCE);
  if (files === null) throw new Error(`the package is not complete: ${toDisk(SOURCE)} cannot be read`);
  const own = new Map([...files].map(([path, text]) => [path, text.replaceAll(`npx --yes ${NAME} `, `npx --yes ${NAME}@${version()} `)]));
  const skill = own.get("SKILL.md")!;
  const stamp = `metadata:\n  ${NAME}: "${version()} ${digestOf(own)}"\n`;
  // The first line with three dashes after the first line ends the frontmatter.
  return own.set(
    "SKILL.md",
    skill.replace("\n---\n", () => `\n${stamp}---\n`),
  );
}

/** Returns the state of a folder of the tree, read from the disk. */
export function stateOf(folder: string): State {
  if (!isThere(folder)) return { is: "missing" };
  const files = filesIn(folder);
  const [stamp, writer, digest] = STAMP.exec(files?.get("SKILL.md") ?? "") ?? [];
  if (files === null || stamp === undefined || writer === undefined) return { is: "other" };
  const unstamped = new Map([...files, ["SKILL.md", files.get("SKILL.md")!.replace(stamp, "")]]);
  return digestOf(unstamped) === digest ? { is: "copy", version: writer, files } : { is: "changed" };
}

function isThere(path: string): boolean {
  try {
    return lstatSync(toDisk(path), { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A folder above is a file, or not accessible, so nothing can be replaced; the write reports the reason.
    return false;
  }
}

/** Returns true if two copies have the same texts. */
export function isSame(one: Files, other: Files): boolean {
  return one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
}

function digestOf(files: Files): string {
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}

/** Returns the texts of all files of a folder; null if the path is not a folder, or if the folder has links or too many files. */
function filesIn(folder: string): Map<string, string> | null {
  try {
    const entries = readdirSync(toDisk(folder), { withFileTypes: true, recursive: true });
    if (entries.length > MOST_FILES) return null;
    const files = new Map<string, string>();
    for (const entry of entries) {
      if (entry.isDirectory()) continue;
      if (!entry.isFile()) return null;
      const path = childOf(toTree(entry.parentPath), entry.name);
      files.set(path.slice(folder.length + 1), readFileSync(toDisk(path), "utf8"));
    }
    return files;
  } catch (error) {
    if (codeOf(error) === "") throw error;
    return null;
  }
}

/** Returns the names of the folders that the files of a copy need, the outer ones first. */
export function foldersOf(files: Files): string[] {
  const folders = [...files.keys()].filter((path) => path.includes("/")).map((path) => path.slice(0, -nameOf(path).length - 1));
  return [...new Set(folders)].sort();
}
