/** The sections of the texts beside skills that fit a request. */
import type { Passage, Passages } from "skillglass";
import type { Piece } from "./search.ts";

export interface PassagesAsk {
  request: string;
  limit: number;
  /** The most tokens of all passages together; null for no limit. */
  maxTokens: number | null;
  /** True to rank the skills' own files, too. */
  skillFiles: boolean;
}

export interface PassageRow extends Omit<Passage, "text"> {
  text: Piece[];
  /** The share of the best one's score, from 0 to 1. */
  share: number;
}

export interface PassagesAnswer extends Omit<Passages, "passages"> {
  passages: PassageRow[];
}
