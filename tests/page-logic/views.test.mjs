// The arithmetic of the views: the bar of the budget, the window's slider, blocks of text, rows around those in view, sections of pages.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { source } from "./source.mjs";

const { segmentsOf } = await source("features/model/BudgetBar.tsx");
const { positionOf, tokensAt } = await source("features/model/WindowSlider.tsx");
const { blocksOf } = await source("features/model/ListedText.tsx");
const { spanAround } = await source("ui/windowed.ts");
const { headingOf, partOf } = await source("features/explain/page.ts");

const { first } = await source("lib/first.ts");

const costs = fc.array(fc.record({ cost: fc.nat(500), cut: fc.nat(5) }), { maxLength: 60 });
const sum = (all, key) => all.reduce((whole, one) => whole + one[key], 0);

test("the segments of the bar are all skills in their order, with all they cost and all that was cut", () => {
  fc.assert(
    fc.property(costs, (listed) => {
      const segments = segmentsOf(listed, sum(listed, "cost"));
      let at = 0;
      for (const { from, to, cost, cut } of segments) {
        assert.equal(from, at);
        assert.ok(to > from);
        assert.deepEqual([cost, cut], [sum(listed.slice(from, to), "cost"), sum(listed.slice(from, to), "cut")]);
        at = to;
      }
      assert.equal(at, listed.length);
    }),
  );
});

test("shares that could not be seen are put together, others stand alone", () => {
  const listed = [400, 1, 1, 1, 300, 2, 295].map((cost) => ({ cost, cut: 0 }));
  assert.deepEqual(
    segmentsOf(listed, 1_000).map(({ from, to }) => [from, to]),
    [
      [0, 1],
      [1, 5],
      [5, 7],
    ],
  );
  assert.deepEqual(
    segmentsOf(
      [500, 500].map((cost) => ({ cost, cut: 0 })),
      1_000,
    ).length,
    2,
  );
});

test("the slider goes from 4,000 to two million tokens, a sixteenth of a doubling each step, in three digits", () => {
  assert.deepEqual([tokensAt(0), tokensAt(16), tokensAt(1), tokensAt(144)], [4_000, 8_000, 4_180, 2_050_000]);
  assert.deepEqual([1, 4_000, 8_000, 2_048_000, 9_000_000].map(positionOf), [0, 0, 16, 144, 144]);
});

test("each position of the slider is that of its tokens", () => {
  for (let position = 0; position <= 144; position++) assert.equal(positionOf(tokensAt(position)), position);
});

test("the blocks of the list's text are the whole text, each from the beginning of a line, with its skills at their places", () => {
  const lines = Array.from({ length: 75 }, (_, n) => `- skill-${n}: what it does`);
  const text = `Before.\n${lines.join("\n")}\nAfter.`;
  const listed = lines.map((line, n) => {
    const from = text.indexOf(`${line}\n`);
    return { from, to: from + line.length, path: `/${n}`, name: "", cost: 1, cut: 0, rest: "" };
  });
  const blocks = blocksOf(text, listed);
  assert.equal(blocks.map((block) => block.text).join(""), text);
  assert.deepEqual(
    blocks.map(({ first }) => first),
    [0, 30, 60],
  );
  for (const { text, first } of blocks.slice(1)) assert.ok(text.startsWith(lines[first]), text.slice(0, 20));
  for (const { text, first, lines: inBlock } of blocks) {
    for (const [index, { from, to }] of inBlock.entries()) assert.equal(text.slice(from, to), lines[first + index]);
  }
});

test("a list without skills is one block", () => assert.deepEqual(blocksOf("None.", []), [{ text: "None.", first: 0, lines: [] }]));

test("the rows that are asked for reach over those in view, and stay while they do", () => {
  const rows = fc.tuple(fc.nat(5_000), fc.nat(60)).map(([first, more]) => [first, first + more]);
  fc.assert(
    fc.property(fc.array(rows, { minLength: 1, maxLength: 20 }), (views) => {
      let span = { from: 0, to: 120 };
      for (const [first, last] of views) {
        const next = spanAround(span, first, last);
        assert.ok(next.from <= first && last < next.to, JSON.stringify(next));
        assert.ok(next.to - next.from <= 240, "it is no more than what is near");
        assert.equal(spanAround(next, first, last), next);
        span = next;
      }
    }),
  );
});

test("scrolling by a row seldom asks anew", () => {
  let asked = 0;
  let span = { from: 0, to: 120 };
  for (let first = 0; first < 1_000; first++) {
    const next = spanAround(span, first, first + 20);
    if (next !== span) asked++;
    span = next;
  }
  assert.ok(asked > 0 && asked < 30, String(asked));
});

const PAGE =
  "# Host\n\nIntro.\n\n## Discovery\n\nText.\n\n```\n# no heading\n## Discovery\n```\n\n### Deeper\n\nMore.\n\n## Next\n\nEnd.\n";

for (const [heading, part] of [
  ["Discovery", PAGE.slice(PAGE.indexOf("## Discovery"), PAGE.indexOf("## Next") - 1)],
  ["Deeper", "### Deeper\n\nMore.\n"],
  ["Next", "## Next\n\nEnd.\n"],
  ["Host", PAGE],
  ["Nowhere", null],
]) {
  test(`the part of a page under “${heading}” ${part === null ? "is not there" : "ends with the next heading of its level"}`, () =>
    assert.equal(partOf(PAGE, heading), part));
}

test("a reason leads to the section about it, or to the one about its stage", () => {
  assert.equal(headingOf("codex", "no such reason", "discover"), "Discovery");
  assert.equal(headingOf("nobody", "x", "discover"), null);
});

test("of a long list the first are shown and the others counted, never one alone", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 30 }), fc.nat(20), (all, most) => {
      const { shown, more } = first(all, most);
      assert.deepEqual([...shown, ...all.slice(shown.length)], all);
      assert.equal(shown.length + more, all.length);
      assert.notEqual(more, 1);
      assert.ok(shown.length <= most + 1);
    }),
  );
});
