import type { Catalog } from "skillglass";

/** A character that stands before a skill's name in a prompt. */
export type Sigil = "/" | "$";

/** The sigils that a host takes. */
export type SigilsAnswer = Pick<Catalog, "host" | "edition"> & { sigils: Sigil[] };
