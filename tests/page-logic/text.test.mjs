// Texts and bytes: what the editor shows of a file, edits, paths, words of a filter, and Markdown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Text } from "@codemirror/state";
import fc from "fast-check";
import { source } from "./source.mjs";

const { EDITABLE_BYTES, edited, lineSeparator, show, textIn } = await source("lib/text.ts");
const { base, beforeRenames, isBelow, join, parent } = await source("lib/paths.ts");
const { wordsOf } = await source("lib/words.ts");
const { code, text } = await source("lib/markdown.ts");
const { same } = await source("lib/same.ts");
const { difference } = await source("editor/difference.ts");
const { positionOf } = await source("../../entries/codemirror/places.ts");

const bytes = (...values) => new Uint8Array(values);

for (const [what, contents, shown] of [
  ["a text", "a\u{feff}b", { kind: "text", text: "a\u{feff}b" }],
  ["bytes that are UTF-8, their mark included", bytes(0xef, 0xbb, 0xbf, 0x61), { kind: "text", text: "\u{feff}a" }],
  ["bytes that are not", bytes(0x63, 0x61, 0x66, 0xe9), { kind: "invalid", text: "caf\u{fffd}" }],
  ["bytes with a NUL", bytes(0x89, 0x50, 0, 1), { kind: "binary", bytes: 4 }],
  ["a text that is too large for the editor", "ü".repeat(EDITABLE_BYTES + 1), { kind: "large", bytes: 2 * EDITABLE_BYTES + 2 }],
  ["as many bytes", new Uint8Array(EDITABLE_BYTES + 1), { kind: "large", bytes: EDITABLE_BYTES + 1 }],
]) {
  test(`the editor shows ${what} as ${shown.kind}`, () => assert.deepEqual(show(contents), shown));
}

test("bytes that are no text have none that could be mended", () => {
  assert.equal(textIn(bytes(0xe9)), null);
  assert.equal(textIn(null), null);
  assert.equal(textIn(bytes(0x61)), "a");
});

for (const [lines, separator] of [
  ["a\r\nb\r\n", "\r\n"],
  ["a\nb\n", undefined],
  ["a\r\nb\n", undefined],
  ["a\rb\r\n", undefined],
  ["a", undefined],
]) {
  test(`the line ends of ${JSON.stringify(lines)} are ${separator ? "kept as they are" : "those of the editor"}`, () =>
    assert.equal(lineSeparator(lines), separator));
}

test("edits count in the text as it was, in whatever order they come", () => {
  const edit = (start, end, text) => ({ range: { start: { offset: start }, end: { offset: end } }, text });
  assert.equal(
    edited("name: a\nlicence: b\n", [edit(8, 15, "license"), edit(0, 0, "---\n"), edit(19, 19, "---\n")]),
    "---\nname: a\nlicense: b\n---\n",
  );
});

test("the difference of two texts leads from one to the other, and touches nothing that they begin and end with", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "aa", "", "🙂"), { maxLength: 8 });
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const [former, next] = [Text.of(a.length ? a : [""]), Text.of(b.length ? b : [""])];
      const found = difference(former, next);
      if (found === null) return assert.ok(former.eq(next));
      assert.ok(former.replace(found.from, found.to, found.insert).eq(next));
      const [gone, come] = [former.sliceString(found.from, found.to), found.insert.toString()];
      if (gone === "" || come === "") return;
      assert.notEqual(gone[0], come[0]);
      assert.notEqual(gone.at(-1), come.at(-1));
    }),
  );
});

test("the same text has no difference", () => assert.equal(difference(Text.of(["a", "b"]), Text.of(["a", "b"])), null));

test("a place is counted in lines and columns, and one that is not there is the nearest", () => {
  const doc = Text.of(["one", "", "three"]);
  for (const [line, column, position] of [
    [1, 1, 0],
    [1, 4, 3],
    [1, 9, 3],
    [2, 1, 4],
    [3, 2, 6],
    [9, 1, 5],
    [0, 0, 0],
  ]) {
    assert.equal(positionOf(doc, { line, column }), position, `${line}:${column}`);
  }
});

test("paths have a parent, a name, and others below them", () => {
  assert.deepEqual(
    [parent("/repo/a/b.md"), base("/repo/a/b.md"), join("/repo", "a"), join("/repo", ""), join("/", "a")],
    ["/repo/a", "b.md", "/repo/a", "/repo", "/a"],
  );
  assert.deepEqual(
    ["/repo/a", "/repo/a/b", "/repo/ab"].map((path) => isBelow(path, "/repo/a")),
    [true, true, false],
  );
});

test("a path is followed back through renames, the last one first", () => {
  const renames = [
    { from: "/s/.drafts", to: "/s/drafts" },
    { from: "/s/drafts/a/skill.md", to: "/s/drafts/a/SKILL.md" },
  ];
  assert.equal(beforeRenames("/s/drafts/a/SKILL.md", renames), "/s/.drafts/a/skill.md");
  assert.equal(beforeRenames("/s/drafted", renames), "/s/drafted");
});

test("a filter is words in any case", () => assert.deepEqual(wordsOf("  API-Review\tquote "), ["api-review", "quote"]));

test("the words of others are no markup in Markdown", () => {
  assert.equal(
    text("<img src=x> [link](http://x) `code`\n*stars* # no."),
    "\\<img src=x\\> \\[link\\](http://x) \\`code\\` \\*stars\\* \\# no",
  );
});

for (const [words, span] of [
  ["a/b", "`a/b`"],
  ["a`b", "``a`b``"],
  ["`a``", "``` `a`` ```"],
  ["a\nb", "`a b`"],
]) {
  test(`${JSON.stringify(words)} as code is ${span}`, () => assert.equal(code(words), span));
}

test("plain values are the same by what is in them, and blobs never", () => {
  const value = () => ({ a: [1, { b: null }], c: "x" });
  assert.ok(same(value(), value()));
  for (const other of [{ ...value(), d: 1 }, { a: [1], c: "x" }, { ...value(), c: undefined }, [], null, "x"])
    assert.ok(!same(value(), other), JSON.stringify(other));
  assert.ok(!same({ 0: 1 }, [1]));
  assert.ok(!same({ a: undefined }, { b: undefined }));
  assert.ok(!same(new Blob(["a"]), new Blob(["a"])));
});
