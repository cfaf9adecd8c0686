// Reports about changes, for a pull request.
import type { HostDiff } from "skillglass";
import { sentenceIn, shownIn } from "../commands/open.ts";
import { counted, plain, plainLine } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { parentOf } from "../tree/paths.ts";
import type { HostReport } from "./trees.ts";
import type { ChangeReport, Sentence, SkillReport } from "./words.ts";
import {
  filesInWords,
  hintFor,
  lineOf,
  nameIn,
  ofHost,
  ofHostVersions,
  shortLines,
  shown,
  sinceWords,
  skillsOf,
  titleOf,
  totalsOf,
  withoutTexts,
} from "./words.ts";

/** The maximum length of a report about versions in bytes. GitHub refuses comments with more than 65,536 characters. */
const MOST_BYTES = 60_000;

export const markdown: ChangeReport = {
  host(project, diff) {
    const named = (path: string) => nameIn(project, diff, path);
    const parts = [summary([diff]), details(project, diff, skillsOf(diff), ofHost(diff, named)), hintFor([diff])];
    return parts.filter((part) => part !== "").join("\n\n");
  },
  trees(pair, { hosts, findings, files }) {
    const project = pair.head;
    const unsafe = findings.map(({ path, range, message, code, help }) => {
      const where = codeOf(`${shownIn(project, path)}:${range.start.line}`);
      return `- ${where}: ${escaped(sentenceIn(project, help === "" ? message : `${message} → ${help}`))} (${codeOf(code)})`;
    });
    const beside = files.map((one) => `- ${codeOf(shownIn(project, parentOf(one.skill)))}: ${escaped(filesInWords(one))}`);
    const parts = [
      summary(hosts),
      unsafe.length === 0 ? "" : `**Newly unsafe**\n\n${unsafe.join("\n")}`,
      beside.length === 0 ? "" : `**Files beside skills**\n\n${beside.join("\n")}`,
      ...hosts.map((diff) => {
        const named = (path: string) => nameIn(project, diff, path);
        const { skills, texts } = withoutTexts(pair, diff);
        return details(project, diff, skills, [...(texts === null ? [] : [texts]), ...ofHostVersions(diff, named)]);
      }),
      hintFor(hosts),
    ];
    return fitting(parts.filter((part) => part !== ""));
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
function summary(hosts: readonly (HostDiff | HostReport)[]): string {
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

/** Returns the parts of a report that fit into a comment. A part that does not fit gives way to a line. */
function fitting(parts: readonly string[]): string {
  let room = MOST_BYTES;
  const fitting = parts.filter((part) => {
    const bytes = Buffer.byteLength(part);
    if (bytes > room) return false;
    room -= bytes + 2;
    return true;
  });
  const rest = parts.length - fitting.length;
  if (rest > 0) fitting.push(`${counted(rest, "more part")} of this report did not fit. \`skillglass diff\` prints them.`);
  return fitting.join("\n\n");
}

/** Returns the changes in a host, folded; empty if there are none. */
function details(project: Project, diff: HostDiff, skills: readonly SkillReport[], ofWhole: readonly Sentence[]): string {
  const parts = [...skills.map((skill) => ofSkill(project, skill)), ...ofWhole.map((sentence) => ofSentence(project, sentence, ""))];
  if (parts.length === 0) return "";
  return `<details><summary>${escapedTag(titleOf(diff))}</summary>\n\n${parts.join("\n")}\n\n</details>`;
}

function ofSkill(project: Project, { path, name, sentences }: SkillReport): string {
  const title = name === null ? "" : `**${escaped(plainLine(name))}** `;
  const lines = sentences.map((sentence) => ofSentence(project, sentence, "  "));
  return [`- ${title}${codeOf(shownIn(project, path))}`, ...lines].join("\n");
}

function ofSentence(project: Project, { text, remedy, lines }: Sentence, indent: string): string {
  const advice = remedy === "" ? "" : ` → ${sentenceIn(project, remedy)}`;
  const sentence = `${indent}- ${escaped(sentenceIn(project, text) + advice)}`;
  if (lines.length === 0) return sentence;
  const shownLines = shortLines(lines).map((line) => plain(lineOf(line)).replaceAll("\n", " "));
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
