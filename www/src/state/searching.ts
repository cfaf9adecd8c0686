/**
 * This module has the choice in the view "Search": skills, passages, triggers or logs. The page's
 * address contains the choice.
 */
import { effect, signal } from "@preact/signals";
import { recallSearch, rememberSearch } from "./address.ts";

export const SEARCHES = ["skills", "passages", "triggers", "logs"] as const;

export type Search = (typeof SEARCHES)[number];

const first = recallSearch();

export const searching = signal<Search>(SEARCHES.find((one) => one === first) ?? "skills");

effect(() => rememberSearch(searching.value === "skills" ? null : searching.value));
