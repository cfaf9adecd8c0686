/** The interface through which the state uses the engine. The engine is on a higher floor, so it connects itself here. */
import type { RefusedPath } from "skillglass";
import type { Contents } from "../lib/text.ts";
import type { Change } from "./changes.ts";
import type { HostOptions } from "./host-options.ts";

/** Takes changes of the files. */
export interface FileConsumer {
  /** Resolves to the paths that the workspace refused. */
  change(changes: Iterable<Change>): Promise<RefusedPath[]>;
  /** Takes a file's contents after a keystroke. If several wait, only the last is used. */
  write(path: string, contents: Contents | null): void;
}

export interface EnginePort extends FileConsumer {
  /** Takes the paths of an earlier tree, which the workspace is compared with. Null forgets the earlier tree. */
  setEarlier(earlier: { id: number; files: readonly string[]; folders: readonly string[] } | null): void;
  /** Resolves to a message about a mistake in the options; null if there is no mistake. */
  setOptions(options: HostOptions): Promise<string | null>;
  /** True once there has been a workspace. If later options have a mistake, the engine continues with this workspace. */
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
