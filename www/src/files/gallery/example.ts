/** The form of an example: files, the file to open first, and the results that some host must have. */
import type { Texts } from "../../i18n/index.ts";
import type { Contents } from "../../lib/text.ts";
import type { HostOptions } from "../../state/host-options.ts";

export type ExampleId = keyof Texts["gallery"]["examples"];

export interface Example {
  id: ExampleId;
  /** True if it is here for its fault. */
  fault: boolean;
  files(): Iterable<readonly [string, Contents]>;
  /** The file to open, which shows the matter best. */
  current: string;
  /** The options with which the matter can be seen: the host, and others that differ from the page's own. */
  options: Partial<HostOptions> & Pick<HostOptions, "host">;
  prompt?: string;
  view?: "skills" | "model" | "turn";
  /** The claims of the sentence about it, so that a test can hold each example to them. */
  shows: readonly Claim[];
}

/** The result of one host for an example; in its newest edition unless one is named. */
export type Claim = { host: string; edition?: string } & (
  | { fate: "loaded"; path: string }
  /** The skill loads, under this name. */
  | { fate: "named"; path: string; name: string }
  | { fate: "error"; path: string; code: string }
  | { fate: "left-out"; path: string; reason: string }
  /** A name in the example's prompt that chooses nothing. */
  | { fate: "skipped"; name: string; reason: string }
  /** Text that the example's prompt puts before the model. */
  | { fate: "injected"; text: string }
  /** The number of skills, where the list has not room for all their descriptions. */
  | { fate: "over-budget"; skills: number }
);
