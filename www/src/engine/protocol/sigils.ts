import type { Catalog } from "skillglass";

/** What stands before a skill's name in a prompt, such as `/` or `$`. */
export interface Sigil {
  text: string;
  /** Whether a skill is taken by its own name behind it even if it has others. */
  takesOwn: boolean;
}

/** A skill to try sigils with. */
export interface SigilsAsk {
  /** A name of it that is written without blanks. */
  name: string;
  path: string;
  /** The own name of a skill that has others; null if none has. */
  renamed: string | null;
}

/** The sigils that a host takes. */
export type SigilsAnswer = Pick<Catalog, "host" | "edition"> & { sigils: Sigil[] };
