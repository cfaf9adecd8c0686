import type { ExitCode } from "./exit.ts";

/** The answer to a question about skills. The command prints it; the MCP server returns it. */
export interface Answer {
  readonly code: ExitCode;
  /** Returns the value that `--json` prints. */
  document(): unknown;
  /** Returns the text for people. */
  text(): string;
}
