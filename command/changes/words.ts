// What changes for skills, in sentences. The text for a terminal, the Markdown for a pull request and the playground share them, so
// nothing here needs Node.
import type { Changelog, DiffLine, HostDiff, ListedAs, Obstacle, Since, SkillChange, TreeDiff } from "skillglass";
import { counted, grouped } from "../print/plain.ts";
import type { ChangeWords } from "./english.ts";
import { english } from "./english.ts";

/** The forms of paths for people. */
export interface ShownPaths {
  path(path: string): string;
  /** Returns a text of the package, on one line, with its paths in that form. */
  sentence(text: string): string;
}

/** A format of reports about changes. */
export interface ChangeReport {
  host(paths: ShownPaths, diff: HostDiff): string;
  trees(paths: ShownPaths, diff: TreeDiff): string;
  since(paths: ShownPaths, since: Since): string;
  changelog(log: Changelog): string;
}

/** A change in words, with the lines of a text that differ. */
export interface Sentence {
  readonly text: string;
  /** What an author can do, if the change is a loss. */
  readonly remedy: string;
  /** The reason of a loss, which `text` names. */
  readonly because: Obstacle | null;
  readonly lines: readonly DiffLine[];
}

/** The numbers of skills by their most important change. */
export interface Totals {
  appear: number;
  vanish: number;
  /** Skills that the host loads and no longer lists. */
  unlisted: number;
  /** Skills of which the list shows less. */
  cut: number;
  other: number;
}

const RANK: Readonly<Record<ListedAs["as"], number>> = { nothing: 0, "name-only": 1, cut: 2, whole: 3 };

/** Returns true if the list shows less of a skill than before. */
function isLess(before: ListedAs, after: ListedAs): boolean {
  if (before.as === "cut" && after.as === "cut") return after.by > before.by;
  return RANK[after.as] < RANK[before.as];
}

/** Counts the skills by their most important change. */
export function totalsOf({ skills }: HostDiff): Totals {
  const totals: Totals = { appear: 0, vanish: 0, unlisted: 0, cut: 0, other: 0 };
  for (const { changes } of skills) {
    const kinds = changes.map(({ kind }) => kind);
    const listed = changes.find((change) => change.kind === "listed");
    if (kinds.includes("appears")) totals.appear++;
    else if (kinds.includes("vanishes")) totals.vanish++;
    else if (listed?.kind === "listed" && listed.after.as === "nothing") totals.unlisted++;
    else if (listed?.kind === "listed" && isLess(listed.before, listed.after)) totals.cut++;
    else totals.other++;
  }
  return totals;
}

/** Returns the mark of a skill: as in a patch, or `~` for a skill that the host loads before and after. */
export function markOf(changes: readonly SkillChange[]): "+" | "-" | "~" {
  if (changes.some(({ kind }) => kind === "appears")) return "+";
  return changes.some(({ kind }) => kind === "vanishes") ? "-" : "~";
}

/** Returns the changes of a skill in words. Two uses with the same change share a sentence. */
export function sentencesOf(changes: readonly SkillChange[], words: ChangeWords = english): Sentence[] {
  const contents = changes.map((change) => JSON.stringify({ ...change, by: null }));
  return changes.flatMap((change, index) => {
    if (contents.indexOf(contents[index]!) < index) return [];
    return [sentenceOf(change, contents.lastIndexOf(contents[index]!) > index, words)];
  });
}

/** Returns a change in words. `isBoth` is true if it is one of typed names and of the model's calls. */
function sentenceOf(change: SkillChange, isBoth: boolean, words: ChangeWords): Sentence {
  switch (change.kind) {
    case "appears":
      return plain(words.appears(reason(change.because), change.listed));
    case "vanishes":
      return lost(words.vanishes(reason(change.because)), change.because);
    case "not-loaded":
      return lost(words.notLoaded(reason(change.after), reason(change.before)), change.after);
    case "names":
      return plain(words.names(change.after, change.before));
    case "listed":
      return isLess(change.before, change.after)
        ? lost(words.listed(change.after, change.before, reason(change.because)), change.because)
        : plain(words.listed(change.after, change.before, null));
    case "line":
      return withLines(words.line, [
        { op: "removed", text: change.before },
        { op: "added", text: change.after },
      ]);
    case "command":
      return plain(words.command(change.after, change.before));
    case "model":
      return change.after ? plain(words.mayChoose) : lost(words.mayNotChoose(reason(change.because)), change.because);
    case "text":
      return withLines(words.text(isBoth ? "both" : change.by, change.arguments, change.tokens), change.lines);
    case "effects":
      return withLines(words.effects(isBoth ? "both" : change.by, change.arguments), [
        ...change.before.filter((one) => !change.after.includes(one)).map((text): DiffLine => ({ op: "removed", text })),
        ...change.after.filter((one) => !change.before.includes(one)).map((text): DiffLine => ({ op: "added", text })),
      ]);
  }
}

const plain = (text: string): Sentence => ({ text, remedy: "", because: null, lines: [] });
const lost = (text: string, because: Obstacle | null): Sentence => ({ text, remedy: because?.change ?? "", because, lines: [] });
const withLines = (text: string, lines: readonly DiffLine[]): Sentence => ({ text, remedy: "", because: null, lines });

function reason(obstacle: Obstacle | null): string | null {
  return obstacle && `${obstacle.message} [${obstacle.reason}]`;
}

/** Returns a line of a text with its mark. */
export function lineOf(line: DiffLine): string {
  switch (line.op) {
    case "same":
      return `  ${line.text}`;
    case "removed":
      return `- ${line.text}`;
    case "added":
      return `+ ${line.text}`;
    case "skipped":
      return `  … ${counted(line.count, "line")}`;
  }
}

/** Returns the changes of the host as a whole, in words. */
export function ofHost({ list, tool, together }: HostDiff, nameOf: (path: string) => string, words: ChangeWords = english): Sentence[] {
  const names = (paths: readonly string[]) => paths.map(nameOf);
  return [
    ...(list.length === 0 ? [] : [withLines(words.list, list)]),
    ...(tool.length === 0 ? [] : [withLines(words.tool, tool)]),
    ...(together === null ? [] : [plain(words.together(names(together.skills), names(together.after), names(together.before)))]),
  ];
}

/** Returns the result of a bisection in words. */
export function sinceWords({ label, listed, since, editions }: Since): string {
  const verb = listed ? "lists it" : "does not list it";
  if (since !== null) return `${label} ${verb} since ${since}`;
  if (editions.length === 1) return `${label} ${verb}; one edition is known`;
  return `${label} ${verb} in ${listed ? "all known editions" : "any known edition"}`;
}

/** Returns the title of a host with its totals. */
export function titleOf({ label, from, to, skills, same, tokens }: HostDiff): string {
  const editions = from === to ? to : `${from} → ${to}`;
  const changed = skills.length === 0 ? "no skill changes" : `${counted(skills.length, "skill")} change${skills.length === 1 ? "s" : ""}`;
  const cost =
    tokens.before === tokens.after
      ? `${counted(tokens.after, "token")} for the list`
      : `${grouped(tokens.before)} → ${counted(tokens.after, "token")} for the list`;
  return `${label} ${editions} · ${changed}, ${grouped(same)} stay${same === 1 ? "s" : ""} the same · ${cost}`;
}

/** Returns the name of a skill in a report; its path if the report does not have the name. */
export function nameIn(paths: ShownPaths, { skills }: HostDiff, path: string): string {
  return skills.find((one) => one.path === path)?.name ?? paths.path(path);
}

/** Returns a hint if no host has a skill on either side; otherwise empty. */
export function hintFor(hosts: readonly HostDiff[]): string {
  const isEmpty = hosts.every(({ skills, same }) => skills.length === 0 && same === 0);
  return isEmpty ? "No host finds a skill here. `skillglass list` shows where each host looks." : "";
}
