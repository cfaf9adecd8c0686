// Reports about changes, for a pull request.
import type { HostDiff } from "skillglass";
import { counted, plain, plainLine } from "../print/plain.ts";
import { english } from "./english.ts";
import type { ChangeReport, Sentence, ShownPaths, SkillReport } from "./words.ts";
import {
  filesTogether,
  folderOf,
  foldersInWords,
  hintFor,
  lineOf,
  nameIn,
  ofHost,
  ofVersions,
  PLUGINS,
  pluginsInWords,
  shortLines,
  sinceWords,
  skillsOf,
  titleOf,
  totalsOf,
  UNSEARCHED,
  unsearchedInWords,
} from "./words.ts";

/**
 * The maximum length in bytes of a report that compares two versions. GitHub refuses comments with
 * more than 65,536 characters.
 */
const MOST_BYTES = 60_000;

export const markdown: ChangeReport = {
  host(paths, diff) {
    const named = (path: string) => nameIn(paths, diff, path);
    const parts = [summary([diff]), details(paths, diff, skillsOf(paths, diff), ofHost(diff, named)), hintFor([diff])];
    return parts.filter((part) => part !== "").join("\n\n");
  },
  trees(paths, { hosts, findings, edited, files, unsearched, plugins }) {
    const unsafe = findings.map(({ path, range, message, code, help }) => {
      const where = codeOf(`${paths.path(path)}:${range.start.line}`);
      return `- ${where}: ${escaped(paths.sentence(help === "" ? message : `${message} → ${help}`))} (${codeOf(code)})`;
    });
    const beside = filesTogether(files).map(({ skills, words }) => {
      const [skill, other] = skills;
      const named = other === undefined ? codeOf(paths.path(folderOf(skill!))) : escaped(foldersInWords(skills));
      return `- ${named}: ${escaped(words)}`;
    });
    const ofPlugins = pluginsInWords(plugins).map((line) => `- ${escaped(line)}`);
    const elsewhere = unsearchedInWords(paths, unsearched);
    const parts = [
      summary(hosts),
      unsafe.length === 0 ? "" : `**Newly unsafe**\n\n${unsafe.join("\n")}`,
      ofPlugins.length === 0 ? "" : `**${PLUGINS}**\n\n${ofPlugins.join("\n")}`,
      elsewhere === "" ? "" : `**${UNSEARCHED}**: ${escaped(elsewhere)}`,
      beside.length === 0 ? "" : `**Files beside skills**\n\n${beside.join("\n")}`,
      ...hosts.map((diff) => {
        const { skills, whole } = ofVersions(paths, diff, edited);
        return details(paths, diff, skills, whole);
      }),
      hintFor(hosts),
    ];
    return fitting(parts.filter((part) => part !== ""));
  },
  since(paths, since) {
    const rows = since.editions.map(({ edition, listed, because }) => {
      const why = because === null ? "" : `${escaped(paths.sentence(because.message))} (${codeOf(because.reason)})`;
      return `| ${edition} | ${english.shown(listed)} | ${why} |`;
    });
    const head = "| edition | the list shows | why |\n| --- | --- | --- |";
    return `${codeOf(paths.path(since.skill))}: ${sinceWords(since)}\n\n${[head, ...rows].join("\n")}`;
  },
  changelog({ label, editions }) {
    const parts = editions.map(({ previous, edition, rows }) => {
      const lines = rows.map(
        ({ title, before, after }) =>
          `| ${escapedCode(title)} | ${before.support}: ${escaped(before.note)} | ${after.support}: ${escaped(after.note)} |`,
      );
      return [`### ${label} ${edition}`, "", `| | ${previous} | ${edition} |`, "| --- | --- | --- |", ...lines].join("\n");
    });
    return parts.length === 0 ? `One edition of ${label} is known, so there are no changes.` : parts.join("\n\n");
  },
};

/** Returns a Markdown table that has a row with totals for each host. */
function summary(hosts: readonly HostDiff[]): string {
  const rows = hosts.map((diff) => {
    const { appear, vanish, unlisted, cut, other } = totalsOf(diff);
    const { before, after } = diff.tokens;
    const cost = before === after ? String(after) : `${before} → ${after}`;
    const editions = diff.from === diff.to ? diff.to : `${diff.from} → ${diff.to}`;
    return `| ${diff.label} ${editions} | ${[appear, vanish, unlisted, cut, other, cost].join(" | ")} |`;
  });
  const head = "| host | appear | vanish | no longer listed | cut | other changes | tokens of the list |";
  return [head, "| --- | ---: | ---: | ---: | ---: | ---: | ---: |", ...rows].join("\n");
}

/**
 * Joins those parts of a report that fit into a comment. If parts do not fit, a last line gives
 * their number.
 */
function fitting(parts: readonly string[]): string {
  let room = MOST_BYTES;
  const fitting = parts.filter((part) => {
    const bytes = new TextEncoder().encode(part).length;
    if (bytes > room) return false;
    room -= bytes + 2;
    return true;
  });
  const rest = parts.length - fitting.length;
  if (rest > 0) fitting.push(`${counted(rest, "more part")} of this report did not fit. \`skillglass diff\` prints them.`);
  return fitting.join("\n\n");
}

/** Returns the changes in a host as a `<details>` element; an empty text if nothing changed. */
function details(paths: ShownPaths, diff: HostDiff, skills: readonly SkillReport[], ofWhole: readonly Sentence[]): string {
  const parts = [...skills.map((skill) => ofSkill(paths, skill)), ...ofWhole.map((sentence) => ofSentence(paths, sentence, ""))];
  if (parts.length === 0) return "";
  return `<details><summary>${escapedTag(titleOf(diff))}</summary>\n\n${parts.join("\n")}\n\n</details>`;
}

function ofSkill(paths: ShownPaths, { path, name, sentences }: SkillReport): string {
  const title = name === null ? "" : `**${escaped(plainLine(name))}** `;
  const lines = sentences.map((sentence) => ofSentence(paths, sentence, "  "));
  return [`- ${title}${codeOf(paths.path(path))}`, ...lines].join("\n");
}

function ofSentence(paths: ShownPaths, { text, remedy, lines }: Sentence, indent: string): string {
  const advice = remedy === "" ? "" : ` → ${paths.sentence(remedy)}`;
  const sentence = `${indent}- ${escaped(paths.sentence(text) + advice)}`;
  if (lines.length === 0) return sentence;
  const shownLines = shortLines(lines).map((line) => plain(lineOf(line)).replaceAll("\n", " "));
  const fence = fenceFor(shownLines);
  return [sentence, "", ...[`${fence}diff`, ...shownLines, fence].map((line) => `${indent}  ${line}`)].join("\n");
}

/** Returns a code fence that is longer than any run of backticks in the lines. */
function fenceFor(lines: readonly string[]): string {
  const longest = lines.flatMap((line) => line.match(/`+/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), 2);
  return "`".repeat(longest + 1);
}

/** Returns a text on one line with all Markdown characters escaped. */
export function escaped(text: string): string {
  return plainLine(text).replaceAll(/[\\`*_[\]<>|#@]/g, "\\$&");
}

/**
 * Returns the text of a cell in a Markdown table, such as a title. Only `|` is escaped. Backquotes
 * are not escaped, because they mark code.
 */
function escapedCode(text: string): string {
  return plainLine(text).replaceAll("|", "\\|");
}

function escapedTag(text: string): string {
  return plainLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function codeOf(text: string): string {
  const words = plainLine(text).replaceAll("|", "\\|");
  const fence = words.includes("`") ? "``" : "`";
  return fence === "``" ? `${fence} ${words} ${fence}` : fence + words + fence;
}
