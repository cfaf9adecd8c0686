// What changes for skills, in words. The text for a terminal and the Markdown for a pull request share them.
import type { ChangedSkill, Changelog, DiffLine, HostDiff, ListedAs, Obstacle, Since, SkillChange } from "skillglass";
import { shownIn } from "../commands/open.ts";
import { counted, grouped } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import type { ChangedFiles } from "./files.ts";
import type { HostReport, Move, ReadPair, TreeReport } from "./trees.ts";

/** A format of reports about changes. */
export interface ChangeReport {
  host(project: Project, diff: HostDiff): string;
  trees(pair: ReadPair, report: TreeReport): string;
  since(project: Project, since: Since): string;
  changelog(log: Changelog): string;
}

/** A change in words, with the lines of a text that differ. */
export interface Sentence {
  readonly text: string;
  /** What an author can do, if the change is a loss. */
  readonly remedy: string;
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

/** The number of skills with another text from which on one sentence names them. */
const LEAST_TEXTS = 3;
/** The files that a report names of a skill. */
const MOST_FILES = 4;
/** The maximum length of a line of a text in a report, in UTF-16 units. */
const MOST_UNITS = 160;
/** The units that stay of what two long lines have in common, on both sides of the difference. */
const COMMON_UNITS = 40;
/** The maximum number of lines of a host's list in a report. */
const MOST_LINES = 60;

const RANK: Readonly<Record<ListedAs["as"], number>> = { nothing: 0, "name-only": 1, cut: 2, whole: 3 };

/** Returns true if the list shows less of a skill than before. */
function isLess(before: ListedAs, after: ListedAs): boolean {
  if (before.as === "cut" && after.as === "cut") return after.by > before.by;
  return RANK[after.as] < RANK[before.as];
}

/** Counts the skills by their most important change. A skill that moved counts once. */
export function totalsOf({ skills, moves = [] }: HostDiff & { readonly moves?: readonly Move[] }): Totals {
  const totals: Totals = { appear: 0, vanish: 0, unlisted: 0, cut: 0, other: moves.length };
  const moved = new Set(moves.flatMap(({ from, to }) => [from, to]));
  for (const { path, changes } of skills) {
    if (moved.has(path)) continue;
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

/** A skill of a report, with its changes in words. */
export interface SkillReport {
  readonly mark: "+" | "-" | "~";
  readonly name: string | null;
  readonly path: string;
  readonly sentences: readonly Sentence[];
}

/** Returns the changed skills of a host between two editions. */
export function skillsOf({ skills }: HostDiff): SkillReport[] {
  return skills.map(({ path, name, changes }) => ({ mark: markOf(changes), name, path, sentences: sentencesOf(changes) }));
}

/**
 * Returns the changed skills of a host between two versions of a project. A text that is in the changed file of the skill is not
 * repeated, and neither is a line that is in the report on the list.
 */
function skillsOfVersions(pair: ReadPair, { skills, moves, list }: HostReport): SkillReport[] {
  const gone = new Set(moves.map(({ from }) => from));
  const old = new Map(moves.map(({ from, to }) => [to, skills.find(({ path }) => path === from)!]));
  return skills.flatMap(({ path, name, changes }): SkillReport[] => {
    if (gone.has(path)) return [];
    const before = old.get(path);
    if (before !== undefined) return [{ mark: "~", name, path, sentences: [movedFrom(pair.head, before, name)] }];
    const others = list.length === 0 ? changes : changes.filter(({ kind }) => kind !== "line");
    if (others.length === 0) return [{ mark: "~", name, path, sentences: [plain("another line in the list")] }];
    const isEdited = pair.isEdited(path);
    const shown = isEdited ? others.filter(({ kind }) => kind !== "text") : others;
    const texts = isEdited ? ofTexts(others) : [];
    return [{ mark: markOf(changes), name, path, sentences: [...sentencesOf(shown), ...texts] }];
  });
}

function movedFrom(project: Project, { path, name: before }: ChangedSkill, name: string | null): Sentence {
  const renamed = before === name ? "" : `; its name is now ${name}, before ${before}`;
  return plain(`moved from ${shownIn(project, path)}${renamed}`);
}

/**
 * Returns the skills of a report, and a sentence about those of which only the text changes; null if there are few of them. A rename
 * through many skills would be long otherwise.
 */
export function withoutTexts(pair: ReadPair, diff: HostReport): { readonly skills: SkillReport[]; readonly texts: Sentence | null } {
  const all = skillsOfVersions(pair, diff);
  const tokens = new Map(diff.skills.map(({ path, changes }) => [path, onlyText(changes)]));
  const isOnlyText = ({ path }: SkillReport) => tokens.get(path) !== undefined && pair.isEdited(path);
  const only = all.filter(isOnlyText);
  if (only.length < LEAST_TEXTS) return { skills: all, texts: null };
  const parts = only.map(({ name, path }) => {
    const { before, after } = tokens.get(path)!;
    const cost = before === after ? grouped(after) : `${grouped(before)} → ${grouped(after)}`;
    return `${name ?? shownIn(pair.head, path)} ${cost}`;
  });
  return {
    skills: all.filter((skill) => !isOnlyText(skill)),
    texts: plain(`Only the text of ${counted(only.length, "skill")} changes, in tokens: ${parts.join(", ")}`),
  };
}

/** Returns the tokens of a changed text if nothing else of a skill changes. */
function onlyText(changes: readonly SkillChange[]): { readonly before: number; readonly after: number } | undefined {
  const [first] = changes;
  return first?.kind === "text" && changes.every(({ kind }) => kind === "text") ? first.tokens : undefined;
}

/** Returns the tokens of the changed text of a skill; empty if no text changes. Other uses put in the same text in another frame. */
function ofTexts(changes: readonly SkillChange[]): Sentence[] {
  const [text] = changes.flatMap((change) => (change.kind === "text" ? [change] : []));
  return text === undefined ? [] : [plain(`its text changes: about ${tokensOf(text.tokens)}`)];
}

function tokensOf({ before, after }: { readonly before: number; readonly after: number }): string {
  return before === after ? counted(after, "token") : `${grouped(before)} → ${counted(after, "token")}`;
}

/** Returns the changed files of a skill in words. */
export function filesInWords({ added, removed, changed }: ChangedFiles): string {
  const parts = [
    ["changed", changed],
    ["new", added],
    ["removed", removed],
  ] as const;
  const words = parts.filter(([, paths]) => paths.length > 0).map(([word, paths]) => `${grouped(paths.length)} ${word}: ${some(paths)}`);
  return words.join("; ");
}

function some(paths: readonly string[]): string {
  return `${paths.slice(0, MOST_FILES).join(", ")}${paths.length > MOST_FILES ? " …" : ""}`;
}

/** Returns the changes of a skill in words. Two uses with the same change share a sentence. */
export function sentencesOf(changes: readonly SkillChange[]): Sentence[] {
  const contents = changes.map((change) => JSON.stringify({ ...change, by: null }));
  const command = changes.find((change) => change.kind === "command");
  const isRenamed = command !== undefined && changes.some(({ kind }) => kind === "names");
  return changes.flatMap((change, index) => {
    if (isRenamed && change === command) return [];
    if (isRenamed && change.kind === "names" && command.kind === "command") {
      const [before, after] = [
        `${change.before.join(", ")}, typed ${typed(command.before)}`,
        `${change.after.join(", ")}, typed ${typed(command.after)}`,
      ];
      return [plain(`answers to ${after}; before, to ${before}`)];
    }
    if (contents.indexOf(contents[index]!) < index) return [];
    return [sentenceOf(change, contents.lastIndexOf(contents[index]!) > index)];
  });
}

/** Returns a change in words. `isBoth` is true if it is one of typed names and of the model's calls. */
function sentenceOf(change: SkillChange, isBoth: boolean): Sentence {
  switch (change.kind) {
    case "appears":
      return plain(
        change.because === null
          ? `appears: the file is new; the list shows ${shown(change.listed)}`
          : `appears; before, ${reason(change.because)}`,
      );
    case "vanishes":
      return lost(change.because === null ? "vanishes: the file is gone" : `vanishes: ${reason(change.because)}`, change.because);
    case "not-loaded":
      return lost(
        `does not load: ${absent(change.after, "the file is gone")}; before, ${absent(change.before, "there was no such file")}`,
        change.after,
      );
    case "names":
      return plain(`answers to ${change.after.join(", ")}; before, to ${change.before.join(", ")}`);
    case "listed": {
      const isLoss = isLess(change.before, change.after);
      const why = change.because === null ? "" : `: ${reason(change.because)}`;
      return {
        text: `the list shows ${shown(change.after)}; before, ${shown(change.before)}${isLoss ? why : ""}`,
        remedy: isLoss ? (change.because?.change ?? "") : "",
        lines: [],
      };
    }
    case "line":
      return withLines("another line in the list", [
        { op: "removed", text: change.before },
        { op: "added", text: change.after },
      ]);
    case "command":
      return plain(`users type ${typed(change.after)}; before, ${typed(change.before)}`);
    case "model":
      return change.after
        ? plain("the model may choose it on its own")
        : lost(`the model may no longer choose it${change.because === null ? "" : `: ${reason(change.because)}`}`, change.because);
    case "text": {
      const { before, after } = change.tokens;
      return withLines(`${used(change, isBoth)} puts in another text (about ${tokensOf({ before, after })})`, change.lines);
    }
    case "effects":
      return withLines(`${used(change, isBoth)} has other effects`, [
        ...change.before.filter((one) => !change.after.includes(one)).map((text): DiffLine => ({ op: "removed", text })),
        ...change.after.filter((one) => !change.before.includes(one)).map((text): DiffLine => ({ op: "added", text })),
      ]);
  }
}

const plain = (text: string): Sentence => ({ text, remedy: "", lines: [] });
const lost = (text: string, because: Obstacle | null): Sentence => ({ text, remedy: because?.change ?? "", lines: [] });
const withLines = (text: string, lines: readonly DiffLine[]): Sentence => ({ text, remedy: "", lines });

function reason({ message, reason }: Obstacle): string {
  return `${message} [${reason}]`;
}

function absent(obstacle: Obstacle | null, none: string): string {
  return obstacle === null ? none : reason(obstacle);
}

function typed(text: string | null): string {
  return text === null ? "nothing" : `\`${text}\``;
}

function used({ by, arguments: words }: { by: "user" | "model"; arguments: string }, isBoth: boolean): string {
  const who = isBoth ? "each use" : by === "user" ? "typing its name" : "the model's call";
  return words === "" ? who : `${who} with "${words}"`;
}

/** Returns the part of a skill that a list shows, in words. */
export function shown(listed: ListedAs): string {
  switch (listed.as) {
    case "whole":
      return "all of its description";
    case "cut":
      return `its description without ${counted(listed.by, "character")}`;
    case "name-only":
      return "only its name";
    case "nothing":
      return "nothing of it";
  }
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
export function ofHost({ list, tool, together }: HostDiff, nameOf: (path: string) => string): Sentence[] {
  const names = (paths: readonly string[]) => (paths.length === 0 ? "neither" : paths.map(nameOf).join(" and "));
  return [
    ...(list.length === 0 ? [] : [withLines("The list that the model sees", list)]),
    ...(tool.length === 0 ? [] : [withLines("The tool for skills", tool)]),
    ...(together === null
      ? []
      : [
          plain(
            `A message with the commands of ${names(together.skills)} invokes ${names(together.after)}; before, ${names(together.before)}`,
          ),
        ]),
  ];
}

/** Returns the changes of a host as a whole between two versions, without the lines of the list that stay the same. */
export function ofHostVersions(diff: HostReport, nameOf: (path: string) => string): Sentence[] {
  const changed = diff.list.filter(({ op }) => op === "added" || op === "removed");
  const rest = changed.length - MOST_LINES;
  const list: DiffLine[] = rest > 0 ? [...changed.slice(0, MOST_LINES), { op: "skipped", count: rest }] : changed;
  return ofHost({ ...diff, list }, nameOf);
}

/**
 * Returns lines for a report. Where a long line replaces another, only the difference and its surroundings stay; of another long line
 * the beginning stays.
 */
export function shortLines(lines: readonly DiffLine[]): DiffLine[] {
  const short: DiffLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const removed = runOf(lines, at, "removed");
    const added = runOf(lines, at + removed.length, "added");
    if (removed.length > 0 && removed.length === added.length) {
      const pairs = removed.map((before, index) => difference(before, added[index]!));
      short.push(
        ...pairs.map(([text]): DiffLine => ({ op: "removed", text })),
        ...pairs.map(([, text]): DiffLine => ({ op: "added", text })),
      );
    } else {
      short.push(...removed.map((text): DiffLine => ({ op: "removed", text: beginning(text) })));
      short.push(...added.map((text): DiffLine => ({ op: "added", text: beginning(text) })));
    }
    at += removed.length + added.length;
    const line = lines[at];
    if (line === undefined || line.op === "removed" || line.op === "added") continue;
    short.push(line.op === "same" ? { op: "same", text: beginning(line.text) } : line);
    at++;
  }
  return short;
}

function runOf(lines: readonly DiffLine[], start: number, op: "removed" | "added"): string[] {
  const run: string[] = [];
  for (let at = start; ; at++) {
    const line = lines[at];
    if (line?.op !== op) return run;
    run.push(line.text);
  }
}

/** Returns two lines without most of their common beginning and end, if one is long. */
function difference(before: string, after: string): [string, string] {
  if (Math.max(before.length, after.length) <= MOST_UNITS) return [before, after];
  const [one, other] = [[...before], [...after]];
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  const [from, to] = [Math.max(0, start - COMMON_UNITS), Math.max(0, end - COMMON_UNITS)];
  const part = (characters: string[]) => {
    const middle = characters.slice(from, characters.length - to).join("");
    return `${from > 0 ? "…" : ""}${middle}${to > 0 ? "…" : ""}`;
  };
  return [part(one), part(other)];
}

function beginning(text: string): string {
  return text.length <= MOST_UNITS ? text : `${[...text.slice(0, MOST_UNITS)].slice(0, -1).join("")}…`;
}

/** Returns the result of a bisection in words. */
export function sinceWords({ label, listed, since, editions }: Since): string {
  const verb = listed ? "lists it" : "does not list it";
  if (since !== null) return `${label} ${verb} since ${since}`;
  if (editions.length === 1) return `${label} ${verb}; one edition is known`;
  return `${label} ${verb} in ${listed ? "all known editions" : "any known edition"}`;
}

/** Returns the title of a host with its totals. */
export function titleOf({ label, from, to, skills, same, tokens, moves = [] }: HostDiff & { readonly moves?: readonly Move[] }): string {
  const editions = from === to ? to : `${from} → ${to}`;
  const count = skills.length - moves.length;
  const changed = count === 0 ? "no skill changes" : `${counted(count, "skill")} change${count === 1 ? "s" : ""}`;
  const cost =
    tokens.before === tokens.after
      ? `${counted(tokens.after, "token")} for the list`
      : `${grouped(tokens.before)} → ${counted(tokens.after, "token")} for the list`;
  return `${label} ${editions} · ${changed}, ${grouped(same)} stay${same === 1 ? "s" : ""} the same · ${cost}`;
}

/** Returns the name of a skill in a report; its path if the report does not have the name. */
export function nameIn(project: Project, { skills }: HostDiff, path: string): string {
  return skills.find((one) => one.path === path)?.name ?? shownIn(project, path);
}

/** Returns a hint if no host has a skill on either side; otherwise empty. */
export function hintFor(hosts: readonly Pick<HostDiff, "skills" | "same">[]): string {
  const isEmpty = hosts.every(({ skills, same }) => skills.length === 0 && same === 0);
  return isEmpty ? "No host finds a skill here. `skillglass list` shows where each host looks." : "";
}
