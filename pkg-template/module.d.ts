/** The reason why a module stopped: a trap in its code, a stack overflow, or a lack of memory. */
export type StopReason = "trap" | "stack" | "out-of-memory";

/**
 * The module stopped in the middle of a call, and its data is lost: every later call of any object throws the same error.
 *
 * `init()` or `initSync()` starts another instance. Objects of the earlier instance stay unusable: create new ones.
 *
 * @example
 * ```js
 * try {
 *   workspace.lint();
 * } catch (error) {
 *   if (!(error instanceof ModuleStopped)) throw error;
 *   await init();
 * }
 * ```
 */
export class ModuleStopped extends Error {
  private constructor();
  readonly name: "ModuleStopped";
  readonly reason: StopReason;
  /** The value that the engine threw. */
  readonly cause: unknown;
}
