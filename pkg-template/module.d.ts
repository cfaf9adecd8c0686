/** Why a module stopped: a trap in its code, a stack that is used up, or memory that it asked for and did not get. */
export type StopReason = "trap" | "stack" | "out-of-memory";

/**
 * The module stopped in the middle of a call, and what it held is lost: every later call, of any object, throws the same.
 *
 * `init()` or `initSync()` starts another instance. Objects of the one before stay dead: make new ones.
 */
export class ModuleStopped extends Error {
  private constructor();
  readonly name: "ModuleStopped";
  readonly reason: StopReason;
  /** What the engine threw. */
  readonly cause: unknown;
}
