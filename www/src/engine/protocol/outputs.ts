import type { RequestOutput } from "skillglass";

/** An output that the visitor gave, with its command or prompt. The command is stored because an edit may replace it. */
export interface RecordedOutput {
  id: string;
  run: string;
  output: RequestOutput;
}
