import type { ExitCode } from "./exit.ts";

/** One verb of the command line. */
export interface Command {
  /** What `--help` prints. */
  readonly help: string;
  /** Runs it with the arguments after its name. */
  run(args: readonly string[]): Promise<ExitCode>;
}
