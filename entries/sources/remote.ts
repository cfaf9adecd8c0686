/**
 * This module fetches the skills of a site or an MCP server. The workspace returns a list of the
 * files that it needs, and the functions of this module fetch these files.
 */
import type { ArchiveEntry, McpAnswer, McpCall, McpReport, McpRequest, SiteReport, SiteRequest } from "../../skillglass.js";
import { decompression, streamOf } from "./inflate.js";
import { treeOfSite } from "./site-tree.js";
import { readTar } from "./tar.js";
import type { EntryFault, SourceFile, SourceTree } from "./tree.js";
import { asSourceError, LIMITS, SourceError } from "./tree.js";
import { readZip, slicesOf } from "./zip.js";

/**
 * A workspace into which `takeSite` writes the skills of a website. The workspace may be in a
 * worker.
 */
export interface SiteTaker {
  /** Writes the skills of a site, like `Workspace.takeSite`. */
  takeSite(
    request: SiteRequest,
    files: ReadonlyMap<string, Uint8Array | null>,
    archives: ReadonlyMap<string, readonly ArchiveEntry[] | null>,
  ): SiteReport | Promise<SiteReport>;
}

/** The options for fetching a site. */
export interface SiteOptions {
  /** The function that fetches; by default the platform's `fetch`. */
  readonly fetch?: (url: string, init: { signal: AbortSignal | null }) => Promise<Response>;
  /**
   * Returns true if an address of another origin may be fetched. By default, no such address is fetched, because an index may name any
   * address, even addresses of your own network.
   */
  readonly allow?: (url: string) => boolean;
  /** The maximum number of bytes of one answer, and of an unpacked archive; 50,000,000 by default. */
  readonly bytes?: number;
  /** A signal that stops the requests when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Receives each address that was fetched. */
  readonly onProgress?: ((progress: { done: number; url: string }) => void) | undefined;
}

/** The report about a site's skills, and the files of these skills. */
export interface SiteTree {
  /**
   * The fetched files of the skills in the report, with their contents. The path of each file is
   * relative to `install.source`. If an entry in `install.entries` is a file, the path `from` in
   * the entry's content leads to the fetched file.
   */
  readonly tree: SourceTree;
}

/**
 * Fetches the skills that a site publishes at `/.well-known/agent-skills/index.json`, and writes
 * them into the workspace. Returns the report of the workspace's method `takeSite`, and the fetched
 * files as a tree. A file that cannot be fetched is treated as missing, and is a problem in the
 * report.
 */
export async function takeSite(
  workspace: SiteTaker,
  request: SiteRequest,
  {
    fetch: get = (url, init) => fetch(url, init),
    allow = () => false,
    bytes: most = LIMITS.fileBytes,
    signal,
    onProgress,
  }: SiteOptions = {},
): Promise<SiteReport & SiteTree> {
  const files = new Map<string, Uint8Array | null>();
  const archives = new Map<string, readonly ArchiveEntry[] | null>();
  let report = await workspace.takeSite(request, files, archives);
  while (report.needs.length > 0) {
    for (const need of report.needs) {
      signal?.throwIfAborted();
      if (need.type === "fetch") {
        files.set(need.url, need.sameOrigin || allow(need.url) ? await download(get, need.url, most, signal) : null);
        onProgress?.({ done: files.size, url: need.url });
      } else {
        const packed = files.get(need.url) ?? null;
        archives.set(need.url, packed && (await entriesOf(packed, need.format, most, signal)));
      }
    }
    report = await workspace.takeSite(request, files, archives);
  }
  return { ...report, tree: treeOfSite(report, files, archives) };
}

/**
 * A workspace into which `takeMcpSkills` writes the skills of an MCP server. The workspace may be
 * in a worker.
 */
export interface McpTaker {
  /** Writes the skills of an MCP server, like `Workspace.takeMcpSkills`. */
  takeMcpSkills(request: McpRequest, answers: readonly McpAnswer[]): McpReport | Promise<McpReport>;
}

/**
 * Fetches the skills of an MCP server with the extension `io.modelcontextprotocol/skills` into the
 * workspace, and returns the report of `takeMcpSkills`. `send` makes a call with your client, and
 * resolves to the whole response or only to its result.
 */
export async function takeMcpSkills(
  workspace: McpTaker,
  request: McpRequest,
  send: (call: McpCall, signal: AbortSignal | undefined) => Promise<unknown>,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<McpReport> {
  const answers: McpAnswer[] = [];
  let report = await workspace.takeMcpSkills(request, answers);
  while (report.needs.length > 0) {
    for (const need of report.needs) {
      // The workspace requests one page at a time, and each time reads all answers again. So the whole list is fetched first.
      const cursors = new Set<string>();
      let call: McpCall = need;
      for (;;) {
        signal?.throwIfAborted();
        const answer = await send(call, signal);
        answers.push({ call, answer });
        const cursor = call.method === "skills/list" ? cursorIn(answer) : null;
        if (cursor === null || cursors.has(cursor) || cursors.size === MAX_PAGES - 1) break;
        cursors.add(cursor);
        call = { method: "skills/list", params: { cursor } };
      }
    }
    report = await workspace.takeMcpSkills(request, answers);
  }
  return report;
}

/**
 * The maximum number of pages that are fetched from an MCP server for its list of skills. The
 * method `takeMcpSkills` of the workspace has the same limit, and reports a list with more pages.
 */
const MAX_PAGES = 1000;

/**
 * Returns the cursor of the next page of a list; null if there is no next page. `answer` is the
 * response of an MCP server, or only the field `result` of the response.
 */
function cursorIn(answer: unknown): string | null {
  const member = (value: unknown, name: string) => (value !== null && typeof value === "object" ? Reflect.get(value, name) : undefined);
  const cursor: unknown = member(member(answer, "result") ?? answer, "nextCursor");
  return typeof cursor === "string" ? cursor : null;
}

/** Fetches the bytes at an address; null if there are no bytes, or too many. */
async function download(
  get: NonNullable<SiteOptions["fetch"]>,
  url: string,
  most: number,
  signal?: AbortSignal,
): Promise<Uint8Array | null> {
  try {
    const response = await get(url, { signal: signal ?? null });
    const body = response.body;
    if (!response.ok || body === null) {
      await body?.cancel();
      return response.ok ? new Uint8Array() : null;
    }
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for await (const part of body as ReadableStream<Uint8Array<ArrayBuffer>>) {
      size += part.length;
      if (size > most) return null;
      parts.push(part);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  } catch (error) {
    if (signal?.aborted) throw error;
    return null;
  }
}

/** Reads every entry of an archive; null if the archive cannot be unpacked completely. */
async function entriesOf(packed: Uint8Array, format: "zip" | "tar.gz", most: number, signal?: AbortSignal): Promise<ArchiveEntry[] | null> {
  const found = new RawEntries(most);
  try {
    if (format === "zip") await readZip(slicesOf(packed), found, signal);
    else await readTar(streamOf(packed).pipeThrough(decompression("gzip")), found, signal);
    return await found.entries(signal);
  } catch (error) {
    if (asSourceError(error, signal) instanceof SourceError) return null;
    throw error;
  }
}

/** Collects every entry of an archive with its path and contents unchanged. */
class RawEntries {
  readonly limits;
  readonly isRaw = true;
  readonly isFull = false;
  readonly files = new Map<string, SourceFile>();
  readonly folders = new Set<string>();
  readonly links = new Map<string, string>();
  readonly #all: ({ path: string; file: SourceFile } | { path: string; type: "directory" | "link" })[] = [];
  #bytes = 0;

  constructor(bytes: number) {
    this.limits = { entries: LIMITS.entries, fileBytes: bytes, bytes };
  }

  addFile(path: string, file: SourceFile, held = 0): boolean {
    this.#bytes += held;
    if (this.#bytes > this.limits.bytes || this.#all.length >= this.limits.entries)
      throw new SourceError("too-large", "the archive is too large");
    this.files.set(path, file);
    this.#all.push({ path, file });
    return true;
  }

  addFolder(path: string): boolean {
    this.folders.add(path);
    this.#all.push({ path, type: "directory" });
    return true;
  }

  addLink(path: string, target: string): void {
    this.links.set(path, target);
    this.#all.push({ path, type: "link" });
  }

  refuse(path: string, reason: EntryFault, message: string): void {
    // An entry that is neither a file nor a folder is not needed, and neither is a link.
    if (reason !== "kind") throw new SourceError(reason, message);
    this.#all.push({ path, type: "link" });
  }

  report(): void {}

  async entries(signal?: AbortSignal): Promise<ArchiveEntry[]> {
    const entries: ArchiveEntry[] = [];
    for (const one of this.#all)
      entries.push("file" in one ? { path: one.path, type: "file", contents: await one.file.read(signal) } : one);
    return entries;
  }
}
