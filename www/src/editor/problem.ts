import type { Diagnostic as Mark } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { Diagnostic } from "skillglass";

/** A diagnostic where it stands now, and the text that it was found in: its fixes fit no other. */
export interface Problem extends Mark {
  of: Diagnostic;
  doc: Text;
}
