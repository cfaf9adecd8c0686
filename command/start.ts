// Starts the WebAssembly module.
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { initSync } from "skillglass";

/**
 * The budget after which V8 optimizes a function of the module. With V8's default value, a small check spends most of its time on
 * optimizing code that does not run again, and Node waits for the optimization after the answer is printed. Large projects are not slower
 * with this value.
 */
const TIERING_BUDGET = 50_000_000;

/**
 * Loads the module. If the module has stopped with an error, loads it again. Loading is synchronous, because the asynchronous way loads
 * Node's `fetch`, which doubles the time.
 */
export function start(): void {
  // Bun and Deno have other engines or other flags, and do not need this flag.
  if (!("Bun" in globalThis) && !("Deno" in globalThis)) setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  initSync({ module: readFileSync(new URL("../skillglass_bg.wasm", import.meta.url)) });
}
