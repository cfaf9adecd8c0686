/** This module has the types of a host's catalog as the worker sends it and the page stores it. */
import type { Catalog, Ignored, LeftOut, RefusedPath, Root, Skill, SkillError } from "skillglass";

/**
 * A skill as the views list it. Rarely used fields are absent; the question `skill` returns them.
 */
export interface SkillRow extends Omit<Skill, "interface" | "dependencies" | "policy" | "frontmatter"> {
  /**
   * The `name` in the frontmatter; null if there is none. `paths` and `argumentHint` are also
   * values of the frontmatter.
   */
  label: string | null;
  paths: string[];
  argumentHint: string | null;
}

/**
 * The type of a row in each list of a catalog. The worker sends only changed rows, and the page
 * replaces these.
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
