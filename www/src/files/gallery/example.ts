/** The form of an example: its files, the file to open first, and the results that hosts must have. */
import type { Texts } from "../../i18n/index.ts";
import type { Contents } from "../../lib/text.ts";
import type { HostOptions } from "../../state/host-options.ts";

export type ExampleId = keyof Texts["gallery"]["examples"];

export interface Example {
  id: ExampleId;
  /** True if the example shows a fault. */
  fault: boolean;
  files(): Iterable<readonly [string, Contents]>;
  /** The file to open first, which best shows the subject of the example. */
  current: string;
  /** The options of the example: the host, and all options that differ from the page's default. */
  options: Partial<HostOptions> & Pick<HostOptions, "host">;
  prompt?: string;
  view?: "skills" | "model" | "turn";
  /** The claims in the sentence about the example. A test checks them. */
  shows: readonly Claim[];
}

/** The result of one host for an example. The default is the host's newest edition. */
export type Claim = { host: string; edition?: string } & (
  | { fate: "loaded"; path: string }
  /** The skill loads, under this name. */
  | { fate: "named"; path: string; name: string }
  | { fate: "error"; path: string; code: string }
  | { fate: "left-out"; path: string; reason: string }
  /** A name in the example's prompt that chooses nothing. */
  | { fate: "skipped"; name: string; reason: string }
  /** A text that the example's prompt injects. */
  | { fate: "injected"; text: string }
  /** The number of skills, if the list does not have room for all of their descriptions. */
  | { fate: "over-budget"; skills: number }
);
