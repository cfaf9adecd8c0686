// Reports about changes, for a terminal.
import type { Diagnostic, DiffLine, HostDiff, SupportLevel } from "skillglass";
import { sentenceIn, shownIn } from "../commands/open.ts";
import { colour } from "../print/colour.ts";
import { table } from "../print/table.ts";
import { plainLine, wrapped } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { parentOf } from "../tree/paths.ts";
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
  withoutTexts,
} from "./words.ts";

export const text: ChangeReport = {
  host(project, diff) {
    const named = (path: string) => nameIn(project, diff, path);
    return [ofDiff(project, diff, skillsOf(diff), ofHost(diff, named)), ...hintsFor([diff])].join("\n\n");
  },
  trees(pair, { hosts, findings, files }) {
    const project = pair.head;
    const parts = hosts.map((diff) => {
      const named = (path: string) => nameIn(project, diff, path);
      const { skills, texts } = withoutTexts(pair, diff);
      return ofDiff(project, diff, skills, [...(texts === null ? [] : [texts]), ...ofHostVersions(diff, named)]);
    });
    if (files.length > 0) {
      const lines = files.map((one) => wrapped("  ", plainLine(`${shownIn(project, parentOf(one.skill))}  ${filesInWords(one)}`), "    "));
      parts.push([colour.bold("Files beside skills"), ...lines].join("\n"));
    }
    if (findings.length > 0)
      parts.push([colour.red(colour.bold("Newly unsafe")), ...findings.map((one) => ofFinding(project, one))].join("\n"));
    return [...parts, ...hintsFor(hosts)].join("\n\n");
  },
  since(project, since) {
    const rows = since.editions.map(({ edition, loaded, listed, because }) => {
      const state = listed.as === "nothing" ? (loaded ? colour.yellow("not listed") : colour.red("not loaded")) : colour.green("listed");
      const why =
        because === null ? (listed.as === "whole" ? "" : shown(listed)) : `${sentenceIn(project, because.message)} [${because.reason}]`;
      return [edition, state, why];
    });
    return `${plainLine(shownIn(project, since.skill))}: ${sinceWords(since)}\n${table(["", "", ""], rows)}`;
  },
  changelog({ label, editions }) {
    if (editions.length === 0) return colour.dim(`one edition of ${label} is known, so there are no changes`);
    const parts = editions.map(({ previous, edition, rows }) => {
      const lines = rows.map(({ id, before, after }) => {
        const move = before.support === after.support ? MARKS[after.support] : `${MARKS[before.support]} → ${MARKS[after.support]}`;
        return wrapped(`  ${id}  ${move}  `, plainLine(`${after.note} (before: ${before.note})`), "      ");
      });
      return [colour.bold(`${label} ${previous} → ${edition}`), ...lines].join("\n");
    });
    return parts.join("\n\n");
  },
};

const MARKS: Readonly<Record<SupportLevel, string>> = { works: "works", partly: "partly", ignored: "ignored", breaks: "breaks" };

function hintsFor(hosts: readonly HostDiff[]): string[] {
  const hint = hintFor(hosts);
  return hint === "" ? [] : [colour.dim(hint)];
}

function ofDiff(project: Project, diff: HostDiff, skills: readonly SkillReport[], ofWhole: readonly Sentence[]): string {
  const parts = ofWhole.flatMap((sentence) => ofSentence(project, sentence, "  "));
  return [colour.bold(titleOf(diff)), ...skills.flatMap((skill) => ofSkill(project, skill)), ...parts].join("\n");
}

function ofSkill(project: Project, { mark, path, name, sentences }: SkillReport): string[] {
  const painted = { "+": colour.green("+"), "-": colour.red("-"), "~": colour.yellow("~") }[mark];
  const title = name === null ? "" : `${plainLine(name)}  `;
  const lines = sentences.flatMap((sentence) => ofSentence(project, sentence, "      "));
  return [`  ${painted} ${title}${colour.dim(plainLine(shownIn(project, path)))}`, ...lines];
}

function ofSentence(project: Project, { text, remedy, lines }: Sentence, indent: string): string[] {
  const said = [wrapped(indent, sentenceIn(project, text), `${indent}  `)];
  if (remedy !== "") said.push(wrapped(`${indent}${colour.cyan("→")} `, sentenceIn(project, remedy), `${indent}  `));
  return [...said, ...shortLines(lines).map((line) => `${indent}  ${painted(line)}`)];
}

function painted(line: DiffLine): string {
  const words = plainLine(lineOf(line));
  if (line.op === "added") return colour.green(words);
  return line.op === "removed" ? colour.red(words) : colour.dim(words);
}

function ofFinding(project: Project, { path, range, message, code, help }: Diagnostic): string {
  const where = `${shownIn(project, path)}:${range.start.line}:${range.start.column}`;
  const first = wrapped("  ", `${plainLine(where)} ${sentenceIn(project, message)} ${colour.dim(`[${code}]`)}`, "    ");
  return help === "" ? first : `${first}\n${wrapped(`    ${colour.cyan("→")} `, sentenceIn(project, help), "      ")}`;
}
