import type { ExitCode } from "./exit.ts";

/** A verb of the command line. */
export interface Command {
  /** The text that `--help` prints. */
  readonly help: string;
  /** Runs the verb with the arguments after its name. */
  run(args: readonly string[]): Promise<ExitCode>;
}
