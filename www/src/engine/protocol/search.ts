/**
 * This module has the types of searches: for skills that fit a request, for competing skills, and
 * for nearly equal descriptions.
 */

/** A segment of a text. `matched` is true if the segment contains a term of the request. */
export type Piece = [text: string, matched: boolean];

export interface FoundSkill {
  path: string;
  name: Piece[];
  description: Piece[];
  /**
   * This skill's score divided by the score of the best hit, from 0 to 1. For a competitor, the
   * divisor is the score of the skill that it competes with, so the share can be above 1.
   */
  share: number;
  terms: string[];
  /** The terms of the request that occur in the skill only in its headings. */
  inHeadings: string[];
}

export interface SearchAnswer {
  hits: FoundSkill[];
  /** True if there are more hits than were requested. */
  more: boolean;
}

export interface DuplicateRow {
  left: { path: string; name: string };
  right: { path: string; name: string };
  similarity: number;
}

export interface DuplicatesAnswer {
  complete: boolean;
  total: number;
  pairs: DuplicateRow[];
}
