// Copies of Skillglass's own skill: their files, and the check whether a user has changed a copy.
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { version } from "skillglass";
import { childOf, nameOf, toDisk, toTree } from "../tree/paths.ts";
import { codeOf } from "../tree/trouble.ts";

/** The name of the skill that teaches agents to use this program. Its folder has the same name. */
export const NAME = "skillglass";

const SOURCE = toTree(fileURLToPath(new URL(`../../skill/${NAME}`, import.meta.url)));

/**
 * Matches the frontmatter line that the program adds to a copy: the version that wrote the copy,
 * and a digest of all its files.
 */
const STAMP = /^metadata:\n {2}skillglass: "(\S+) ([0-9a-f]{64})"\n/m;

/**
 * The maximum number of files in a copy of Skillglass's own skill. A real copy has far fewer files,
 * so a folder with more is not a copy.
 */
const MOST_FILES = 100;

/** The contents of files by their paths relative to the skill's folder. */
export type Files = ReadonlyMap<string, string>;

/** The state of a folder in which a copy of Skillglass's own skill should be. */
export type State =
  | { readonly is: "missing" }
  /**
   * The folder contains a copy of Skillglass's own skill that no user has changed. `version` is the
   * version of Skillglass that wrote the copy.
   */
  | { readonly is: "copy"; readonly version: string; readonly files: Files }
  /**
   * The folder contains a copy of Skillglass's own skill that a user has changed (`changed`), or
   * something else (`other`).
   */
  | { readonly is: "changed" | "other" };

/**
 * Returns the files of a new copy of Skillglass's own skill. The commands in the copy name this
 * version of the program, so that agents run the version that the copy describes.
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

/**
 * Returns the state of a folder on the disk: missing, an unchanged copy, a changed copy, or
 * something else.
 */
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

/** Returns true if two copies have the same files with the same contents. */
export function isSame(one: Files, other: Files): boolean {
  return one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
}

function digestOf(files: Files): string {
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}

/**
 * Returns the contents of all files in a folder. Returns null if it is not a folder, or if it
 * contains links or too many files.
 */
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

/** Returns the subfolders that the files of a copy need, outer folders first. */
export function foldersOf(files: Files): string[] {
  const folders = [...files.keys()].filter((path) => path.includes("/")).map((path) => path.slice(0, -nameOf(path).length - 1));
  return [...new Set(folders)].sort();
}
