/** The list of skills as the model gets it. */
import type { Listing } from "skillglass";

/** The list without its entries, which are as many as there are skills. */
export type ListingText = Omit<Listing, "entries" | "attachment" | "events">;

export interface ListedSkill {
  path: string;
  name: string;
  /** In the budget's unit, or in characters. */
  cost: number;
  /** The stretch of its lines in the text: UTF-16, the end not included. */
  from: number;
  to: number;
  /** Characters of its description that are not shown, and those characters. */
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
