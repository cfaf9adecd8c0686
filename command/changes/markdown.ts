// Reports about changes, for a pull request.
import type { ChangedSkill, HostDiff, TreeDiff } from "skillglass";
import { sentenceIn, shownIn } from "../commands/open.ts";
import { plain, plainLine } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import type { ChangeReport, Sentence } from "./words.ts";
import { hintFor, lineOf, nameIn, ofHost, sentencesOf, shown, sinceWords, titleOf, totalsOf } from "./words.ts";

export const markdown: ChangeReport = {
  host: (project, diff) => [summary([diff]), ...details(project, diff), hintFor([diff])].filter((part) => part !== "").join("\n\n"),
  trees(project, { hosts, findings }: TreeDiff) {
    const unsafe = findings.map(({ path, range, message, code, help }) => {
      const where = codeOf(`${shownIn(project, path)}:${range.start.line}`);
      return `- ${where}: ${escaped(sentenceIn(project, help === "" ? message : `${message} → ${help}`))} (${codeOf(code)})`;
    });
    const parts = [summary(hosts)];
    if (unsafe.length > 0) parts.push(`**Newly unsafe**\n\n${unsafe.join("\n")}`);
    const all = [...parts, ...hosts.flatMap((diff) => details(project, diff)), hintFor(hosts)];
    return all.filter((part) => part !== "").join("\n\n");
  },
  since(project, since) {
    const rows = since.editions.map(({ edition, listed, because }) => {
      const why = because === null ? "" : `${escaped(sentenceIn(project, because.message))} (${codeOf(because.reason)})`;
      return `| ${edition} | ${shown(listed)} | ${why} |`;
    });
    const head = "| edition | the list shows | why |\n| --- | --- | --- |";
    return `${codeOf(shownIn(project, since.skill))}: ${sinceWords(since)}\n\n${[head, ...rows].join("\n")}`;
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
function details(project: Project, diff: HostDiff): string[] {
  const parts = [
    ...diff.skills.map((skill) => ofSkill(project, skill)),
    ...ofHost(diff, (path) => nameIn(project, diff, path)).map((sentence) => ofSentence(project, sentence, "")),
  ];
  if (parts.length === 0) return [];
  return [`<details><summary>${escapedTag(titleOf(diff))}</summary>\n\n${parts.join("\n")}\n\n</details>`];
}

function ofSkill(project: Project, { path, name, changes }: ChangedSkill): string {
  const title = name === null ? "" : `**${escaped(plainLine(name))}** `;
  const sentences = sentencesOf(changes).map((sentence) => ofSentence(project, sentence, "  "));
  return [`- ${title}${codeOf(shownIn(project, path))}`, ...sentences].join("\n");
}

function ofSentence(project: Project, { text, remedy, lines }: Sentence, indent: string): string {
  const advice = remedy === "" ? "" : ` → ${sentenceIn(project, remedy)}`;
  const sentence = `${indent}- ${escaped(sentenceIn(project, text) + advice)}`;
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
