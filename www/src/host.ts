/** The one place that holds the engine's `Workspace`. Nothing else of the page calls the package. */
import init, { Workspace } from "skillglass";
import type { Catalog, Listing, RefusedPath, Turn } from "skillglass";
import type { Contents } from "./text.ts";

export type { Catalog, Ignored, LeftOut, Listing, Mention, Message, RefusedPath, Root, Scope, Skill, SkillError, Turn } from "skillglass";

export interface HostOptions {
  host: string;
  edition: string;
  cwd: string;
  home: string | null;
  /** Of the model, in tokens; null if unknown. */
  contextWindow: number | null;
}

export interface Edition {
  host: string;
  edition: string;
  label: string;
}

/** What the page offers, newest first; another host is another entry. */
export const EDITIONS: readonly Edition[] = [
  { host: "codex", edition: "2026-11", label: "Codex, November 2026" },
  { host: "codex", edition: "2026-05", label: "Codex, May 2026" },
  { host: "codex", edition: "2026-02", label: "Codex, February 2026" },
];

/** The context window of the model that Codex uses by default. */
export const DEFAULT_WINDOW = 272_000;

let loaded = false;
let workspace: Workspace | undefined;

/** Loads the WebAssembly module. Until then changes are not taken here: whoever loads writes all files afterwards. */
export async function load(): Promise<void> {
  await init();
  loaded = true;
}

/** Starts over, empty, with these options. A wrong option throws and leaves the former workspace in place. */
export function open(options: HostOptions): void {
  if (!loaded) return;
  const next = new Workspace(options);
  workspace?.free();
  workspace = next;
}

export function writeAll(files: Map<string, Contents>, folders: Iterable<string> = []): RefusedPath[] {
  if (!workspace) return [];
  const refused = workspace.writeAll(files).refused;
  for (const folder of folders) refused.push(...workspace.mkdir(folder).refused);
  return refused;
}

export function write(path: string, contents: Contents): RefusedPath[] {
  return workspace?.write(path, contents).refused ?? [];
}

export function remove(path: string): void {
  workspace?.remove(path);
}

export function catalog(): Catalog {
  return current().catalog();
}

export function listing(): Listing {
  return current().listing();
}

export function turn(prompt: string): Turn {
  return current().turn({ inputs: [{ type: "text", text: prompt }] });
}

function current(): Workspace {
  if (!workspace) throw new Error("the workspace is not open yet");
  return workspace;
}
