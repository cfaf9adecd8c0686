/** The list of skills in the form that the model gets. */
import type { Listing } from "skillglass";

/** The list without its entries, because there is an entry for each skill. */
export type ListingText = Omit<Listing, "entries" | "attachment" | "events">;

export interface ListedSkill {
  path: string;
  name: string;
  /** The cost, in the budget's unit or in characters. */
  cost: number;
  /** The range of the skill's lines in the text, in UTF-16 units, without the end. */
  from: number;
  to: number;
  /** The number of characters of the description that are not shown, and these characters. */
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
