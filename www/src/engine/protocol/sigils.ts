import type { Catalog } from "skillglass";

/** A character before a skill's name in a prompt, such as `/` or `$`. */
export interface Sigil {
  text: string;
  /** True if a skill with other names is also named by its own name after the character. */
  takesOwn: boolean;
}

/** A skill with which sigils are tested. */
export interface SigilsAsk {
  /** A name of the skill without spaces. */
  name: string;
  path: string;
  /** The own name of a skill that also has other names; null if there is no such skill. */
  renamed: string | null;
}

/** The sigils that a host accepts. */
export type SigilsAnswer = Pick<Catalog, "host" | "edition"> & { sigils: Sigil[] };
