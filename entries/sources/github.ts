/**
 * Reads repositories from servers with the API of GitHub. One request lists the tree, and each
 * needed file takes one more request.
 */
import type { SourceOptions, SourceTree } from "./tree.js";
import { asSourceError, Collection, SourceError } from "./tree.js";

/** A function that fetches: `fetch` itself, or a function that adds credentials, a cache or a proxy. */
export type Fetcher = (address: string, init: { headers: Record<string, string>; signal: AbortSignal | null }) => Promise<Response>;

/** The repository, and the server from which the repository is read. */
export interface RepositoryOptions extends SourceOptions {
  /** The account that owns the repository. */
  readonly owner: string;
  /** The name of the repository. */
  readonly repository: string;
  /** A branch, tag or commit. The default is the default branch. */
  readonly ref?: string;
  /**
   * The folder to read, relative to the top of the repository. The paths of the tree are then
   * relative to this folder.
   */
  readonly folder?: string;
  /** The function that fetches; by default the platform's `fetch`. */
  readonly fetch?: Fetcher;
  /** The address of the API, `https://api.github.com` by default. */
  readonly api?: string;
}

interface TreeEntry {
  path: string;
  mode: string;
  type: string;
  size?: number;
  sha: string;
}

/**
 * Reads the files of a repository. Submodules are refused, and so are links that lead out of the
 * repository.
 *
 * Rejects with a `SourceError` if the repository cannot be listed: the repository or the branch
 * does not exist, or there were too many requests.
 */
export async function fromRepository(options: RepositoryOptions): Promise<SourceTree> {
  const { owner, repository, ref = "HEAD", folder = "", signal } = options;
  const get: Fetcher = options.fetch ?? ((address, init) => fetch(address, init));
  const base = `${options.api ?? "https://api.github.com"}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}/git`;
  const ask = async (address: string, accept: string, wants: AbortSignal | undefined): Promise<Response> => {
    try {
      const response = await get(address, { headers: { accept }, signal: wants ?? null });
      if (response.ok) return response;
      const said = response.status === 403 || response.status === 429 ? "; that may be too many requests: give a fetch that signs in" : "";
      throw new SourceError("unreadable", `${address} answered ${response.status} ${response.statusText}`.trimEnd() + said);
    } catch (error) {
      throw asSourceError(error, wants);
    }
  };

  const found = new Collection(folder === "" ? `${owner}/${repository}` : `${owner}/${repository}/${folder}`, options);
  const listed = await ask(`${base}/trees/${encodeURIComponent(ref)}?recursive=1`, "application/vnd.github+json", signal);
  const { tree, truncated } = listOf(await listed.json().catch(() => null));
  const read = async (sha: string, wants: AbortSignal | undefined): Promise<Uint8Array> => {
    const response = await ask(`${base}/blobs/${encodeURIComponent(sha)}`, "application/vnd.github.raw+json", wants);
    return contentsOf(response, found.limits.fileBytes).catch((error: unknown) => {
      throw asSourceError(error, wants);
    });
  };
  const prefix = folder === "" ? "" : `${folder.replace(/\/$/, "")}/`;
  for (const { path: whole, mode, type, size, sha } of tree) {
    if (found.isFull) break;
    if (!whole.startsWith(prefix) || whole === prefix) continue;
    const path = whole.slice(prefix.length);
    if (type === "tree") found.addFolder(path);
    else if (type === "commit") found.refuse(path, "kind", "it is a submodule, of another repository: open that repository on its own");
    else if (mode === "120000") found.addLink(path, new TextDecoder().decode(await read(sha, signal)));
    else found.addFile(path, { size: size ?? null, read: (wants) => read(sha, wants) });
  }
  if (truncated)
    found.refuse("", "too-many", "the interface listed a part of this repository, which is too large for one answer: take a folder");
  return found.tree();
}

function listOf(answer: unknown): { tree: TreeEntry[]; truncated: boolean } {
  const { tree, truncated } = (answer ?? {}) as { tree?: unknown; truncated?: unknown };
  if (!Array.isArray(tree)) throw new SourceError("unreadable", "the interface answered with no list of files");
  const isEntry = (one: Partial<TreeEntry> | null): one is TreeEntry =>
    [one?.path, one?.mode, one?.type, one?.sha].every((field) => typeof field === "string");
  return { tree: tree.filter(isEntry), truncated: truncated === true };
}

/** Returns the contents of a response: its bytes, or the decoded base64 of a JSON response. */
async function contentsOf(response: Response, most: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > most * 2) throw new SourceError("too-large", `it has more than the limit of ${most} bytes`);
  if (!/^application\/json\b/.test(response.headers.get("content-type") ?? "")) return bytes;
  const { content, encoding } = JSON.parse(new TextDecoder().decode(bytes)) as { content?: unknown; encoding?: unknown };
  if (typeof content !== "string" || encoding !== "base64") return bytes;
  return Uint8Array.from(atob(content.replaceAll(/\s/g, "")), (character) => character.charCodeAt(0));
}
