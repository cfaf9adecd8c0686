import type { RequestOutput } from "skillglass";

/**
 * The output of a command or server prompt, as the visitor entered it. `run` is the command or
 * prompt, and shows whether an edit has replaced it.
 */
export interface RecordedOutput {
  id: string;
  run: string;
  output: RequestOutput;
}
