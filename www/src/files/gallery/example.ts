/** What an example is: files, what to look at first, and what some host must make of it. */
import type { Texts } from "../../i18n/index.ts";
import type { Contents } from "../../lib/text.ts";
import type { HostOptions } from "../../state/host-options.ts";

export type ExampleId = keyof Texts["gallery"]["examples"];

export interface Example {
  id: ExampleId;
  /** Whether it is here for what goes wrong in it. */
  fault: boolean;
  files(): Iterable<readonly [string, Contents]>;
  /** The file to open, which shows the matter best. */
  current: string;
  /** Where the matter can be seen: the host, and what else differs from the page's own options. */
  options: Partial<HostOptions> & Pick<HostOptions, "host">;
  prompt?: string;
  view?: "skills" | "model" | "turn";
  /** What the sentence about it says, so that a test can hold each example to it. */
  shows: readonly Claim[];
}

/** What one host makes of an example; in its newest edition unless one is given. */
export type Claim = { host: string; edition?: string } & (
  | { fate: "loaded"; path: string }
  /** It loads, under this name. */
  | { fate: "named"; path: string; name: string }
  | { fate: "error"; path: string; code: string }
  | { fate: "left-out"; path: string; reason: string }
  /** A name in the example's prompt that chooses nothing. */
  | { fate: "skipped"; name: string; reason: string }
  /** Text that the example's prompt brings before the model. */
  | { fate: "injected"; text: string }
  /** How many skills there are, where the list has not room for all that is said of them. */
  | { fate: "over-budget"; skills: number }
);
