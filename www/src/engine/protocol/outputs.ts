import type { RequestOutput } from "skillglass";

/** An output that was handed back, with the command or prompt it is of: an edit can put another command in its place. */
export interface RecordedOutput {
  id: string;
  run: string;
  output: RequestOutput;
}
