// Starts the WebAssembly module.
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { initSync } from "skillglass";

/**
 * The number that V8 uses to decide when it optimizes a function of the WebAssembly module. With
 * V8's default, a small check spends most of its time on optimizing code that never runs again, and
 * Node waits for this before it exits. Large projects are not slower with this value.
 */
const TIERING_BUDGET = 50_000_000;

/**
 * Loads the WebAssembly module. If the loaded module fails, a second call loads a new instance of
 * the module. Loading is synchronous, because asynchronous loading needs Node's `fetch`, which
 * doubles the loading time.
 */
export function start(): void {
  // Bun and Deno have other engines or other flags, and do not need this flag.
  if (!("Bun" in globalThis) && !("Deno" in globalThis)) setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  initSync({ module: readFileSync(new URL("../skillglass_bg.wasm", import.meta.url)) });
}
