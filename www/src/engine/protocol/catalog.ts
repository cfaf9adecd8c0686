/** This module has the types of a host's catalog as the worker sends it and the page stores it. */
import type { Catalog, Ignored, LeftOut, RefusedPath, Root, Skill, SkillError } from "skillglass";

/**
 * A skill as the views list it. Rarely used fields are absent. A request of the type `skill`
 * returns them.
 */
export interface SkillRow extends Omit<Skill, "interface" | "dependencies" | "policy" | "frontmatter"> {
  /** The `name` in the frontmatter; null if there is none. */
  label: string | null;
  paths: string[];
  argumentHint: string | null;
}

/**
 * The type of an item in each list of a catalog. The worker sends only changed items, and the page
 * replaces its old items with them.
 */
export interface Rows {
  skills: SkillRow;
  errors: SkillError;
  leftOut: LeftOut;
  ignored: Ignored;
  roots: Root;
  refused: RefusedPath;
}
export type Section = keyof Rows;
export const SECTIONS: readonly Section[] = ["skills", "errors", "leftOut", "ignored", "roots", "refused"];

/** The catalog of a host as the page stores it: the host, its edition, and the lists. */
export type PageCatalog = Pick<Catalog, "host" | "edition"> & { [S in Section]: readonly Rows[S][] };
