import type { ExitCode } from "./exit.ts";

/** A command of the program, such as `check` in `skillglass check`. */
export interface Command {
  /** The text that the option `--help` prints. */
  readonly help: string;
  /** Runs the command. `args` are the arguments after its name. Resolves to the exit code. */
  run(args: readonly string[]): Promise<ExitCode>;
}
