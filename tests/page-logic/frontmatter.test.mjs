// The editor's reader of frontmatter: which key or value the cursor is at, in what may be half written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState } from "@codemirror/state";
import { source } from "./source.mjs";

const { frontmatter, placeAt, valueOf } = await source("../../entries/codemirror/frontmatter.ts");

const stateOf = (text) => EditorState.create({ doc: text });

/** The lines between fences. */
const block = (...lines) => stateOf(["---", ...lines, "---", "", "# Title"].join("\n"));

for (const [what, text, expected] of [
  ["between its fences", "---\nname: a\n---\ntext", { first: 2, last: 2 }],
  ["that is empty", "---\n---\n", { first: 2, last: 1 }],
  ["behind a byte order mark, with blanks behind the fences", "\u{feff}--- \na: b\n---\t\n", { first: 2, last: 2 }],
  ["not closed yet, as far as the lines look like YAML", "---\nname: a\n# note\n  - b\nProse begins here.\n", { first: 2, last: 4 }],
]) {
  test(`the frontmatter ${what} is found`, () => assert.deepEqual(frontmatter(stateOf(text).doc), expected));
}

test("a text that does not begin with a fence has none", () => {
  for (const text of ["", "# Title\n---\na: b\n---\n", " ---\na: b\n---\n", "----\n"])
    assert.equal(frontmatter(stateOf(text).doc), null, text);
});

test("a fence that is never closed ends at some line", () => {
  const { last } = frontmatter(stateOf(`---\n${"key: value\n".repeat(1_000)}`).doc);
  assert.equal(last, 400);
});

/** The cursor is at the bar. */
function at(...lines) {
  const text = ["---", ...lines, "---", "", "# Title"].join("\n");
  const position = text.indexOf("|");
  const state = stateOf(text.replace("|", ""));
  const place = placeAt(state, frontmatter(state.doc), position);
  return place && { key: place.path.join("."), part: place.part, text: place.text, at: state.doc.sliceString(place.from, place.to) };
}

for (const [what, lines, expected] of [
  ["in a key", ["na|me: a"], { key: "name", part: "key", text: "name" }],
  ["at the end of a key", ["name|: a"], { key: "name", part: "key", text: "name" }],
  ["in a quoted key", ['"na|me": a'], { key: "name", part: "key", text: "name", at: '"nam' }],
  ["in a value", ["name: a|b"], { key: "name", part: "value", text: "ab" }],
  ["where a value is to come", ["name: |"], { key: "name", part: "value", text: "" }],
  ["in one word of a list in brackets", ["tools: [Read, Wr|ite]"], { key: "tools", part: "value", text: "Write" }],
  ["in a key that is begun", ["name: a", "dis|"], { key: "dis", part: "key", text: "dis" }],
  ["in an empty line", ["name: a", "|"], { key: "", part: "key", text: "" }],
  ["in a key below another", ["metadata:", "  sho|rt: a"], { key: "metadata.short", part: "key", text: "short" }],
  ["in a key that is begun below another", ["metadata:", "  # note", "  sh|"], { key: "metadata.sh", part: "key", text: "sh" }],
  ["behind deeper keys", ["a:", "  b:", "    c: 1", "  d|: 2"], { key: "a.d", part: "key", text: "d" }],
  ["in an item of a list", ["tools:", "  - Re|ad"], { key: "tools", part: "value", text: "Read" }],
  ["in an item that is not indented", ["tools:", "- Re|ad"], { key: "tools", part: "value", text: "Read" }],
  ["in the key of an item", ["hooks:", "  - ty|pe: command"], { key: "hooks.type", part: "key", text: "type" }],
]) {
  test(`a place ${what} is ${expected.key === "" ? "a new key" : `${expected.part} of ${expected.key}`}`, () =>
    assert.deepEqual(at(...lines), { at: expected.text, ...expected }));
}

for (const [what, lines] of [
  ["in a comment behind a value", ["name: a # no|te"]],
  ["in the text of a block", ["description: |", "  # not a comment", "  na§me: b"]],
  ["in a folded text", ["description: >-", "  na§me: b"]],
  ["before an indented key", ["metadata:", " § short: a"]],
  ["before the item of a list", ["tools:", " §- Read"]],
  ["in an item below no key", ["- Re§ad"]],
]) {
  test(`a place ${what} is none`, () => {
    const mark = lines.some((line) => line.includes("§")) ? "§" : "|";
    const text = ["---", ...lines, "---"].join("\n");
    const state = stateOf(text.replace(mark, ""));
    assert.equal(placeAt(state, frontmatter(state.doc), text.indexOf(mark)), null);
  });
}

test("a place in the instructions or at a fence is none", () => {
  const state = block("name: a");
  const found = frontmatter(state.doc);
  for (const position of [0, 2, state.doc.length - 1, state.doc.line(3).from + 1])
    assert.equal(placeAt(state, found, position), null, String(position));
});

test("the keys beside a place are known, and those of other levels are not", () => {
  const state = block("name: a", "metadata:", "  short: b", "  long: c", "tools:", "  - d", "dis");
  const found = frontmatter(state.doc);
  const siblings = (words) => placeAt(state, found, state.doc.toString().indexOf(words)).siblings.toSorted();
  assert.deepEqual(siblings("dis"), ["metadata", "name", "tools"]);
  assert.deepEqual(siblings("short"), ["long"]);
});

for (const [what, lines, expected] of [
  ["plain", ["description: Does it. # note"], "Does it."],
  ["of several lines", ["description: Does", "  it well.", "name: a"], "Does it well."],
  ["in double quotes", ['description: "Does \\"it\\"."'], 'Does "it".'],
  ["in single quotes", ["description: 'It''s done.'"], "It's done."],
  ["folded", ["description: >-", "  Does", "  it.", "name: a"], "Does it."],
  ["of a block", ["description: |", "  Does", "  it."], "Does\nit."],
  ["that is empty", ["description:"], ""],
  ["below another key alone", ["metadata:", "  description: no"], null],
]) {
  test(`a value ${what} is ${JSON.stringify(expected)}`, () => {
    const { doc } = block(...lines);
    assert.equal(valueOf(doc, frontmatter(doc), "description"), expected);
  });
}
