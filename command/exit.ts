/** The exit codes that all commands use. */
export const ExitCode = {
  /** The command has found no problem. */
  Clean: 0,
  /** The command has found problems, or a requested host does not load the skill. */
  Findings: 1,
  /**
   * The command line was wrong, or something could not be read or written, so the answer is
   * incomplete.
   */
  Trouble: 2,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/**
 * A mistake of the user. Its message names the mistake and the remedy, and is printed without a
 * stack trace.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
