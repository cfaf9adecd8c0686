/** Finds the key or value at a position in the YAML of a skill. The search works by lines, because the text may be half-written. */
import type { EditorState, Text } from "@codemirror/state";

/** The first and the last line number of a block of YAML. */
export interface Block {
  first: number;
  last: number;
}

export interface YamlPlace {
  /** The keys from the outermost key to this key, such as `metadata` and `short-description`. */
  path: string[];
  /** True for a key that has no colon yet, so the user may still be typing the key. */
  begun: boolean;
  part: "key" | "value";
  /**
   * The start of the key or value that is already written. `to` is its end, and `text` is its text.
   */
  from: number;
  to: number;
  text: string;
  /** The keys beside this key in the same YAML mapping, without this key itself. */
  siblings: string[];
}

/** The maximum number of lines of frontmatter. If there is no closing line within this number, the frontmatter is treated as not closed. */
const MOST_LINES = 400;

const KEY = /^(\s*)(?:- +)?(?:"([^"]*)"|'([^']*)'|([^\s#:'"[{&*!|>%@`-][^:#]*?|-[^\s:][^:]*?))\s*:(?=\s|$)/;

/**
 * Returns the lines of the frontmatter between its delimiters; null if the text has no frontmatter.
 */
export function frontmatter(doc: Text): Block | null {
  if (!/^\uFEFF?---\s*$/.test(doc.line(1).text)) return null;
  const most = Math.min(doc.lines, MOST_LINES);
  for (let line = 2; line <= most; line++) if (/^---\s*$/.test(doc.line(line).text)) return { first: 2, last: line - 1 };
  // The frontmatter is not closed yet. It continues as long as the lines look like YAML.
  let last = 1;
  while (last < most && /^(\s*$|\s|-|#|[\w-]+\s*:)/.test(doc.line(last + 1).text)) last++;
  return { first: 2, last };
}

function keyOf(line: string): { indent: number; key: string; end: number; start: number } | null {
  const found = KEY.exec(line);
  if (!found) return null;
  const key = found[2] ?? found[3] ?? found[4]!;
  const indent = /^\s*(?:- +)?/.exec(line)![0].length;
  return { indent, key, start: indent, end: found[0].length };
}

/**
 * Returns the key or value at a position. Returns null if the position is outside of the YAML
 * block, in a comment, or in a text or a `[…]` list that spans several lines.
 */
export function placeAt(state: EditorState, block: Block, position: number): YamlPlace | null {
  const { doc } = state;
  const line = doc.lineAt(position);
  if (line.number < block.first || line.number > block.last) return null;
  const column = position - line.from;
  const own = keyOf(line.text);
  const written = own ? own.indent : /^\s*/.exec(line.text)![0].length;
  const above = keysAbove(doc, block, line.number, own || !/^\s*-/.test(line.text) ? written : written + 1);
  if (above === null) return null;
  if (own && column >= own.start && column < own.end) {
    const to = own.start + own.key.length;
    return {
      path: [...above, own.key],
      begun: false,
      part: "key",
      from: line.from + own.start,
      to: line.from + to,
      text: own.key,
      siblings: siblingsOf(doc, block, line.number, own.indent),
    };
  }
  if (own) {
    if (column < own.end) return null;
    const value = valueAround(line.text, own.end, column);
    return (
      value && {
        path: [...above, own.key],
        begun: false,
        part: "value",
        from: line.from + value.from,
        to: line.from + value.to,
        text: value.text,
        siblings: [],
      }
    );
  }
  const item = /^\s*- ?/.exec(line.text);
  if (item) {
    if (column < item[0].length || above.length === 0) return null;
    const value = valueAround(line.text, item[0].length, column);
    return (
      value && {
        path: above,
        begun: false,
        part: "value",
        from: line.from + value.from,
        to: line.from + value.to,
        text: value.text,
        siblings: [],
      }
    );
  }
  const begun = /^(\s*)([\w-]*)$/.exec(line.text);
  if (!begun || column < begun[1]!.length) return null;
  const from = line.from + begun[1]!.length;
  return {
    path: [...above, begun[2]!],
    begun: true,
    part: "key",
    from,
    to: line.to,
    text: begun[2]!,
    siblings: siblingsOf(doc, block, line.number, begun[1]!.length),
  };
}

/**
 * Returns the keys of the mappings that contain a line, starting with the outermost key. The
 * indentation of the lines above determines these keys. Returns null if the line belongs to a block
 * text (`|` or `>`).
 */
function keysAbove(doc: Text, block: Block, number: number, indent: number): string[] | null {
  const keys: string[] = [];
  let least = indent;
  for (let line = number - 1; line >= block.first && least > 0; line--) {
    const text = doc.line(line).text;
    if (/^\s*(#|$)/.test(text)) continue;
    const key = keyOf(text);
    if (!key || key.indent >= least) continue;
    if (/^\s*[|>][-+\d]*\s*(#.*)?$/.test(text.slice(key.end))) return null;
    keys.unshift(key.key);
    least = key.indent;
  }
  return keys;
}

function siblingsOf(doc: Text, block: Block, number: number, indent: number): string[] {
  const keys: string[] = [];
  for (const step of [-1, 1]) {
    for (let line = number + step; line >= block.first && line <= block.last; line += step) {
      const text = doc.line(line).text;
      if (text.trim() === "") continue;
      const key = keyOf(text);
      if (key?.indent === indent) keys.push(key.key);
      else if (/^\s*/.exec(text)![0].length < indent) break;
    }
  }
  return keys;
}

/**
 * Returns the word at a column of a value, or the item of a list in brackets. Returns null in a
 * comment. The value begins after the index `after` of `text`.
 */
function valueAround(text: string, after: number, column: number): { from: number; to: number; text: string } | null {
  const comment = /\s#/.exec(text.slice(after));
  const end = comment ? after + comment.index : text.length;
  if (column > end) return null;
  let from = column;
  let to = column;
  const ends = (character: string) => /[\s,[\]"']/.test(character);
  while (from > after && !ends(text[from - 1]!)) from--;
  while (to < end && !ends(text[to]!)) to++;
  return { from, to, text: text.slice(from, to) };
}

/**
 * Returns the text of a plain, quoted or folded value, as a YAML parser would read it. Returns null
 * if the key is missing. Character counters show the length of this text while the user writes.
 */
export function valueOf(doc: Text, block: Block, key: string): string | null {
  for (let line = block.first; line <= block.last; line++) {
    const text = doc.line(line).text;
    const found = keyOf(text);
    if (!found || found.indent > 0 || found.key !== key) continue;
    const lines = [text.slice(found.end)];
    while (line < block.last && /^(\s|$)/.test(doc.line(line + 1).text)) lines.push(doc.line(++line).text);
    return folded(lines);
  }
  return null;
}

function folded([first = "", ...rest]: string[]): string {
  const mark = /^\s*([|>])[-+\d]*\s*(#.*)?$/.exec(first);
  const lines = (mark ? rest : [first, ...rest]).map((line) => line.trim());
  const text = lines.join(mark?.[1] === "|" ? "\n" : " ").trim();
  if (mark) return text;
  if (/^".*"$/s.test(text)) return text.slice(1, -1).replace(/\\(.)/g, "$1");
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  return text.replace(/\s#.*$/, "").trim();
}
