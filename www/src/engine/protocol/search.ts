/** Skills that fit a request, that compete with one another, and that say the same. */

/** A segment of a text. `matched` is true if it contains a term of the request. */
export type Piece = [text: string, matched: boolean];

export interface FoundSkill {
  path: string;
  name: Piece[];
  description: Piece[];
  /** From 0 to 1, or above where a competitor would win: of the best hit, or of the skill that is asked about. */
  share: number;
  terms: string[];
  /** Terms that only its headings have. */
  inHeadings: string[];
}

export interface SearchAnswer {
  hits: FoundSkill[];
  /** True if there are more than were asked for. */
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
