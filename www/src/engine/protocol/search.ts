/** Skills that fit a request, skills that compete with each other, and skills with nearly the same description. */

/** A segment of a text. `matched` is true if it contains a term of the request. */
export type Piece = [text: string, matched: boolean];

export interface FoundSkill {
  path: string;
  name: Piece[];
  description: Piece[];
  /**
   * The share of the best hit's score, or of the score of the skill in question. It is from 0 to 1, or above 1 if a competitor ranks
   * higher.
   */
  share: number;
  terms: string[];
  /** The terms that are only in the skill's headings. */
  inHeadings: string[];
}

export interface SearchAnswer {
  hits: FoundSkill[];
  /** True if there are more than the requested number. */
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
