import type { ExitCode } from "./exit.ts";

/**
 * The answer to a question about skills. The command line prints the answer; the MCP server returns
 * it to its client.
 */
export interface Answer {
  readonly code: ExitCode;
  /** Returns the value that `--json` prints. */
  document(): unknown;
  /** Returns the answer as readable text. */
  text(): string;
}
