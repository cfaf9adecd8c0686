import type { Catalog } from "skillglass";

/** A character before a skill's name in a prompt, such as `/` or `$`. */
export interface Sigil {
  text: string;
  /**
   * True if the host accepts a skill's original name after the character in `text`, even if the
   * host has renamed the skill.
   */
  takesOwn: boolean;
}

/**
 * A test skill. The worker puts the skill's name after characters such as `/` and `$`, to find out
 * which of these characters the host accepts.
 */
export interface SigilsAsk {
  /** The name or an alias of the test skill, without spaces. */
  name: string;
  path: string;
  /**
   * The original name of a skill that the host has renamed. The worker puts this name after a
   * character such as `/`, to find out whether the host accepts original names after this
   * character. Null if the host has renamed no skill.
   */
  renamed: string | null;
}

/** The characters that a host accepts before a skill's name in a prompt. */
export type SigilsAnswer = Pick<Catalog, "host" | "edition"> & { sigils: Sigil[] };
