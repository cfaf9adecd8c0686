import type { Catalog } from "skillglass";

/** A character before a skill's name in a prompt, such as `/` or `$`. */
export interface Sigil {
  text: string;
  /** True if a skill is also named by its own name after the character when it has other names. */
  takesOwn: boolean;
}

/** A skill to try sigils with. */
export interface SigilsAsk {
  /** A name of the skill without spaces. */
  name: string;
  path: string;
  /** The own name of a skill that has others; null if none has. */
  renamed: string | null;
}

/** The sigils that a host takes. */
export type SigilsAnswer = Pick<Catalog, "host" | "edition"> & { sigils: Sigil[] };
