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

declare global {
  // Node's types do not have the type of a compiled module.
  namespace WebAssembly {
    class Module {
      constructor(bytes: Uint8Array);
    }
  }
}

/** The compiled module, which threads share; null before `start`. */
let compiled: WebAssembly.Module | null = null;

/**
 * Loads the WebAssembly module. If the loaded module fails, a second call loads a new instance of
 * the module. Loading is synchronous, because asynchronous loading needs Node's `fetch`, which
 * doubles the loading time.
 */
export function start(): void {
  // Bun and Deno have other engines or other flags, and do not need these flags.
  if (!("Bun" in globalThis) && !("Deno" in globalThis)) {
    setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
    // A function is validated when it is called, because a command calls few of them.
    setFlagsFromString("--wasm-lazy-validation");
  }
  startWith(new WebAssembly.Module(readFileSync(new URL("../skillglass_bg.wasm", import.meta.url))));
}

/** Loads the WebAssembly module that another thread has compiled. */
export function startWith(module: WebAssembly.Module): void {
  compiled = module;
  initSync({ module });
}

/** Returns the compiled module. Throws an error before `start`. */
export function compiledModule(): WebAssembly.Module {
  if (compiled === null) throw new Error("the module is not started");
  return compiled;
}
