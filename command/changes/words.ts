// Describes changes of skills in sentences. The text for a terminal, the Markdown for a pull request and the playground share the
// sentences, so this module needs no Node.
import type {
  ChangedSkill,
  Changelog,
  Diagnostic,
  DiffLine,
  HostDiff,
  ListedAs,
  Obstacle,
  Since,
  SkillChange,
  TokenChange,
} from "skillglass";
import { counted, grouped, listed } from "../print/plain.ts";
import type { ChangeWords } from "./english.ts";
import { english, tokensOf, used } from "./english.ts";

/** Functions that convert paths and sentences to the form that a report shows. */
export interface ShownPaths {
  path(path: string): string;
  /** Returns a sentence on one line. Absolute paths in it become short paths. */
  sentence(text: string): string;
}

/** The functions that write reports on changes in one format, such as Markdown. */
export interface ChangeReport {
  host(paths: ShownPaths, diff: HostDiff): string;
  trees(paths: ShownPaths, report: TreeReport): string;
  since(paths: ShownPaths, since: Since): string;
  changelog(log: Changelog): string;
}

/** The paths of files that are new, gone or changed. */
export interface FileChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** The changed files of a skill's folder, by paths relative to the folder, without the skill's own file. */
export interface ChangedFiles extends FileChanges {
  /** The path of the skill's `SKILL.md`. */
  readonly skill: string;
}

/**
 * A plugin that the repository declares, and that is new, is gone, or has different skills than
 * before in Claude Code.
 */
export interface ChangedPlugin {
  readonly plugin: string;
  readonly kind: "new" | "removed" | "changed";
  /** The names of the skills that the plugin has only in the second version. */
  readonly added: readonly string[];
  /** The names of the skills that the plugin has only in the first version. */
  readonly removed: readonly string[];
}

/** The changes between two versions of a project. */
export interface TreeReport {
  readonly hosts: readonly HostDiff[];
  readonly findings: readonly Diagnostic[];
  /** The `SKILL.md` files that are in both versions with different texts. */
  readonly edited: readonly string[];
  /** The changed files beside each skill that is in both versions. */
  readonly files: readonly ChangedFiles[];
  /** The files of skills in folders that no host searches. */
  readonly unsearched: FileChanges;
  /**
   * The plugins that are new or gone in the second version, and the plugins whose skills changed.
   */
  readonly plugins: readonly ChangedPlugin[];
}

/**
 * A sentence that describes a change of a skill. If a text or list changed, `lines` has its changed
 * lines.
 */
export interface Sentence {
  readonly text: string;
  /**
   * The advice to an author if the host loads or shows less of the skill than before; otherwise
   * empty.
   */
  readonly remedy: string;
  /**
   * The reason why the host loads or shows less of the skill than before; null for any other
   * change. The sentence in `text` contains this reason.
   */
  readonly because: Obstacle | null;
  readonly lines: readonly DiffLine[];
}

/**
 * The number of skills for each kind of change. A skill counts only for its most important change.
 */
export interface Totals {
  appear: number;
  vanish: number;
  /** The number of skills that the host still loads, but no longer lists. */
  unlisted: number;
  /** The number of skills of which the host's list shows less text than before. */
  cut: number;
  other: number;
}

/** The smallest number of skills with the same kind of change that are combined in one sentence. */
const LEAST_COMBINED = 3;
/** The maximum number of files, skills or plugins that a sentence names. */
const MOST_NAMED = 4;
/** The maximum length of a line of text in a report, in UTF-16 units. Longer lines are cut. */
const MOST_UNITS = 160;
/**
 * The number of equal characters that are shown before and after the difference of two long lines.
 */
const COMMON_UNITS = 40;
/**
 * The maximum number of changed lines of a host's list in a report. Further lines are only counted.
 */
const MOST_LINES = 60;

/** The heading of the section about changed plugins in a report. */
export const PLUGINS = "Plugins for Claude Code";
/** The heading of the section about changed skills in folders that no host searches. */
export const UNSEARCHED = "Skills in folders that no host searches";

const RANK: Readonly<Record<ListedAs["as"], number>> = { nothing: 0, "name-only": 1, cut: 2, whole: 3 };

/** Returns true if the host's list shows less of a skill than before. */
function showsLess(changes: readonly SkillChange[]): boolean {
  const listed = changes.find((change) => change.kind === "listed");
  if (listed?.kind !== "listed") return false;
  const { before, after } = listed;
  if (before.as !== "cut" || after.as !== "cut") return RANK[after.as] < RANK[before.as];
  // A longer description may lose more characters than before, although the list shows as many.
  const line = changes.find((change) => change.kind === "line");
  return line?.kind === "line" && line.after.length < line.before.length;
}

/**
 * Returns the number of skills for each kind of change. Each skill counts for its most important
 * change. A moved skill counts once.
 */
export function totalsOf({ skills, moves }: HostDiff): Totals {
  const totals: Totals = { appear: 0, vanish: 0, unlisted: 0, cut: 0, other: moves.length };
  const moved = new Set(moves.flatMap(({ from, to }) => [from, to]));
  for (const { path, changes } of skills) {
    if (moved.has(path)) continue;
    const kinds = changes.map(({ kind }) => kind);
    const listed = changes.find((change) => change.kind === "listed");
    if (kinds.includes("appears")) totals.appear++;
    else if (kinds.includes("vanishes")) totals.vanish++;
    else if (listed?.kind === "listed" && listed.after.as === "nothing") totals.unlisted++;
    else if (showsLess(changes)) totals.cut++;
    else totals.other++;
  }
  return totals;
}

/**
 * Returns `+` for a skill that appears, `-` for a skill that vanishes, and `~` for another change.
 */
export function markOf(changes: readonly SkillChange[]): "+" | "-" | "~" {
  if (changes.some(({ kind }) => kind === "appears")) return "+";
  return changes.some(({ kind }) => kind === "vanishes") ? "-" : "~";
}

/** The report on one skill, with its changes as sentences. */
export interface SkillReport {
  readonly mark: "+" | "-" | "~";
  readonly name: string | null;
  readonly path: string;
  readonly sentences: readonly Sentence[];
}

/** A changed skill, with its state at the old path if the skill has moved. */
export interface Changed {
  readonly skill: ChangedSkill;
  /**
   * The skill at its old path; null if the skill has not moved. `edited` is true if the skill's
   * text has changed too.
   */
  readonly origin: { readonly skill: ChangedSkill; readonly edited: boolean } | null;
}

/** Returns the changed skills of a host. A moved skill is included once, with its new path. */
export function changedSkills({ skills, moves }: HostDiff): Changed[] {
  const byPath = new Map(skills.map((skill) => [skill.path, skill]));
  const left = new Set(moves.map(({ from }) => from));
  const origins = new Map(moves.map(({ from, to, edited }) => [to, { skill: byPath.get(from)!, edited }]));
  return skills.filter(({ path }) => !left.has(path)).map((skill) => ({ skill, origin: origins.get(skill.path) ?? null }));
}

/**
 * Returns the report on a changed skill. `pathOf` converts a path to the form that the report
 * shows, such as a short path.
 */
export function reportOf(changed: Changed, pathOf: (path: string) => string, words: ChangeWords = english): SkillReport {
  const { skill, origin } = changed;
  const { path, name, changes } = skill;
  if (origin === null) return { mark: markOf(changes), name, path, sentences: sentencesOf(changes, words) };
  const { skill: before, edited } = origin;
  return { mark: "~", name, path, sentences: [plain(words.moved(pathOf(before.path), edited, name, before.name))] };
}

/** Returns the reports on all skills that differ between two editions of a host. */
export function skillsOf(paths: ShownPaths, diff: HostDiff): SkillReport[] {
  return changedSkills(diff).map((changed) => reportOf(changed, paths.path));
}

/**
 * Returns a report on each skill that one host treats differently in two versions of a project.
 * `edited` has the paths of the `SKILL.md` files whose text was edited. For these skills, the
 * report gives only the number of tokens before and after, not the changed lines of the text. A
 * report mentions the change of the skill's line in the host's list only if `diff.list` is empty.
 * Otherwise, `diff.list` already has this change.
 */
function skillsOfVersions(paths: ShownPaths, diff: HostDiff, edited: readonly string[]): SkillReport[] {
  return changedSkills(diff).map((changed) => {
    const { path, name, changes } = changed.skill;
    if (changed.origin !== null) return reportOf(changed, paths.path);
    const others = diff.list.length === 0 ? changes : changes.filter(({ kind }) => kind !== "line");
    if (others.length === 0) return { mark: "~", name, path, sentences: [plain(english.line)] };
    const isEdited = edited.includes(path);
    const shown = isEdited ? others.filter(({ kind }) => kind !== "text") : others;
    const texts = isEdited ? ofTexts(others) : [];
    return { mark: markOf(changes), name, path, sentences: [...sentencesOf(shown), ...texts] };
  });
}

/** The sentences about the changes of one host between two versions of a project. */
export interface VersionsReport {
  readonly skills: readonly SkillReport[];
  /** The sentences about several skills, and about the host as a whole. */
  readonly whole: readonly Sentence[];
}

/**
 * Describes the changes of one host between two versions of a project. If several skills change in
 * the same way, one sentence describes the change of all these skills, because a sentence for each
 * skill could make a long report. Three kinds of changes are combined:
 * - The skills' files were edited, and only the texts of the skills change.
 * - The skills' files were not edited, but the host gives the model another text for each skill.
 *   The changed lines are the same for all these skills.
 * - The skills' files were not edited, but the host's list shows more or less of the skills'
 *   descriptions, because all skills share the budget of the list.
 */
export function ofVersions(paths: ShownPaths, diff: HostDiff, edited: readonly string[]): VersionsReport {
  const nameOf = (path: string) => nameIn(paths, diff, path);
  const groups = new Map<string, ChangedSkill[]>();
  for (const skill of diff.skills) {
    const key = kindOf(skill, edited.includes(skill.path));
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), skill]);
  }
  const combined = [...groups].filter(([, skills]) => skills.length >= LEAST_COMBINED);
  const all = combined.flatMap(([, skills]) => skills);
  const isCombined = new Set(all.map(({ path }) => path));
  const lines = new Set(all.flatMap(({ changes }) => changes.flatMap(linesInList)));
  const list = diff.list.filter((line) => (line.op !== "removed" && line.op !== "added") || !lines.has(lineOf(line)));
  return {
    skills: skillsOfVersions(paths, diff, edited).filter(({ path }) => !isCombined.has(path)),
    whole: [...combined.flatMap(([key, skills]) => together(key, skills, nameOf)), ...ofHostVersions({ ...diff, list }, nameOf)],
  };
}

/**
 * The key of a skill whose file was edited and whose text is its only change. One sentence
 * describes all skills with the same key.
 */
const EDITED = "edited";
/** The key of an unedited skill whose description is cut more than before. */
const LESS = "less";
/** The key of an unedited skill whose description is cut less than before. */
const MORE = "more";

/**
 * Returns a key for the changes of a skill: `EDITED`, `LESS`, `MORE`, or the changed lines of the
 * text as JSON if the skill's file was not edited. One sentence describes all skills with equal
 * keys. Returns null if the skill gets its own report.
 */
function kindOf({ path, changes }: ChangedSkill, isEdited: boolean): string | null {
  const texts = changes.flatMap((change) => (change.kind === "text" ? [change] : []));
  if (texts.length > 0 && texts.length === changes.length)
    return isEdited ? EDITED : JSON.stringify(texts.map(({ by, arguments: words, lines }) => [by, words, inAnyFolder(path, lines)]));
  const by = isEdited ? 0 : onlyCut(changes);
  return by === 0 ? null : by > 0 ? LESS : MORE;
}

/** Returns the sentences about skills whose changes have the same key, `kind`. */
function together(kind: string, skills: readonly ChangedSkill[], nameOf: (path: string) => string): Sentence[] {
  if (kind === EDITED) return [textsTogether(skills, nameOf)];
  if (kind === LESS || kind === MORE) return [cutsTogether(skills, nameOf)];
  const [{ path, changes }] = skills as readonly [ChangedSkill];
  const texts = changes.flatMap((change) => (change.kind === "text" ? [{ ...change, lines: inAnyFolder(path, change.lines) }] : []));
  const contents = texts.map((change) => JSON.stringify([change.arguments, change.lines]));
  return texts.flatMap((change, index): Sentence[] => {
    const content = contents[index]!;
    if (contents.indexOf(content) < index) return [];
    const by = contents.lastIndexOf(content) > index ? "both" : change.by;
    const text = `In ${skillsNamed(skills.map((skill) => nameOf(skill.path)))}, ${used(by, change.arguments)} puts in another text`;
    return [withLines(text, change.lines)];
  });
}

/** Returns the changed lines of a text, with `…` for the name of the skill's folder. */
function inAnyFolder(path: string, lines: readonly DiffLine[]): DiffLine[] {
  const folder = `/${folderOf(path).split("/").at(-1)}/`;
  return lines.flatMap((line) =>
    line.op === "removed" || line.op === "added" ? [{ ...line, text: line.text.replaceAll(folder, "/…/") }] : [],
  );
}

/**
 * Returns one sentence about several skills whose only change is an edited text. The sentence gives
 * the number of tokens of each text.
 */
function textsTogether(skills: readonly ChangedSkill[], nameOf: (path: string) => string): Sentence {
  const parts = skills.map(({ path, changes }) => {
    const [{ before, after }] = changes.flatMap((change) => (change.kind === "text" ? [change.tokens] : [])) as [TokenChange];
    return `${nameOf(path)} ${before === after ? grouped(after) : `${grouped(before)} → ${grouped(after)}`}`;
  });
  return plain(`Only the text of ${counted(skills.length, "skill")} changes, in tokens: ${parts.join(", ")}`);
}

/**
 * Returns one sentence about several skills, such as `The list shows 20 to 35 characters less of
 * the descriptions of 2 skills (csv, pdf)`.
 */
function cutsTogether(skills: readonly ChangedSkill[], nameOf: (path: string) => string): Sentence {
  const by = skills.map(({ changes }) => onlyCut(changes));
  const sizes = by.map(Math.abs);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const range = least === most ? counted(most, "character") : `${grouped(least)} to ${counted(most, "character")}`;
  const isLess = by[0]! > 0;
  const named = skillsNamed(skills.map(({ path }) => nameOf(path)));
  const text = `The list shows ${range} ${isLess ? "less" : "more"} of the descriptions of ${named}; their files did not change`;
  const because = skills[0]!.changes.flatMap((change) => (change.kind === "listed" ? [change.because] : []))[0] ?? null;
  return isLess ? lost(text, because) : plain(text);
}

/**
 * Returns the number of characters by which the host's list shows less of a skill's description
 * than before. The number is negative if the list shows more than before. Returns 0 if the skill
 * has any other change.
 */
function onlyCut(changes: readonly SkillChange[]): number {
  const [change, ...others] = changes.filter(({ kind }) => kind !== "line");
  if (change?.kind !== "listed" || others.length > 0) return 0;
  return change.before.as === "cut" && change.after.as === "cut" ? change.after.by - change.before.by : 0;
}

/** Returns the changed lines of a skill in a host's list, as a report shows them. */
function linesInList(change: SkillChange): string[] {
  if (change.kind !== "line") return [];
  const of = (op: "removed" | "added", text: string) => text.split("\n").map((line) => lineOf({ op, text: line }));
  return [...of("removed", change.before), ...of("added", change.after)];
}

/**
 * Returns a sentence with the numbers of tokens of a skill's text before and after the change.
 * Returns an empty list if the text does not change. If the text changes both for the user's and
 * for the model's invocation of the skill, only the first of these changes is reported.
 */
function ofTexts(changes: readonly SkillChange[]): Sentence[] {
  const [text] = changes.flatMap((change) => (change.kind === "text" ? [change] : []));
  return text === undefined ? [] : [plain(`its text changes: about ${tokensOf(text.tokens)}`)];
}

/** Returns changed files in words. */
export function filesInWords({ added, removed, changed }: FileChanges): string {
  const parts = [
    ["changed", changed],
    ["new", added],
    ["removed", removed],
  ] as const;
  const words = parts.filter(([, paths]) => paths.length > 0).map(([word, paths]) => `${grouped(paths.length)} ${word}: ${some(paths)}`);
  return words.join("; ");
}

/** The changed files of one skill, or of several skills whose changes have the same description. */
export interface FilesReport {
  readonly skills: readonly string[];
  readonly words: string;
}

/**
 * Describes the changed files of each skill in words. If these words are the same for several
 * skills, one report names all these skills.
 */
export function filesTogether(files: readonly ChangedFiles[]): FilesReport[] {
  const words = files.map(filesInWords);
  const isCombined = (one: string) => words.filter((other) => other === one).length >= LEAST_COMBINED;
  return files.flatMap(({ skill }, index): FilesReport[] => {
    const one = words[index]!;
    if (!isCombined(one)) return [{ skills: [skill], words: one }];
    const skills = files.filter((_, other) => words[other] === one).map((other) => other.skill);
    return words.indexOf(one) === index ? [{ skills, words: one }] : [];
  });
}

/**
 * Returns a phrase with the number of skills and the names of the skills' folders, such as
 * `2 skills (csv, pdf)`.
 */
export function foldersInWords(skills: readonly string[]): string {
  return skillsNamed(skills.map((skill) => folderOf(skill).split("/").at(-1)!));
}

/** Returns the changed skills in folders that no host searches; empty if there are none. */
export function unsearchedInWords(paths: ShownPaths, { added, removed, changed }: FileChanges): string {
  const folders = (skills: readonly string[]) => skills.map((skill) => paths.path(folderOf(skill)));
  return filesInWords({ added: folders(added), removed: folders(removed), changed: folders(changed) });
}

/** Returns the changes of plugins in words. Plugins with equal changes are combined. */
export function pluginsInWords(plugins: readonly ChangedPlugin[]): string[] {
  const groups = new Map<string, ChangedPlugin[]>();
  for (const plugin of plugins) {
    const key = JSON.stringify({ ...plugin, plugin: null });
    groups.set(key, [...(groups.get(key) ?? []), plugin]);
  }
  return [...groups.values()].map((group) => {
    const names = group.map(({ plugin }) => plugin);
    const named = names.length > MOST_NAMED ? `${counted(names.length, "plugin")} (${some(names)})` : listed(names);
    return `${named} ${pluginInWords(group[0]!, group.length)}`;
  });
}

/**
 * Returns the words that follow the names of plugins in a sentence, such as
 * `is new, with the skill pdf`. `count` is the number of plugins in the sentence.
 */
function pluginInWords({ kind, added, removed }: ChangedPlugin, count: number): string {
  const [is, has] = count === 1 ? ["is", "has"] : ["are", "have"];
  const theSkills = (names: readonly string[]) => (names.length === 1 ? `the skill ${names[0]}` : skillsNamed(names));
  const withSkills = (names: readonly string[], otherwise: string) => (names.length === 0 ? otherwise : `, with ${theSkills(names)}`);
  if (kind === "new") return `${is} new${withSkills(added, ", without a skill in this repository")}`;
  if (kind === "removed") return `${is} gone${withSkills(removed, "")}`;
  const parts = [
    [`now ${has}`, added],
    [`no longer ${has}`, removed],
  ] as const;
  const words = parts.filter(([, names]) => names.length > 0).map(([verb, names]) => `${verb} ${theSkills(names)}`);
  return words.join(", and ");
}

/**
 * Returns the number of skills, followed by the names of the first four skills:
 * `12 skills (csv, doc, pdf, text …)`.
 */
function skillsNamed(names: readonly string[]): string {
  return `${counted(names.length, "skill")} (${some(names)})`;
}

function some(names: readonly string[]): string {
  return `${names.slice(0, MOST_NAMED).join(", ")}${names.length > MOST_NAMED ? " …" : ""}`;
}

/**
 * Returns the changes of a skill as sentences. If the same change applies when the user and when
 * the model invokes the skill, one sentence describes both cases.
 */
export function sentencesOf(changes: readonly SkillChange[], words: ChangeWords = english): Sentence[] {
  const contents = changes.map((change) => JSON.stringify({ ...change, by: null }));
  const command = changes.find((change) => change.kind === "command");
  const isRenamed = command?.kind === "command" && changes.some(({ kind }) => kind === "names");
  return changes.flatMap((change, index) => {
    if (isRenamed && change === command) return [];
    if (isRenamed && change.kind === "names") return [plain(words.renamed(change.after, command.after, change.before, command.before))];
    if (contents.indexOf(contents[index]!) < index) return [];
    return [sentenceOf(change, changes, contents.lastIndexOf(contents[index]!) > index, words)];
  });
}

/**
 * Returns one of the changes of a skill as a sentence. `isBoth` is true if the change is the same
 * for users and for the model.
 */
function sentenceOf(change: SkillChange, changes: readonly SkillChange[], isBoth: boolean, words: ChangeWords): Sentence {
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
      return showsLess(changes)
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
    case "ignored":
      return withLines(words.ignored, differing(change.before, change.after));
    case "text":
      return withLines(words.text(isBoth ? "both" : change.by, change.arguments, change.tokens), change.lines);
    case "effects":
      return withLines(words.effects(isBoth ? "both" : change.by, change.arguments), differing(change.before, change.after));
  }
}

/**
 * Compares two lists of lines. Returns each line that only one of the lists has, as a removed or
 * added line.
 */
function differing(before: readonly string[], after: readonly string[]): DiffLine[] {
  const [was, is] = [new Set(before), new Set(after)];
  return [
    ...before.filter((one) => !is.has(one)).map((text): DiffLine => ({ op: "removed", text })),
    ...after.filter((one) => !was.has(one)).map((text): DiffLine => ({ op: "added", text })),
  ];
}

const plain = (text: string): Sentence => ({ text, remedy: "", because: null, lines: [] });
const lost = (text: string, because: Obstacle | null): Sentence => ({ text, remedy: because?.change ?? "", because, lines: [] });
const withLines = (text: string, lines: readonly DiffLine[]): Sentence => ({ text, remedy: "", because: null, lines });

function reason(obstacle: Obstacle | null): string | null {
  return obstacle && `${obstacle.message} [${obstacle.reason}]`;
}

/** Returns a line of a comparison with its mark: `+`, `-` or a space. */
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

/**
 * Returns the changes that concern a host as a whole, as sentences: its list, its tool for skills,
 * and messages that invoke several skills.
 */
export function ofHost({ list, tool, together }: HostDiff, nameOf: (path: string) => string, words: ChangeWords = english): Sentence[] {
  const names = (paths: readonly string[]) => paths.map(nameOf);
  return [
    ...(list.length === 0 ? [] : [withLines(words.list, list)]),
    ...(tool.length === 0 ? [] : [withLines(words.tool, tool)]),
    ...(together === null ? [] : [plain(words.together(names(together.skills), names(together.after), names(together.before)))]),
  ];
}

/**
 * Returns the sentences about a host's changes that do not belong to one skill, such as the changed
 * lines of the list.
 */
function ofHostVersions(diff: HostDiff, nameOf: (path: string) => string): Sentence[] {
  const changed = diff.list.filter(({ op }) => op === "added" || op === "removed");
  const rest = changed.length - MOST_LINES;
  const list: DiffLine[] = rest > 0 ? [...changed.slice(0, MOST_LINES), { op: "skipped", count: rest }] : changed;
  return ofHost({ ...diff, list }, nameOf);
}

/**
 * Shortens long lines for a report. If one long line replaces another, only the part around the
 * difference is shown. Otherwise only the beginning of a long line is shown.
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

/**
 * Shortens two long lines to the part in which they differ. Most of the text that is equal at the
 * start and at the end of both lines is left out. Short lines are returned unchanged.
 */
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

/**
 * Returns a sentence that names the edition in which a host began to list a skill, or stopped
 * listing it.
 */
export function sinceWords({ label, listed, since, editions }: Since): string {
  const verb = listed ? "lists it" : "does not list it";
  if (since !== null) return `${label} ${verb} since ${since}`;
  if (editions.length === 1) return `${label} ${verb}; one edition is known`;
  return `${label} ${verb} in ${listed ? "all known editions" : "any known edition"}`;
}

/**
 * Returns the heading for a host: its editions, the number of changed skills, and the tokens of its
 * list.
 */
export function titleOf({ label, from, to, skills, same, tokens, moves }: HostDiff): string {
  const editions = from === to ? to : `${from} → ${to}`;
  const count = skills.length - moves.length;
  const changed = count === 0 ? "no skill changes" : `${counted(count, "skill")} change${count === 1 ? "s" : ""}`;
  const cost =
    tokens.before === tokens.after
      ? `${counted(tokens.after, "token")} for the list`
      : `${grouped(tokens.before)} → ${counted(tokens.after, "token")} for the list`;
  return `${label} ${editions} · ${changed}, ${grouped(same)} stay${same === 1 ? "s" : ""} the same · ${cost}`;
}

/**
 * Returns the name of a skill in a report. If the report does not contain the skill, returns its
 * path.
 */
export function nameIn(paths: ShownPaths, { skills }: HostDiff, path: string): string {
  return skills.find((one) => one.path === path)?.name ?? paths.path(path);
}

/** Returns a hint if no host finds a skill in either version; otherwise an empty text. */
export function hintFor(hosts: readonly Pick<HostDiff, "skills" | "same">[]): string {
  const isEmpty = hosts.every(({ skills, same }) => skills.length === 0 && same === 0);
  return isEmpty ? "No host finds a skill here. `skillglass list` shows where each host looks." : "";
}

/** Returns the path of the folder that contains a skill's file. */
export function folderOf(skill: string): string {
  return skill.slice(0, skill.lastIndexOf("/")) || "/";
}
