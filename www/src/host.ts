/** The one place that holds the engine's `Workspace`. Nothing else of the page calls the package. */
import init, { Workspace, hosts as listHosts } from "skillglass";
import type { Catalog, HostEditions, Invocation, Listing, RefusedPath, RequestOutput, SkillCall, Turn } from "skillglass";
import type { Contents } from "./text.ts";

export type {
  Catalog, ContextChanges, Fork, Hook, HostEditions, Ignored, Invocation, InvocationOutcome, InvocationRequest, LeftOut, Listing, Mention, Message,
  Permission, Place, RefusedPath, RequestOutput, Root, Scope, Skill, SkillCall, SkillError, SkillEvent, SkillTool, Turn,
} from "skillglass";

export interface HostOptions {
  host: string;
  /** Null for the newest. */
  edition: string | null;
  cwd: string;
  home: string | null;
  /** Of the model, in tokens; null if unknown. */
  contextWindow: number | null;
  /** Files that the model has read or changed already, absolute. */
  touched: string[];
}

/** The host that the page begins with. Its name is here because it is shown before the engine, which knows all hosts, has arrived. */
export const FIRST_HOST = { host: "codex", label: "Codex" };

/** The context window of the model that Codex uses by default. */
export const DEFAULT_WINDOW = 272_000;

let loaded = false;
let workspace: Workspace | undefined;

/** Loads the WebAssembly module. Until then changes are not taken here: whoever loads writes all files afterwards. */
export async function load(): Promise<void> {
  await init();
  loaded = true;
}

/** What the page offers, each with its editions, oldest first. */
export function hosts(): HostEditions[] {
  return listHosts();
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

/** What one prompt comes to, given the outputs of what it asked for. */
export function turn(prompt: string, outputs: Record<string, RequestOutput>): Turn {
  return current().turn({ inputs: [{ type: "text", text: prompt }], outputs });
}

/** What the model's call of the host's tool comes to; throws when the host has none. */
export function invoke(call: SkillCall): Invocation {
  return current().invoke(call);
}

function current(): Workspace {
  if (!workspace) throw new Error("the workspace is not open yet");
  return workspace;
}
