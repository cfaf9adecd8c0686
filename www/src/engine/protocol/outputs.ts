import type { RequestOutput } from "skillglass";

/**
 * The output of a command or server prompt, as the visitor entered it. `run` is the text of the
 * command or prompt at that time. If this text has changed since, the output is not used.
 */
export interface RecordedOutput {
  id: string;
  run: string;
  output: RequestOutput;
}
