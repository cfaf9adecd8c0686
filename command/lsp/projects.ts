// The projects of an editor's open documents. The editor's texts replace those on the disk.
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Diagnostic, HostEdition, LintRequest } from "skillglass";
import { toLsp } from "skillglass";
import type { LspFile } from "skillglass/lsp";
import { Progress } from "../print/progress.ts";
import { Project } from "../tree/load.ts";
import { isWithin, parentOf, toDisk, toTree } from "../tree/paths.ts";
import type { Place } from "../tree/project.ts";
import { placeAround } from "../tree/project.ts";
import { isSkillFile } from "../tree/walk.ts";

/** A document that is open in the editor. */
export interface OpenDocument {
  readonly uri: string;
  readonly text: string;
  /** The document's workspace path with links resolved; null until its project has been read. */
  path: string | null;
}

export class Projects {
  readonly #place: Place;
  readonly #hosts: readonly HostEdition[] | null;
  readonly #projects = new Map<string, Project>();
  readonly #documents = new Map<string, OpenDocument>();

  constructor(place: Place, hosts: readonly HostEdition[] | null) {
    this.#place = place;
    this.#hosts = hosts;
  }

  document(uri: string): OpenDocument | undefined {
    return this.#documents.get(uri);
  }

  /**
   * Stores the text of an open document. Ignores documents that are not files on the disk, because
   * hosts read only files.
   */
  put(uri: string, text: string): void {
    if (!uri.startsWith("file:")) return;
    const document: OpenDocument = { uri, text, path: null };
    this.#documents.set(uri, document);
    this.#write(document);
  }

  /**
   * Removes a document that was closed in the editor. From then on, the text on the disk is used.
   */
  close(uri: string): void {
    const document = this.#documents.get(uri);
    this.#documents.delete(uri);
    if (document) this.forget();
  }

  /**
   * Removes all projects from memory, because a file on the disk has changed. A project is read
   * again when it is needed.
   */
  forget(): void {
    for (const project of this.#projects.values()) project[Symbol.dispose]();
    this.#projects.clear();
  }

  #write(document: OpenDocument): Project {
    const path = pathOf(document.uri);
    const project = this.#around(path);
    document.path = project.walk.add(path) ?? path;
    project.workspace.write(document.path, document.text);
    return project;
  }

  #around(path: string): Project {
    const place = around(path, this.#place);
    const known = this.#projects.get(place.cwd);
    if (known) return known;
    const project = new Project({ place, hosts: this.#hosts, beside: true, progress: new Progress(false) });
    this.#projects.set(place.cwd, project);
    for (const document of this.#documents.values()) {
      if (around(pathOf(document.uri), this.#place).cwd !== place.cwd) continue;
      document.path = project.walk.add(pathOf(document.uri)) ?? pathOf(document.uri);
      project.workspace.write(document.path, document.text);
    }
    return project;
  }

  /** Returns the hosts of the project that contains a document. */
  hostsOf({ uri }: OpenDocument): readonly HostEdition[] {
    return this.#around(pathOf(uri)).hosts;
  }

  /**
   * Returns the files beside a skill, as paths relative to its folder. Returns an empty list if the
   * document is not a `SKILL.md`.
   */
  filesBeside({ uri, path }: OpenDocument): string[] {
    if (path === null || !isSkillFile(path)) return [];
    const folder = parentOf(path);
    const { files } = this.#around(pathOf(uri)).walk;
    return [...files]
      .filter((file) => file !== path && isWithin(file, folder))
      .map((file) => file.slice(folder.length + 1))
      .sort();
  }

  /** Returns the findings of all projects with open documents, grouped by file, without fixes. */
  findings(): LspFile[] {
    const open = new Set([...this.#documents.values()].map(({ uri }) => this.#around(pathOf(uri))));
    return [...open].flatMap((project) => this.#byFile(project.workspace.lint({ ...requestOf(project), fixes: false })));
  }

  /** Returns the findings in one document with their fixes; null if there are none. */
  findingsIn(document: OpenDocument): LspFile | null {
    const project = this.#write(document);
    const path = document.path!;
    const found = project.workspace.lint({ ...requestOf(project), ...(isSkillFile(path) ? { skills: [path] } : {}) });
    return this.#byFile(found.filter((one) => one.path === path))[0] ?? null;
  }

  /**
   * Groups findings by file, in the types of the Language Server Protocol. The URI of an open file
   * is the one that the editor uses.
   */
  #byFile(diagnostics: readonly Diagnostic[]): LspFile[] {
    const paths = [...new Set(diagnostics.map(({ path }) => path))];
    return paths.flatMap((path) => {
      const [file] = toLsp(diagnostics.filter((one) => one.path === path));
      const uri = this.#uriOf(path);
      return file ? [JSON.parse(JSON.stringify(file).replaceAll(JSON.stringify(file.uri), () => JSON.stringify(uri)))] : [];
    });
  }

  #uriOf(path: string): string {
    const open = [...this.#documents.values()].find((document) => document.path === path);
    return open?.uri ?? pathToFileURL(toDisk(path)).href;
  }
}

function requestOf(project: Project): LintRequest {
  return { ...(project.hostsNamed ? { hosts: [...project.hosts] } : {}), rules: { "unread-file": "off" } };
}

function pathOf(uri: string): string {
  return toTree(fileURLToPath(uri));
}

/**
 * Returns the project directory and home for a document. For a document that was never saved,
 * returns `place`.
 */
function around(path: string, place: Place): Place {
  try {
    return placeAround(path, place);
  } catch {
    return place;
  }
}
