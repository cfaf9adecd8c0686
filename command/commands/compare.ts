import { stripVTControlCharacters } from "node:util";
import type { Comparison, HostId, Portability, SkillComparison } from "skillglass";
import type { Answer } from "../answer.ts";
import {
  FORMAT_OPTIONS,
  INSTALLED_HELP,
  INSTALLED_OPTIONS,
  PROJECT_HELP,
  PROJECT_OPTIONS,
  readArguments,
  readAsInstalled,
  readFormat,
} from "../arguments.ts";
import { escaped } from "../changes/markdown.ts";
import type { Command } from "../command.ts";
import { ExitCode } from "../exit.ts";
import { isThere, takenOf, verdict } from "../print/cell.ts";
import { colour } from "../print/colour.ts";
import { labelOf } from "../print/hosts.ts";
import { json } from "../print/json.ts";
import { print } from "../print/notice.ts";
import { table } from "../print/table.ts";
import { counted, listed, plainLine, wrapped } from "../print/text.ts";
import { compared } from "../tree/compared.ts";
import type { Project } from "../tree/load.ts";
import { namedSkills } from "../tree/skills.ts";
import { isSkillFile } from "../tree/walk.ts";
import { installedNote, publishedNote, sentenceIn, shownIn, withProject } from "./open.ts";

const OPTIONS = { ...PROJECT_OPTIONS, ...INSTALLED_OPTIONS, ...FORMAT_OPTIONS } as const;

const HELP = `Usage: skillglass compare [SKILL…] [options]

Compares hosts: a row for each skill, a column for each host, and below them the names that some hosts give a skill, and the changes
that make a skill work everywhere. The skills that most hosts drop or list in part come first, then the rest by name. A SKILL is a
name, a folder or a file; without any, all skills that a host finds from here are compared.

Options:
  --format FORMAT        text, json, markdown (text)
  --json                 Short for --format json
${INSTALLED_HELP}
${PROJECT_HELP}

Exit codes: 0 always, 2 for wrong use, or when something could not be read.

Examples:
  skillglass compare
  skillglass compare pdf --host all
  skillglass compare --format markdown >> "$GITHUB_STEP_SUMMARY"
`;

export const compare: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, OPTIONS);
    const format = readFormat(values, ["text", "json", "markdown"]);
    return withProject(values, { asInstalled: readAsInstalled(values) }, (project) => {
      const answer = comparisonOf(project, positionals.length > 0 ? namedSkills(project, positionals) : []);
      print(format === "json" ? json(answer.document()) : answer[format]());
      return answer.code;
    });
  },
};

/**
 * Compares skills of a project in its hosts. `files` are the paths of the skills. If `files` is
 * empty, compares all skills that a host finds.
 */
export function comparisonOf(project: Project, files: readonly string[]): Answer & { markdown(): string } {
  const found = compared(project, files);
  const comparison = { ...found, skills: worstFirst(found.skills) };
  const notes = () => installedNote(project) + publishedNote(project, files.length > 0 ? files : undefined);
  return {
    code: ExitCode.Clean,
    document: () => ({ ...found, asInstalled: project.isAsInstalled }),
    text: () => notes() + described(project, comparison),
    markdown: () => stripVTControlCharacters(notes()) + markdown(project, comparison),
  };
}

/** A section of the report below the table, such as the changes after which skills work everywhere. */
interface Section {
  readonly title: string;
  readonly items: readonly { readonly text: string; readonly below?: readonly string[] }[];
}

/** The words for a project in which no host has a skill. */
const NO_SKILL =
  "no host has a skill here; `skillglass list` shows where each looks, `skillglass compare FOLDER` compares the skills of another folder";

const ORDER = "The skills with most trouble come first, then by name.";

function described(project: Project, { hosts, skills }: Comparison): string {
  if (skills.length === 0) return colour.dim(NO_SKILL);
  const isMany = (host: string) => hosts.filter((one) => one.host === host).length > 1;
  const head = ["skill", ...hosts.map(({ host, label, edition }) => (isMany(host) ? `${label} ${edition}` : label))];
  const rows = skills.map((skill) => [plainLine(nameOf(skill)), ...skill.cells.map(verdict)]);
  const parts = [table(head, [...rows, totals(hosts, skills).map((text) => colour.dim(text))], "")];
  if (isSorted(skills)) parts.push(colour.dim(ORDER));
  for (const { title, items } of sections(project, hosts, skills)) {
    const lines = items.flatMap(({ text, below = [] }) => [
      wrapped("  ", text, "    "),
      ...below.map((line) => wrapped("    ", line, "      ")),
    ]);
    parts.push([colour.bold(title), ...lines].join("\n"));
  }
  return parts.join("\n\n");
}

/** Returns the last row of the table: the number of skills, and how many of them each host lists. */
function totals(hosts: Comparison["hosts"], skills: readonly SkillComparison[]): string[] {
  const sums = hosts.map((_, index) => {
    const cells = skills.map(({ cells }) => cells[index]!);
    return `${cells.filter((cell) => isThere(cell) && cell.listed.as !== "nothing").length} listed`;
  });
  return [counted(skills.length, "skill"), ...sums];
}

/** Returns true if hosts treat some skills worse than others. */
function isSorted(skills: readonly SkillComparison[]): boolean {
  return skills.some((skill) => lossOf(skill) !== lossOf(skills[0]!));
}

function sections(project: Project, hosts: Comparison["hosts"], skills: readonly SkillComparison[]): Section[] {
  const all: Section[] = [
    { title: "Not the same name everywhere", items: skills.flatMap((skill) => otherNames(hosts, skill).map((text) => ({ text }))) },
    { title: "Not here: the host does not look there", items: places(project, hosts, skills).map((text) => ({ text })) },
    {
      title: "To work everywhere",
      items: skills.filter(({ portability }) => portability.fixes.length > 0).map((skill) => advice(project, skill)),
    },
    {
      title: "Only for some",
      items: skills.filter(({ portability }) => portability.features.length > 0).map((skill) => features(skill)),
    },
  ];
  return all.filter(({ items }) => items.length > 0);
}

/**
 * Returns the skills in the order of the table. Skills that most hosts drop or cut come first.
 * Skills that hosts treat equally are sorted by name.
 */
function worstFirst(skills: readonly SkillComparison[]): SkillComparison[] {
  return [...skills].sort((one, other) => lossOf(other) - lossOf(one) || (nameOf(one) < nameOf(other) ? -1 : 1));
}

/**
 * Returns a number for how badly hosts treat a skill. One host that drops the skill counts more
 * than all hosts that cut it.
 */
function lossOf({ cells }: SkillComparison): number {
  const lost = cells.map((cell) => {
    const taken = takenOf(cell);
    if (taken === "dropped") return cells.length + 1;
    return taken === "whole" && cell.discovered ? 0 : 1;
  });
  return lost.reduce((sum, one) => sum + one, 0);
}

/**
 * Returns a sentence for each name of a skill that differs from the skill's usual name, such as the
 * name of its folder. The sentence names the hosts that use this name. Returns an empty list if all
 * hosts use the usual name.
 */
function otherNames(hosts: Comparison["hosts"], skill: SkillComparison): string[] {
  const usual = nameOf(skill);
  const others = new Map<string, string[]>();
  for (const [index, { name, user, aliases }] of skill.cells.entries()) {
    if (name === null || name === usual) continue;
    const typed = user === null ? "" : `, typed as ${plainLine(user.trim())}`;
    const also = aliases.includes(usual) ? `; ${plainLine(usual)} works, too` : "";
    const words = `${plainLine(name)}${name === skill.folder ? ", after its folder" : ""}${typed}${also}`;
    others.set(words, [...(others.get(words) ?? []), hosts[index]!.label]);
  }
  return [...others].map(
    ([words, labels]) => `${plainLine(usual)}: ${listed(labels)} ${labels.length === 1 ? "calls" : "call"} it ${words}`,
  );
}

/**
 * Returns lines about hosts that do not find a skill where it is. Each line names a folder in which
 * the hosts look.
 */
function places(project: Project, hosts: Comparison["hosts"], skills: readonly SkillComparison[]): string[] {
  const changes = new Map<string, Set<string>>();
  const folders = skills.filter(({ path }) => isSkillFile(path));
  for (const [index, { label }] of hosts.entries())
    for (const { cells } of folders) {
      const { loaded, discovered, obstacles } = cells[index]!;
      const [first] = obstacles;
      if (!loaded || discovered || first?.reason !== "outside-roots") continue;
      changes.set(first.change, (changes.get(first.change) ?? new Set()).add(label));
    }
  if (changes.size === 0) return [];
  const lines = [...changes].map(([change, labels]) => `${sentenceIn(project, change)} ${colour.dim(`(${[...labels].join(", ")})`)}`);
  return project.isAsInstalled ? lines : [...lines, "--as-installed compares the skills as if they were there."];
}

function nameOf({ cells, folder }: SkillComparison): string {
  return cells.find(({ name }) => name !== null)?.name ?? folder;
}

function advice(project: Project, { path, portability }: SkillComparison): Section["items"][number] {
  const below = portability.fixes.map(({ change, hosts }) => `${sentenceIn(project, change)} ${colour.dim(`(${calledBy(hosts)})`)}`);
  return { text: plainLine(shownIn(project, path)), below };
}

/**
 * Replaces the ids of hosts by their labels. For example, `codex 2026-05` becomes `Codex 2026-05`.
 */
function calledBy(some: readonly string[]): string {
  return some.map((one) => one.replace(/^\S+/, (host) => labelOf(host as HostId))).join(", ");
}

function features(skill: SkillComparison): Section["items"][number] {
  const below = skill.portability.features.map(
    ({ name, effect, hosts }: Portability["features"][number]) =>
      `${plainLine(name)}: ${plainLine(effect)} ${colour.dim(`(${calledBy(hosts)})`)}`,
  );
  return { text: plainLine(nameOf(skill)), below };
}

function markdown(project: Project, { hosts, skills }: Comparison): string {
  if (skills.length === 0) return NO_SKILL;
  const cellOf = (text: string) => plainLine(text).replaceAll("|", "\\|");
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const lines = [
    row(["skill", ...hosts.map(({ label, edition }) => `${label} ${edition}`)]),
    `| --- |${" --- |".repeat(hosts.length)}`,
    ...skills.map(({ path, cells }) =>
      row([`\`${cellOf(shownIn(project, path))}\``, ...cells.map((cell) => cellOf(stripVTControlCharacters(verdict(cell))))]),
    ),
    row(totals(hosts, skills)),
    ...(isSorted(skills) ? ["", ORDER] : []),
  ];
  for (const { title, items } of sections(project, hosts, skills)) {
    lines.push("", `**${title}**`, "");
    for (const { text, below = [] } of items)
      lines.push(`- ${escaped(stripVTControlCharacters(text))}`, ...below.map((line) => `  - ${escaped(stripVTControlCharacters(line))}`));
  }
  return lines.join("\n");
}
