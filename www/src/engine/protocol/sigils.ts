import type { Catalog } from "skillglass";

/** A character before a skill's name in a prompt, such as `/` or `$`. */
export interface Sigil {
  text: string;
  /**
   * True if the host accepts a skill's original name after this character, even if the host has
   * renamed the skill.
   */
  takesOwn: boolean;
}

/** A skill with which the worker tests the characters that a host accepts before skill names. */
export interface SigilsAsk {
  /** A name of the test skill, without spaces. */
  name: string;
  path: string;
  /**
   * The original name of a skill that the host has renamed; null if the host has renamed no skill.
   */
  renamed: string | null;
}

/** The characters that a host accepts before a skill's name in a prompt. */
export type SigilsAnswer = Pick<Catalog, "host" | "edition"> & { sigils: Sigil[] };
