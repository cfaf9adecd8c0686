/**
 * This module returns the list of skills that the model gets, with the cost of each skill and its
 * position in the text.
 */
import type { Listing } from "skillglass";
import type { ListedSkill, ModelAnswer } from "../protocol/model.ts";
import type { Engine } from "./engine.ts";

export function model(_: null, { workspace }: Engine): ModelAnswer {
  const { entries, attachment: _attachment, events: _events, ...listing } = workspace.listing();
  const descriptions = entries.some(({ cut }) => cut > 0)
    ? new Map(workspace.catalog().skills.map(({ path, description }) => [path, description]))
    : new Map<string, string>();
  const omitted = entries.filter(({ line }) => line === null).map(({ path, name }) => ({ path, name }));
  return { ...listing, listed: placed(listing.message?.text ?? "", entries, descriptions), omitted };
}

/**
 * Finds the lines of each listed skill in the text of the list of skills. The range is empty if the
 * host changed the lines so that they cannot be found.
 */
function placed(text: string, entries: Listing["entries"], descriptions: ReadonlyMap<string, string>): ListedSkill[] {
  let at = 0;
  return entries.flatMap(({ path, name, line, cost, cut }): ListedSkill[] => {
    if (line === null) return [];
    const found = text.indexOf(line, at);
    const from = found < 0 ? at : found;
    const to = found < 0 ? at : found + line.length;
    at = to;
    return [{ path, name, cost, from, to, cut, rest: cut > 0 ? lastOf(descriptions.get(path) ?? "", cut) : "" }];
  });
}

function lastOf(text: string, characters: number): string {
  return [...text].slice(-characters).join("");
}
