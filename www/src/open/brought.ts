/** What a visitor brings in: files by relative path, and what was left behind with the reason. */
import type { Mounted, Refusal } from "../store.ts";
import { count, decode } from "../text.ts";
import type { Contents } from "../text.ts";
import { frontmatterName, placement } from "./placement.ts";

/** More than this is not a workspace of skills, and a tab must not run out of memory over it. */
export const MAX_FILES = 100_000;
export const MAX_BYTES = 200_000_000;

export class Brought {
  readonly files = new Map<string, Contents>();
  readonly folders = new Set<string>();
  readonly refused: Refusal[] = [];
  private bytes = 0;
  private reserved = 0;

  /** `label` names the archive, folder or file in what is said about it. */
  constructor(readonly label: string) {}

  /** Whether this path can be taken; if not, the reason is noted. A slash at the end makes it a folder. */
  accepts(path: string): boolean {
    const problem = pathProblem(path);
    if (problem) {
      this.refuse(path, problem);
      return false;
    }
    // The archiver of macOS adds these beside each file; no host reads them.
    return !/^__MACOSX\/|(^|\/)(\._[^/]*|\.DS_Store)$/.test(path);
  }

  refuse(path: string, message: string): void {
    this.refused.push({ path, message });
  }

  /** Counts a file before it is read; throws when there is too much. */
  reserve(bytes: number): void {
    this.bytes += bytes;
    if (++this.reserved > MAX_FILES) throw new TooMuch(`${this.label} holds more than ${count(MAX_FILES)} files.`);
    if (this.bytes > MAX_BYTES) throw new TooMuch(`${this.label} holds more than ${MAX_BYTES / 1_000_000} MB of files.`);
  }

  add(path: string, contents: Contents): void {
    this.files.set(path, contents);
  }

  addFolder(path: string): void {
    if (this.folders.size >= MAX_FILES) throw new TooMuch(`${this.label} holds more than ${count(MAX_FILES)} folders.`);
    this.folders.add(path);
  }

  /** Decides where all this goes; skills of a repository to the folder `skills`. */
  placed(skills: string): Mounted {
    const nameOf = (path: string) => {
      const contents = this.files.get(path);
      return contents === undefined ? null : frontmatterName(decode(contents));
    };
    const paths = [...this.files.keys()];
    const where = placement(paths.length > 0 ? paths : [...this.folders].map((path) => `${path}/`), this.label, skills, nameOf);
    const files = new Map<string, Contents>();
    for (const [path, contents] of this.files) files.set(where.rename(path), contents);
    // The stripped top folder itself has no name left.
    const folders = [...this.folders].map(where.rename).filter((path) => path !== "");
    return { label: this.label, point: where.point, files, folders, refused: this.refused };
  }
}

/** Bringing in was given up as a whole; the message says why. */
export class TooMuch extends Error {}

function pathProblem(path: string): string | null {
  if (path.includes("\0")) return "The path holds a NUL character.";
  if (path.startsWith("/") || /^[A-Za-z]:[/\\]/.test(path)) return "The path is absolute; what an archive holds is relative to it.";
  if (path.includes("\\")) return "The path holds a backslash; archives separate folders by a slash.";
  const segments = path.replace(/\/$/, "").split("/");
  if (segments.includes("..") || segments.includes(".")) return "The path holds `.` or `..`, which could lead out of its folder.";
  if (segments.includes("")) return "The path is empty or names a folder without a name.";
  return null;
}
