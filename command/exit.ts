/** The exit codes of the command, the same for every part of it. */
export const ExitCode = {
  /** There are no findings. */
  Clean: 0,
  /** There are findings, or a requested host does not load the skill. */
  Findings: 1,
  /** Wrong use, or something could not be read or written: the answer is not complete. */
  Trouble: 2,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** A mistake that the user can fix. The message names the mistake and the remedy, and no stack is printed. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
