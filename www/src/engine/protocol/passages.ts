/** This module has the types of a search for passages, which are sections of reference files. */
import type { Passage, Passages } from "skillglass";
import type { Piece } from "./search.ts";

export interface PassagesAsk {
  request: string;
  limit: number;
  /** The maximum number of tokens of all passages together; null for no limit. */
  maxTokens: number | null;
  /** True if the files of the skills themselves, such as `SKILL.md`, are searched too. */
  skillFiles: boolean;
}

export interface PassageRow extends Omit<Passage, "text"> {
  text: Piece[];
  /** This passage's score divided by the score of the best passage, from 0 to 1. */
  share: number;
}

export interface PassagesAnswer extends Omit<Passages, "passages"> {
  passages: PassageRow[];
}
