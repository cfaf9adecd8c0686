/**
 * This module has the type of an example workspace: its files, the file to open first, and the
 * results that a test expects for these files in hosts.
 */
import type { Texts } from "../../i18n/index.ts";
import type { Contents } from "../../lib/text.ts";
import type { HostOptions } from "../../state/host-options.ts";

export type ExampleId = keyof Texts["gallery"]["examples"];

export interface Example {
  id: ExampleId;
  /** True if the example shows a fault in a skill. */
  fault: boolean;
  files(): Iterable<readonly [string, Contents]>;
  /** The path of the file to open first, which best shows what the example is about. */
  current: string;
  /** The options of the example: its host, and all options that differ from the page's defaults. */
  options: Partial<HostOptions> & Pick<HostOptions, "host">;
  prompt?: string;
  view?: "skills" | "model" | "turn";
  /** The results that the example's description claims. A test checks them. */
  shows: readonly Claim[];
}

/**
 * A result that a host must have for the example. Without `edition`, the claim is about the newest
 * edition.
 */
export type Claim = { host: string; edition?: string } & (
  | { fate: "loaded"; path: string }
  /** The host loads the skill under this name. */
  | { fate: "named"; path: string; name: string }
  | { fate: "error"; path: string; code: string }
  | { fate: "left-out"; path: string; reason: string }
  /** A name in the example's prompt that selects no skill. */
  | { fate: "skipped"; name: string; reason: string }
  /** A text that the host adds to the conversation for the example's prompt. */
  | { fate: "injected"; text: string }
  /** The list is too short for all descriptions. `skills` is the number of skills in the list. */
  | { fate: "over-budget"; skills: number }
);
