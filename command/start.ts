// Starts the WebAssembly module.
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { initSync } from "skillglass";

/**
 * How much a function of the module runs before V8 optimizes it. With V8's own value most of a small check is optimizing code that
 * does not run again, and Node waits for it after the answer is printed. Large projects are no slower with this one.
 */
const TIERING_BUDGET = 50_000_000;

/**
 * Loads the module, again if it has stopped with an error; synchronously because the asynchronous way loads Node's `fetch`, which takes as
 * long again.
 */
export function start(): void {
  // Bun and Deno have other engines or other flags, and work without this one.
  if (!("Bun" in globalThis) && !("Deno" in globalThis)) setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  initSync({ module: readFileSync(new URL("../skillglass_bg.wasm", import.meta.url)) });
}
