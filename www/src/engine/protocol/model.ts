/** This module has the types of the list of skills that a host sends to its model. */
import type { Listing } from "skillglass";

/**
 * The list of skills that a host sends to its model, as one text. This type does not have the data
 * about each skill in the list.
 */
export type ListingText = Omit<Listing, "entries" | "attachment" | "events">;

export interface ListedSkill {
  path: string;
  name: string;
  /**
   * The cost of the skill's lines in the list. The unit is that of the host's budget, or characters
   * if the host has no budget.
   */
  cost: number;
  /**
   * The start of the skill's lines in the text of the list of skills, in UTF-16 code units. `to` is
   * the end, exclusive.
   */
  from: number;
  to: number;
  /**
   * The number of characters that the host cuts from the end of the description. `rest` is the cut
   * text.
   */
  cut: number;
  rest: string;
}

export interface OmittedSkill {
  path: string;
  name: string;
}

export interface ModelAnswer extends ListingText {
  listed: ListedSkill[];
  omitted: OmittedSkill[];
}
