/** This module connects the page's state with the engine, and starts the engine. */
import { contentsOfEarlier, earlier, sendEarlier } from "../state/earlier.ts";
import { connectEngine } from "../state/engine-port.ts";
import { folders, store } from "../state/files.ts";
import { options, setOptions } from "../state/options.ts";
import * as client from "./client.ts";

/**
 * Makes the page's state send its changes to the engine. Until the engine has started, the changes
 * wait.
 */
export function connect(): void {
  connectEngine({ ...client, hasWorkspace: () => client.catalog.peek() !== null });
}

/** Starts the engine and sends it the options, the files, and the earlier tree if there is one. */
export function start(): void {
  client.start((path, isEarlier) => (isEarlier ? contentsOfEarlier(path) : store.contentsForEngine(path)));
  void client.setOptions(options.value);
  void client.change(store.allFiles());
  if (earlier.peek()) sendEarlier();
}

/**
 * Starts a new engine, which gets all options and files of the page. If the visitor set a wrong
 * option while no engine was running, the page reports the option.
 */
export function startAgain(): void {
  start();
  void setOptions({});
  void client.change(Array.from(folders, (path) => ({ type: "folder", path })));
}
