/** Builds the tree of the skills that a site offers, from the downloaded files. */
import type { ArchiveEntry, SiteReport } from "../../skillglass.js";
import type { RefusedEntry, SourceFile, SourceTree } from "./tree.js";

type Downloads = ReadonlyMap<string, Uint8Array | null>;
type Archives = ReadonlyMap<string, readonly ArchiveEntry[] | null>;

const SKILL_FILE = "SKILL.md";

/**
 * Returns the files of the skills in a report about a site, as a tree. `downloads` and `archives`
 * have the files that were fetched for the report.
 */
export function treeOfSite(report: SiteReport, downloads: Downloads, archives: Archives): SourceTree {
  const files = new Map<string, SourceFile>();
  const refused: RefusedEntry[] = [];
  const add = (path: string, bytes: Uint8Array | null) => {
    if (bytes) files.set(path, heldFile(bytes));
    else refused.push({ path, reason: "unreadable", message: "it could not be fetched; the report's problems have the reason" });
  };
  const {
    index,
    install: { skills },
  } = report;
  if (index === null) {
    if (skills.length > 0) for (const [path, bytes] of ofUrl(downloads, archives)) add(path, bytes);
  } else {
    const entries = entriesOf(downloads.get(index), report);
    const times = new Map<string, number>();
    for (const { name, folder } of skills) {
      const nth = times.get(name) ?? 0;
      times.set(name, nth + 1);
      const called = entries.filter((entry) => entry.name === name);
      const entry = called.filter(({ isRefused }) => !isRefused)[nth] ?? called.at(-1);
      const top = folder.slice(folder.lastIndexOf("/") + 1);
      for (const [path, bytes] of entry?.files(downloads, archives) ?? []) add(`${top}/${path}`, bytes);
    }
  }
  const label = index === null ? ([...downloads.keys()].at(-1) ?? "") : new URL(index).host;
  return { label, files, folders: new Set(), links: new Map(), refused, passedOver: [] };
}

function heldFile(bytes: Uint8Array): SourceFile {
  return {
    size: bytes.length,
    async read(signal) {
      signal?.throwIfAborted();
      return bytes;
    },
  };
}

type Contents = Iterable<readonly [path: string, bytes: Uint8Array | null]>;

/** An entry of a site's index. */
interface IndexEntry {
  readonly name: string;
  /** True if the report about the site leaves out the entry. */
  readonly isRefused: boolean;
  files(downloads: Downloads, archives: Archives): Contents;
}

function entriesOf(index: Uint8Array | null | undefined, { index: address, problems = [] }: SiteReport): IndexEntry[] {
  return skillsIn(index).flatMap((one: unknown, at) => {
    const { name, type, url, files } = (one ?? {}) as Record<string, unknown>;
    if (typeof name !== "string") return [];
    const key = (path: string) => addressOf(path, address);
    const own = typeof url === "string" ? key(url) : key(`${name}/${SKILL_FILE}`);
    const isRefused = problems.some(
      (problem) =>
        problem.drops === "skill" &&
        (problem.document === address
          ? problem.at === `skills[${at}]` || problem.at.startsWith(`skills[${at}].`)
          : problem.document === own || problem.document.startsWith(`${own}#`)),
    );
    const content = (downloads: Downloads, archives: Archives): Contents => {
      if (typeof url !== "string") return ofFolder(name, files, key, downloads);
      return type === "archive" ? ofArchive(archives.get(own)) : [[SKILL_FILE, asText(downloads.get(own))]];
    };
    return [{ name, isRefused, files: content }];
  });
}

function skillsIn(index: Uint8Array | null | undefined): unknown[] {
  try {
    const { skills } = JSON.parse(new TextDecoder().decode(index ?? undefined)) as { skills?: unknown };
    return Array.isArray(skills) ? skills : [];
  } catch {
    // The workspace reads texts that a JSON parser refuses. Such an index has a report, but no files.
    return [];
  }
}

function addressOf(path: string, base: string | null | undefined): string {
  try {
    return new URL(path, base ?? undefined).href;
  } catch {
    return path;
  }
}

/**
 * Returns the files of a skill that was fetched from a URL without an index of skills. If the URL
 * led to an archive, these are the files in the last archive. Otherwise, the only file is
 * `SKILL.md`, with the contents of the last download.
 */
function ofUrl(downloads: Downloads, archives: Archives): Contents {
  const packed = [...archives.values()].at(-1);
  return packed === undefined ? [[SKILL_FILE, [...downloads.values()].at(-1) ?? null]] : ofArchive(packed);
}

function ofArchive(entries: readonly ArchiveEntry[] | null | undefined): Contents {
  const bytesOf = (contents: string | Uint8Array) => (typeof contents === "string" ? new TextEncoder().encode(contents) : contents);
  return (entries ?? []).flatMap((entry) => (entry.type === "file" ? [[entry.path, bytesOf(entry.contents)] as const] : []));
}

/**
 * Returns the files of a skill whose entry in the site's index has the older form. In this form,
 * the entry has no `url`, but a list of files in the folder `name`. A missing file is left out of
 * the skill, and is a problem in the report.
 */
function ofFolder(name: string, files: unknown, key: (path: string) => string, downloads: Downloads): Contents {
  const others = Array.isArray(files) ? files.filter((file): file is string => typeof file === "string") : [];
  const paths = [SKILL_FILE, ...others.filter((file) => file.toLowerCase() !== SKILL_FILE.toLowerCase())];
  return paths.flatMap((path) => {
    const bytes = downloads.get(key(`${name}/${path}`));
    return bytes ? [[path, bytes] as const] : [];
  });
}

/**
 * Returns the bytes of a file of the type `skill-md`, without a byte order mark. Bytes that are not
 * UTF-8 are replaced. Returns null if there is no file.
 */
function asText(bytes: Uint8Array | null | undefined): Uint8Array | null {
  return bytes ? new TextEncoder().encode(new TextDecoder().decode(bytes)) : null;
}
