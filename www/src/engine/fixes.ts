/** Fixes applied to texts: what a file becomes, and a look at what changes in it. */
import type { FileRename, Fix, HostChoice, TextEdit } from "skillglass";
import { isBelow } from "../paths.ts";
import type { Engine } from "./answers.ts";
import { skillOf } from "./opened.ts";
import { diagnostics } from "./problems.ts";
import type { Contents } from "./protocol.ts";

/** A line that goes, or one that comes. */
export interface ChangedLine {
  line: number;
  before: string[];
  after: string[];
}

export interface FixedFile {
  path: string;
  /** What is done, in the order of the places. */
  titles: string[];
  changes: ChangedLine[];
  text: string;
}

export interface FixPlan {
  files: FixedFile[];
  renames: FileRename[];
  /** How many diagnostics it mends. */
  mended: number;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A text; null for what is none, and cannot be mended by another text. */
function textOf(contents: Contents | null): string | null {
  if (contents === null || typeof contents === "string") return contents;
  try {
    return strict.decode(contents);
  } catch {
    return null;
  }
}

/** What the safe fixes of all diagnostics come to, applied until none are left, as the package does it. */
export async function safeFixes({ hosts }: { hosts: HostChoice[] }, engine: Engine): Promise<FixPlan> {
  const { workspace, files } = engine;
  const titles = new Map<string, string[]>();
  const skills = new Set<string>();
  for (const { path, fixes } of diagnostics(hosts, engine)) {
    const fix = fixes.find(({ safe }) => safe);
    if (!fix) continue;
    skills.add(skillOf(path, files) ?? path);
    for (const edit of fix.edits) {
      const known = titles.get(edit.path) ?? [];
      titles.set(edit.path, known.includes(fix.title) ? known : [...known, fix.title]);
    }
  }
  if (skills.size === 0) return { files: [], renames: [], mended: 0 };
  const { renames, files: texts, applied } = workspace.fix({ hosts, skills: [...skills] });
  const former = (path: string) => renames.toReversed().reduce((now, { from, to }) => (isBelow(now, to) ? from + now.slice(to.length) : now), path);
  await engine.read(Object.keys(texts).map(former));
  const changed = Object.entries(texts).flatMap(([now, after]): FixedFile[] => {
    const path = former(now);
    const before = textOf(files.get(path) ?? null);
    return before === null ? [] : [{ path, titles: titles.get(path) ?? [], changes: [changeBetween(before, after)], text: after }];
  });
  return { files: changed, renames, mended: Object.values(applied).reduce((sum, count) => sum + count, 0) };
}

/** The lines from the first that differs to the last. */
function changeBetween(before: string, after: string): ChangedLine {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return { line: start + 1, before: old.slice(start, old.length - end), after: now.slice(start, now.length - end) };
}

/** What the fixes come to, together. */
export function planOf(fixes: readonly Fix[], contentsOf: (path: string) => Contents | null): FixPlan {
  const byFile = new Map<string, { titles: string[]; edits: TextEdit[] }>();
  for (const { title, edits } of fixes) {
    for (const edit of edits) {
      const file = byFile.get(edit.path) ?? { titles: [], edits: [] };
      byFile.set(edit.path, file);
      file.edits.push(edit);
      if (!file.titles.includes(title)) file.titles.push(title);
    }
  }
  const files = [...byFile].flatMap(([path, { titles, edits }]): FixedFile[] => {
    const text = textOf(contentsOf(path));
    if (text === null) return [];
    const sorted = edits.toSorted((a, b) => a.range.start.offset - b.range.start.offset);
    return [{ path, titles, changes: sorted.map((edit) => changeOf(text, edit)), text: applied(text, sorted) }];
  });
  return { files, renames: fixes.flatMap(({ renames }) => renames), mended: fixes.length };
}

function applied(text: string, edits: readonly TextEdit[]): string {
  let [done, at] = ["", 0];
  for (const { range, text: put } of edits) {
    done += text.slice(at, range.start.offset) + put;
    at = range.end.offset;
  }
  return done + text.slice(at);
}

/** The lines that an edit stands in, before and after it. */
function changeOf(text: string, { range: { start, end }, text: put }: TextEdit): ChangedLine {
  const from = text.slice(0, start.offset).lastIndexOf("\n") + 1;
  const next = text.indexOf("\n", end.offset);
  const to = next < 0 ? text.length : next;
  const before = text.slice(from, to);
  const after = text.slice(from, start.offset) + put + text.slice(end.offset, to);
  return { line: start.line, before: linesOf(before), after: linesOf(after) };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}
