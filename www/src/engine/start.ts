/** Connects the engine with the state. */
import { contentsOfEarlier, earlier, sendEarlier } from "../state/earlier.ts";
import { connectEngine } from "../state/engine-port.ts";
import { folders, store } from "../state/files.ts";
import { options, setOptions } from "../state/options.ts";
import * as client from "./client.ts";

/** Makes the state send its changes to the engine. The changes wait there until the engine starts. */
export function connect(): void {
  connectEngine({ ...client, hasWorkspace: () => client.catalog.peek() !== null });
}

/** Starts the engine and sends it the options and the files. */
export function start(): void {
  client.start((path, isEarlier) => (isEarlier ? contentsOfEarlier(path) : store.contentsForEngine(path)));
  void client.setOptions(options.value);
  void client.change(store.allFiles());
  if (earlier.peek()) sendEarlier();
}

/**
 * Starts another engine, which gets all files and options of the page. If an option that was changed in the meantime is wrong,
 * the page reports it.
 */
export function startAgain(): void {
  start();
  void setOptions({});
  void client.change(Array.from(folders, (path) => ({ type: "folder", path })));
}
