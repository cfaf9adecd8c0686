/**
 * This module searches for skills that fit a request, for competing skills, and for nearly equal
 * descriptions.
 */
import type { Skill, Workspace } from "skillglass";
import type { DuplicatesAnswer, FoundSkill, Piece, SearchAnswer } from "../protocol/search.ts";
import type { Engine } from "./engine.ts";
import { memo } from "./memo.ts";

export function search({ request, limit }: { request: string; limit: number }, { workspace }: Engine): SearchAnswer {
  const hits = workspace.search(request, { limit: limit + 1 });
  const best = hits[0]?.score ?? 1;
  const skills = skillsOf(workspace);
  return { hits: hits.slice(0, limit).map((hit) => found(hit, hit.score / best, skills)), more: hits.length > limit };
}

export function competitors({ path, closeness }: { path: string; closeness: number }, { workspace }: Engine): FoundSkill[] | null {
  const skills = skillsOf(workspace);
  return skills.has(path) ? workspace.competitors(path, closeness).map((one) => found(one, one.share, skills)) : null;
}

export function duplicates({ threshold, limit }: { threshold: number; limit: number }, { workspace }: Engine): DuplicatesAnswer {
  const { pairs, complete } = memo(workspace, `duplicates ${threshold}`, () => workspace.nearDuplicates(threshold));
  const skills = skillsOf(workspace);
  const named = (path: string) => ({ path, name: skills.get(path)?.name ?? path });
  return {
    complete,
    total: pairs.length,
    pairs: pairs.slice(0, limit).map(({ left, right, similarity }) => ({ left: named(left), right: named(right), similarity })),
  };
}

function skillsOf(workspace: Workspace): ReadonlyMap<string, Skill> {
  return memo(workspace, "skills", () => new Map(workspace.catalog().skills.map((skill) => [skill.path, skill])));
}

interface Matching {
  path: string;
  name: string;
  matched: { term: string; fields: string[] }[];
}

function found({ path, name, matched }: Matching, share: number, skills: ReadonlyMap<string, Skill>): FoundSkill {
  const terms = matched.map(({ term }) => term);
  const inHeadings = matched.filter(({ fields }) => fields.every((field) => field === "headings")).map(({ term }) => term);
  return { path, name: marked(name, terms), description: marked(skills.get(path)?.description ?? "", terms), share, terms, inHeadings };
}

/** Matches a word, a part of a camelCase word, or the characters between two words. */
const WORDS = /\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{N}+|[\p{L}\p{M}]+|[^\p{L}\p{M}\p{N}]+/gu;

/** Splits a text into segments, and marks those segments that match one of the terms. */
export function marked(text: string, terms: readonly string[]): Piece[] {
  const known = new Set(terms);
  const pieces: Piece[] = [];
  const add = (piece: string, matched: boolean) => {
    const last = pieces.at(-1);
    if (last && last[1] === matched) last[0] += piece;
    else pieces.push([piece, matched]);
  };
  for (const [word] of text.matchAll(WORDS)) {
    if (forms(word).some((form) => known.has(form))) add(word, true);
    else for (const [piece, matched] of pairsIn(word, known)) add(piece, matched);
  }
  return pieces;
}

/**
 * Returns the forms in which the search index may contain a word: case-folded, and without the
 * ending of an English plural.
 */
function forms(word: string): string[] {
  const folded = word.normalize("NFKC").toLowerCase();
  return [folded, folded.replace(/ies$/, "y"), folded.replace(/es$/, "e"), folded.replace(/s$/, "")];
}

/**
 * Splits a word in a script without spaces, such as Chinese, into characters. Marks each pair of
 * neighbours that is a known term.
 */
function pairsIn(word: string, known: ReadonlySet<string>): Piece[] {
  if (/^\p{ASCII}*$/u.test(word)) return [[word, false]];
  const characters = [...word];
  const lit = characters.map(() => false);
  for (let at = 0; at + 1 < characters.length; at++) {
    if (known.has((characters[at]! + characters[at + 1]!).toLowerCase())) lit[at] = lit[at + 1] = true;
  }
  return characters.map((character, at) => [character, lit[at]!]);
}
