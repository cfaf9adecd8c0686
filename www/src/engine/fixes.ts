/** Fixes applied to texts: what a file becomes, and a look at what changes in it. */
import type { Diagnostic, FileRename, Fix, HostChoice, TextEdit } from "skillglass";
import type { Engine } from "./answers.ts";
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

/** The first safe fix of each diagnostic; of those that touch the same place the first. */
export async function safeFixes({ hosts }: { hosts: HostChoice[] }, engine: Engine): Promise<FixPlan> {
  const fixes = diagnostics(hosts, engine).flatMap(({ fixes: [fix] }: Diagnostic) => (fix?.safe ? [fix] : []));
  const chosen = compatible(fixes);
  await engine.read([...new Set(chosen.flatMap(({ edits }) => edits.map(({ path }) => path)))]);
  return planOf(chosen, (path) => engine.files.get(path) ?? null);
}

/** Leaves out what overlaps with a fix before it; the same edit twice is one. */
function compatible(fixes: readonly Fix[]): Fix[] {
  const taken = new Map<string, TextEdit[]>();
  const moved = new Set<string>();
  return fixes.filter(({ edits, renames }) => {
    const clash = (edit: TextEdit) => (taken.get(edit.path) ?? []).some((other) => overlap(edit, other));
    if (edits.some(clash) || renames.some(({ from, to }) => moved.has(from) || moved.has(to))) return false;
    for (const edit of edits) {
      const others = taken.get(edit.path);
      if (others) others.push(edit);
      else taken.set(edit.path, [edit]);
    }
    for (const { from, to } of renames) moved.add(from).add(to);
    return true;
  });
}

function overlap({ range: a }: TextEdit, { range: b }: TextEdit): boolean {
  return a.start.byte === b.start.byte || (a.start.byte < b.end.byte && b.start.byte < a.end.byte);
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
