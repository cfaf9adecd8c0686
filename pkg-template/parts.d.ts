/** A part of the module: the id of a host, or the name of a room. */
export type Part = HostId | "lint" | "safety" | "compare" | "search" | "install" | "sources" | "support";

/** The parts that `init` loads. */
export interface PartsRequest {
  /** The hosts. Calls that are asked without a host use the usual ones, so load those, or name hosts. */
  hosts?: readonly HostId[];
  /** Other parts. `safety` adds the rules that read commands and sentences to `lint`. */
  parts?: readonly Part[];
  /**
   * Where a file such as `main.wasm` or `codex.wasm` comes from. Without it, the folder `parts` beside the package's module.
   * An address is fetched; a promise is awaited.
   */
  from?: (file: string) => PartSource | Promise<PartSource>;
}

/** A file of parts: its address, a response, its bytes, or the compiled module. */
export type PartSource = string | URL | Request | Response | BufferSource | WebAssembly.Module;

/**
 * Loads the module: everything, or with a `PartsRequest` the parts that it names and what they share. A second call adds what
 * the first one left out.
 *
 * @example
 * await init({ hosts: ["codex"] });
 * const workspace = new Workspace({ host: "codex", cwd: "/repo" });
 */
export default function init(
  input?: InitInput | Promise<InitInput> | { module_or_path: InitInput | Promise<InitInput> } | PartsRequest,
): Promise<InitOutput>;

/**
 * Loads further parts of a module that `init` started with some. What is there already costs nothing; after a failure the next call
 * tries again.
 *
 * @example
 * await load("lint");
 * console.log(workspace.lint());
 */
export function load(...parts: Part[]): Promise<void>;

/** A call needs a part of the module that is not loaded. Nothing has changed; load the part and call again. */
export class PartNotLoaded extends Error {
  private constructor();
  readonly name: "PartNotLoaded";
  /** What `load` takes. */
  readonly part: Part;
}
