/**
 * This module has the interface through which the page's state uses the engine. The state must not
 * import the engine, so the engine connects itself here.
 */
import type { RefusedPath } from "skillglass";
import type { Contents } from "../lib/text.ts";
import type { Change } from "./changes.ts";
import type { HostOptions } from "./host-options.ts";

/** A receiver of changes to files. */
export interface FileConsumer {
  /** Sends changes of files. Resolves to the paths that the workspace refused. */
  change(changes: Iterable<Change>): Promise<RefusedPath[]>;
  /**
   * Sends a file's contents after a keystroke. If the last unsent change is a write of the same
   * file, replaces the contents in this change.
   */
  write(path: string, contents: Contents | null): void;
}

export interface EnginePort extends FileConsumer {
  /**
   * Sends the paths of an earlier tree, with which the workspace is compared. With null, the engine
   * forgets the earlier tree.
   */
  setEarlier(earlier: { id: number; files: readonly string[]; folders: readonly string[] } | null): void;
  /**
   * Sends the options. Resolves to a message about a mistake in the options; null if there is none.
   */
  setOptions(options: HostOptions): Promise<string | null>;
  /**
   * Returns true if the engine has a workspace. The engine creates its workspace when it first
   * accepts options. If later options have a mistake, the engine keeps the workspace with the
   * accepted options.
   */
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
