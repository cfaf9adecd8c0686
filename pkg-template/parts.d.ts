/**
 * A part of the module: the code of a host, or of a group of methods. `conversation` has `turn`, `invoke` and `startSession` of a
 * workspace, and all methods of a session.
 */
export type Part =
  | HostId
  | "conversation"
  | "lint"
  | "safety"
  | "compare"
  | "search"
  | "install"
  | "sources"
  | "support"
  | "change"
  | "locks"
  | "build"
  | "passages"
  | "dependencies"
  | "budget-plan"
  | "health"
  | "triggers"
  | "usage";

/** A request for the parts that `init` loads. */
export interface PartsRequest {
  /** The hosts. Calls without a host use the usual ones, so load those, or name hosts in each call. */
  hosts?: readonly HostId[];
  /** Other parts. `safety` adds the rules that read commands and sentences to `lint`. */
  parts?: readonly Part[];
  /**
   * Returns the source of a file such as `main.wasm` or `codex.wasm`. By default, files are in the folder `parts` beside the
   * package's module. An address is fetched; a promise is awaited.
   */
  from?: (file: string) => PartSource | Promise<PartSource>;
}

/** A file of parts: its address, a response, its bytes, or the compiled module. */
export type PartSource = string | URL | Request | Response | BufferSource | WebAssembly.Module;

/**
 * Loads the module: all of it, or with a `PartsRequest` the parts that it names and the code that they share. A second call adds
 * parts that the first call left out.
 *
 * @example
 * ```js
 * await init({ hosts: ["codex"] });
 * const workspace = new Workspace({ host: "codex", cwd: "/repo" });
 * ```
 */
export default function init(
  input?: InitInput | Promise<InitInput> | { module_or_path: InitInput | Promise<InitInput> } | PartsRequest,
): Promise<InitOutput>;

/**
 * Loads further parts, after `init` loaded only some. Parts that are already loaded are not loaded again. After a failure the next
 * call tries again.
 *
 * @example
 * ```js
 * await load("lint");
 * console.log(workspace.lint().map(({ code }) => code)); // ["empty-body"]
 * ```
 */
export function load(...parts: Part[]): Promise<void>;

/**
 * A call needs a part of the module that is not loaded. Nothing has changed; load the part and call again.
 *
 * @example
 * ```js
 * try {
 *   workspace.compare();
 * } catch (error) {
 *   if (!(error instanceof PartNotLoaded)) throw error;
 *   await load(error.part);
 * }
 * ```
 */
export class PartNotLoaded extends Error {
  private constructor();
  readonly name: "PartNotLoaded";
  /** The part, as an argument of `load`. */
  readonly part: Part;
}
