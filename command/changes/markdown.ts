// Reports about changes, for a pull request.
import type { ChangedSkill, HostDiff, TreeDiff } from "skillglass";
import { plain, plainLine } from "../print/plain.ts";
import { english } from "./english.ts";
import type { ChangeReport, Sentence, ShownPaths } from "./words.ts";
import { hintFor, lineOf, nameIn, ofHost, sentencesOf, sinceWords, titleOf, totalsOf } from "./words.ts";

export const markdown: ChangeReport = {
  host: (paths, diff) => [summary([diff]), ...details(paths, diff), hintFor([diff])].filter((part) => part !== "").join("\n\n"),
  trees(paths, { hosts, findings }: TreeDiff) {
    const unsafe = findings.map(({ path, range, message, code, help }) => {
      const where = codeOf(`${paths.path(path)}:${range.start.line}`);
      return `- ${where}: ${escaped(paths.sentence(help === "" ? message : `${message} → ${help}`))} (${codeOf(code)})`;
    });
    const parts = [summary(hosts)];
    if (unsafe.length > 0) parts.push(`**Newly unsafe**\n\n${unsafe.join("\n")}`);
    const all = [...parts, ...hosts.flatMap((diff) => details(paths, diff)), hintFor(hosts)];
    return all.filter((part) => part !== "").join("\n\n");
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

/** Returns a table with the totals of each host. */
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

/** Returns the changes in a host, folded; none if there are none. */
function details(paths: ShownPaths, diff: HostDiff): string[] {
  const parts = [
    ...diff.skills.map((skill) => ofSkill(paths, skill)),
    ...ofHost(diff, (path) => nameIn(paths, diff, path)).map((sentence) => ofSentence(paths, sentence, "")),
  ];
  if (parts.length === 0) return [];
  return [`<details><summary>${escapedTag(titleOf(diff))}</summary>\n\n${parts.join("\n")}\n\n</details>`];
}

function ofSkill(paths: ShownPaths, { path, name, changes }: ChangedSkill): string {
  const title = name === null ? "" : `**${escaped(plainLine(name))}** `;
  const sentences = sentencesOf(changes).map((sentence) => ofSentence(paths, sentence, "  "));
  return [`- ${title}${codeOf(paths.path(path))}`, ...sentences].join("\n");
}

function ofSentence(paths: ShownPaths, { text, remedy, lines }: Sentence, indent: string): string {
  const advice = remedy === "" ? "" : ` → ${paths.sentence(remedy)}`;
  const sentence = `${indent}- ${escaped(paths.sentence(text) + advice)}`;
  if (lines.length === 0) return sentence;
  const shownLines = lines.map((line) => plain(lineOf(line)).replaceAll("\n", " "));
  const fence = fenceFor(shownLines);
  return [sentence, "", ...[`${fence}diff`, ...shownLines, fence].map((line) => `${indent}  ${line}`)].join("\n");
}

/** Returns a fence that is in none of the lines. */
function fenceFor(lines: readonly string[]): string {
  const longest = lines.flatMap((line) => line.match(/`+/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), 2);
  return "`".repeat(longest + 1);
}

/** Returns text from files in Markdown: what would be markup is text, and no line ends in it. */
function escaped(text: string): string {
  return plainLine(text).replaceAll(/[\\`*_[\]<>|#@]/g, "\\$&");
}

/** Returns a title of a row, whose text in backquotes is code. */
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
