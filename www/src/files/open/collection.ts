/** The entries of an import, before they have a place: files by relative path, and those left behind with the reason. */
import type { Contents } from "../../lib/text.ts";
import type { Refused } from "./reasons.ts";
import { Stopped } from "./reasons.ts";

/** More than this is not a workspace of skills, and a tab must not run out of memory over it. */
export const MAX_FILES = 100_000;
/** Of contents in memory at once: an archive's, unpacked. Files on disk stay there until someone reads them. */
export const MAX_BYTES = 200_000_000;

/** Folders of other programs, which hold more files than all skills together. */
const SKIPPED = new Set([".git", "node_modules"]);
/** All that hosts look for in a `.git`: some take it for a repository's top only if it has this. */
const GIT_HEAD = "HEAD";

export class Collection<C = Contents> {
  readonly files = new Map<string, C>();
  readonly folders = new Set<string>();
  readonly refused: { path: string; reason: Refused }[] = [];
  /** Folders that were passed over as their kind always is. */
  readonly skipped = new Set<string>();
  private bytes = 0;
  private reserved = 0;

  /** `whole` takes the folders that are otherwise skipped. */
  constructor(private readonly whole = false) {}

  /** True if this path can be taken; if not, the reason is noted. A slash at the end makes it a folder. */
  accepts(path: string): boolean {
    const problem = pathProblem(path);
    if (problem) {
      this.refuse(path, { code: problem });
      return false;
    }
    if (this.skips(path)) return false;
    // The archiver of macOS adds these beside each file; no host reads them.
    return !/^__MACOSX\/|(^|\/)(\._[^/]*|\.DS_Store)$/.test(path);
  }

  /** True if a walk should look into this folder. */
  enters(folder: string): boolean {
    return !this.skips(`${folder}/${GIT_HEAD}`);
  }

  refuse(path: string, reason: Refused): void {
    this.refused.push({ path, reason });
  }

  /** Counts a file before it is read, with its size if it will be in memory; throws when there is too much. */
  reserve(bytes = 0): void {
    this.bytes += bytes;
    if (++this.reserved > MAX_FILES) throw new Stopped({ code: "too-many-files", most: MAX_FILES });
    if (this.bytes > MAX_BYTES) throw new Stopped({ code: "too-many-bytes", most: MAX_BYTES });
  }

  addFolder(path: string): void {
    if (this.folders.size >= MAX_FILES) throw new Stopped({ code: "too-many-folders", most: MAX_FILES });
    this.folders.add(path);
  }

  private skips(path: string): boolean {
    if (this.whole) return false;
    const segments = path.split("/");
    const at = segments.findIndex((segment) => SKIPPED.has(segment));
    // A plain file of that name is none of those folders; nor is the folder `.git` itself, by which hosts know a repository.
    if (at < 0 || at === segments.length - 1) return false;
    const inside = segments.slice(at + 1).join("/");
    if (segments[at] === ".git" && (inside === "" || inside === GIT_HEAD)) return false;
    this.skipped.add(segments.slice(0, at + 1).join("/"));
    return true;
  }
}

function pathProblem(path: string): "nul" | "absolute" | "backslash" | "dots" | "nameless" | null {
  if (path.includes("\0")) return "nul";
  if (path.startsWith("/") || /^[A-Za-z]:[/\\]/.test(path)) return "absolute";
  if (path.includes("\\")) return "backslash";
  const segments = path.replace(/\/$/, "").split("/");
  if (segments.includes("..") || segments.includes(".")) return "dots";
  if (segments.includes("")) return "nameless";
  return null;
}
