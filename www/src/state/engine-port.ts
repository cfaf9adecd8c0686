/** The engine, as the state uses it. The engine is on a higher floor, so it connects itself here. */
import type { RefusedPath } from "skillglass";
import type { Contents } from "../lib/text.ts";
import type { Change } from "./changes.ts";
import type { HostOptions } from "./host-options.ts";

/** Takes changes of the files. */
export interface FileConsumer {
  /** Resolves to the paths that the workspace refused. */
  change(changes: Iterable<Change>): Promise<RefusedPath[]>;
  /** Takes a keystroke; of several that wait only the last counts. */
  write(path: string, contents: Contents | null): void;
}

export interface EnginePort extends FileConsumer {
  /** Takes the paths of another tree before, or forgets it. */
  setEarlier(earlier: { id: number; files: readonly string[]; folders: readonly string[] } | null): void;
  /** Resolves to what is wrong with the options; null if nothing is. */
  setOptions(options: HostOptions): Promise<string | null>;
  /** True once there has been a workspace, which the engine stays with when other options are wrong. */
  hasWorkspace(): boolean;
}

let connected: EnginePort | undefined;

export function connectEngine(engine: EnginePort): void {
  connected = engine;
}

export function engine(): EnginePort {
  if (!connected) throw new Error("no engine is connected");
  return connected;
}
