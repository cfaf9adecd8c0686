/** The catalog as the worker sends it and the page keeps it: lists of rows. */
import type { Catalog, Ignored, LeftOut, RefusedPath, Root, Skill, SkillError } from "skillglass";

/** A skill as the views list it: the rest of it is the answer to the question `skill`. */
export interface SkillRow extends Omit<Skill, "interface" | "dependencies" | "policy" | "frontmatter"> {
  /** The frontmatter's `name`, `paths` and `argument-hint`. */
  label: string | null;
  paths: string[];
  argumentHint: string | null;
}

/** The lists of a catalog, which both sides store and change row by row. */
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

/** The catalog as the page keeps it. */
export type PageCatalog = Pick<Catalog, "host" | "edition"> & { [S in Section]: readonly Rows[S][] };
