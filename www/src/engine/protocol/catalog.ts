/** The catalog in the form in which the worker sends it and the page stores it: lists of rows. */
import type { Catalog, Ignored, LeftOut, RefusedPath, Root, Skill, SkillError } from "skillglass";

/** The members of a skill that the views list. The question `skill` returns all members. */
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

/** The catalog in the page. */
export type PageCatalog = Pick<Catalog, "host" | "edition"> & { [S in Section]: readonly Rows[S][] };
