// Reports about changes, for a terminal.
import type { Diagnostic, DiffLine, HostDiff, SupportLevel } from "skillglass";
import { colour } from "../print/colour.ts";
import { table } from "../print/table.ts";
import { plainLine, wrapped } from "../print/text.ts";
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
  UNSEARCHED,
  unsearchedInWords,
} from "./words.ts";

export const text: ChangeReport = {
  host(paths, diff) {
    const named = (path: string) => nameIn(paths, diff, path);
    return [ofDiff(paths, diff, skillsOf(paths, diff), ofHost(diff, named)), ...hintsFor([diff])].join("\n\n");
  },
  trees(paths, { hosts, findings, edited, files, unsearched, plugins }) {
    const parts = hosts.map((diff) => {
      const { skills, whole } = ofVersions(paths, diff, edited);
      return ofDiff(paths, diff, skills, whole);
    });
    const section = (title: string, lines: readonly string[]) => {
      if (lines.length === 0) return;
      parts.push([colour.bold(title), ...lines.map((line) => wrapped("  ", plainLine(line), "    "))].join("\n"));
    };
    section(PLUGINS, pluginsInWords(plugins));
    const elsewhere = unsearchedInWords(paths, unsearched);
    section(UNSEARCHED, elsewhere === "" ? [] : [elsewhere]);
    section(
      "Files beside skills",
      filesTogether(files).map(({ skills, words }) => {
        const [skill, other] = skills;
        return `${other === undefined ? paths.path(folderOf(skill!)) : foldersInWords(skills)}  ${words}`;
      }),
    );
    if (findings.length > 0)
      parts.push([colour.red(colour.bold("Newly unsafe")), ...findings.map((one) => ofFinding(paths, one))].join("\n"));
    return [...parts, ...hintsFor(hosts)].join("\n\n");
  },
  since(paths, since) {
    const rows = since.editions.map(({ edition, loaded, listed, because }) => {
      const state = listed.as === "nothing" ? (loaded ? colour.yellow("not listed") : colour.red("not loaded")) : colour.green("listed");
      const why =
        because === null ? (listed.as === "whole" ? "" : english.shown(listed)) : `${paths.sentence(because.message)} [${because.reason}]`;
      return [edition, state, why];
    });
    return `${plainLine(paths.path(since.skill))}: ${sinceWords(since)}\n${table(["", "", ""], rows)}`;
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

function ofDiff(paths: ShownPaths, diff: HostDiff, skills: readonly SkillReport[], ofWhole: readonly Sentence[]): string {
  const parts = ofWhole.flatMap((sentence) => ofSentence(paths, sentence, "  "));
  return [colour.bold(titleOf(diff)), ...skills.flatMap((skill) => ofSkill(paths, skill)), ...parts].join("\n");
}

function ofSkill(paths: ShownPaths, { mark, path, name, sentences }: SkillReport): string[] {
  const painted = { "+": colour.green("+"), "-": colour.red("-"), "~": colour.yellow("~") }[mark];
  const title = name === null ? "" : `${plainLine(name)}  `;
  const lines = sentences.flatMap((sentence) => ofSentence(paths, sentence, "      "));
  return [`  ${painted} ${title}${colour.dim(plainLine(paths.path(path)))}`, ...lines];
}

function ofSentence(paths: ShownPaths, { text, remedy, lines }: Sentence, indent: string): string[] {
  const said = [wrapped(indent, paths.sentence(text), `${indent}  `)];
  if (remedy !== "") said.push(wrapped(`${indent}${colour.cyan("→")} `, paths.sentence(remedy), `${indent}  `));
  return [...said, ...shortLines(lines).map((line) => `${indent}  ${painted(line)}`)];
}

function painted(line: DiffLine): string {
  const words = plainLine(lineOf(line));
  if (line.op === "added") return colour.green(words);
  return line.op === "removed" ? colour.red(words) : colour.dim(words);
}

function ofFinding(paths: ShownPaths, { path, range, message, code, help }: Diagnostic): string {
  const where = `${paths.path(path)}:${range.start.line}:${range.start.column}`;
  const first = wrapped("  ", `${plainLine(where)} ${paths.sentence(message)} ${colour.dim(`[${code}]`)}`, "    ");
  return help === "" ? first : `${first}\n${wrapped(`    ${colour.cyan("→")} `, paths.sentence(help), "      ")}`;
}
