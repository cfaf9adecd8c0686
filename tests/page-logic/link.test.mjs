// The format of share links: any workspace comes back whole, and no fragment can do harm.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { deflateSync } from "fflate";
import { source } from "./source.mjs";

const { MAX_FRAGMENT, MAX_UNPACKED, fromFragment, toFragment } = await source("files/share/link.ts");

const SETTINGS = {
  options: { host: "codex", edition: null, cwd: "/repo", home: "/home/me", contextWindow: 272_000, touched: [] },
  connectors: [],
  prompt: "Use $alpha",
  view: "skills",
  current: null,
};
const workspace = (files, more = {}) => ({ ...SETTINGS, folders: [], files: new Map(files), ...more });

const anyText = fc.string({ unit: "binary" });
const anyPath = fc.oneof(anyText, fc.constantFrom("/repo/__proto__", "__proto__", "constructor", "/repo/a b/ü/SKILL.md", ""));
const anyContents = fc.oneof(anyText, fc.string({ unit: "grapheme", maxLength: 400 }), fc.uint8Array({ maxLength: 200 }));
const anyWorkspace = fc.record(
  {
    files: fc.array(fc.tuple(anyPath, anyContents), { maxLength: 20 }).map((entries) => new Map(entries)),
    folders: fc.array(anyPath, { maxLength: 5 }),
    connectors: fc.array(anyText, { maxLength: 3 }),
    prompt: anyText,
    view: fc.constantFrom("skills", "model", "turn"),
    current: fc.option(anyPath),
    options: fc.record(
      {
        host: anyText,
        edition: fc.option(anyText),
        cwd: anyText,
        home: fc.option(anyText),
        contextWindow: fc.option(fc.nat()),
        touched: fc.array(anyText, { maxLength: 4 }),
      },
      { noNullPrototype: true },
    ),
  },
  { noNullPrototype: true },
);

test("a link round-trips any workspace, in characters that no program needs to escape", () => {
  // Each takes tens of milliseconds: links are packed as small as can be.
  fc.assert(
    fc.property(anyWorkspace, (given) => {
      const linked = toFragment(given);
      assert.equal(linked.kind, "link");
      assert.match(linked.fragment, /^#w1\.[A-Za-z0-9_-]+$/);
      const read = fromFragment(linked.fragment);
      assert.equal(read.kind, "workspace");
      const { files, ...rest } = read.workspace;
      const { files: givenFiles, ...givenRest } = given;
      assert.deepEqual(rest, givenRest);
      assert.deepEqual([...files.keys()], [...givenFiles.keys()]);
      for (const [path, contents] of givenFiles) assert.ok(same(files.get(path), contents), path);
    }),
    { numRuns: 200 },
  );
});

/** The very text, or the same bytes: bytes that are valid UTF-8 come back as text. */
function same(one, other) {
  if (typeof other === "string") return one === other;
  return Buffer.from(other).equals(typeof one === "string" ? Buffer.from(one) : Buffer.from(one));
}

test("no fragment makes the reader throw", () => {
  const { fragment } = toFragment(workspace([["/repo/a", "text\n".repeat(50)]]));
  const damaged = fc.oneof(
    fc.string(),
    fc.base64String().map((text) => `#w1.${text}`),
    fc.nat({ max: fragment.length }).map((end) => fragment.slice(0, end)),
    fc
      .tuple(fc.nat({ max: fragment.length - 1 }), fc.constantFrom("A", "_", "%", "="))
      .map(([at, other]) => fragment.slice(0, at) + other + fragment.slice(at + 1)),
    fc.json().map((json) => `#w1.${packed(json)}`),
  );
  fc.assert(
    fc.property(damaged, (fragment) => {
      const read = fromFragment(fragment);
      assert.ok(read === null || read.kind === "broken" || read.workspace.files instanceof Map);
    }),
    { numRuns: 1_000 },
  );
});

test("a link that was cut short is said to be damaged", () => {
  const { fragment } = toFragment(workspace([["/repo/a", Array.from({ length: 200 }, (_, n) => `line ${n * 7919}`).join("\n")]]));
  for (const length of [5, 20, fragment.length / 2, fragment.length - 1]) {
    assert.deepEqual(fromFragment(fragment.slice(0, length)), { kind: "broken", why: "damaged" }, `${length} characters`);
  }
});

test("a link of a later format is told from a damaged one", () => {
  assert.deepEqual(fromFragment("#w2.abc"), { kind: "broken", why: "newer" });
});

test("other fragments are not taken for links", () => {
  for (const fragment of ["", "#", "#editor", "#wide", "#view=turn"]) assert.equal(fromFragment(fragment), null, fragment);
});

test("a workspace too large for a link says how long the link would be", () => {
  const noise = fc.sample(fc.uint8Array({ minLength: 40_000, maxLength: 40_000 }), { numRuns: 1, seed: 1 })[0];
  const linked = toFragment(workspace([["/repo/noise", noise]]));
  assert.equal(linked.kind, "too-large");
  assert.ok(linked.characters > MAX_FRAGMENT);
});

test("what would unpack to more than the limit is refused, by the writer and by the reader", () => {
  const zeros = "0".repeat(MAX_UNPACKED + 1);
  assert.equal(toFragment(workspace([["/repo/zeros", zeros]])).kind, "too-large");
  const bomb = `#w1.${packed(JSON.stringify({ ...SETTINGS, folders: [], files: [["/repo/zeros", zeros]] }))}`;
  assert.ok(bomb.length < MAX_FRAGMENT);
  assert.deepEqual(fromFragment(bomb), { kind: "broken", why: "too-large" });
});

test("JSON of another shape is said to be damaged", () => {
  const good = { ...SETTINGS, folders: [], files: [["/repo/a", "text"]] };
  assert.equal(fromFragment(`#w1.${packed(JSON.stringify(good))}`).kind, "workspace");
  const wrong = [
    null,
    [],
    3,
    {},
    { ...good, files: {} },
    { ...good, files: [["/repo/a"]] },
    { ...good, files: [["/repo/a", 3]] },
    { ...good, files: [[1, "text"]] },
    { ...good, folders: [1] },
    { ...good, connectors: "slack" },
    { ...good, prompt: null },
    { ...good, view: 1 },
    { ...good, current: 1 },
    { ...good, options: [] },
    ...["host", "cwd", "touched"].map((key) => ({ ...good, options: { ...good.options, [key]: null } })),
    { ...good, options: { ...good.options, contextWindow: "many" } },
  ];
  for (const value of wrong)
    assert.deepEqual(fromFragment(`#w1.${packed(JSON.stringify(value))}`), { kind: "broken", why: "damaged" }, JSON.stringify(value));
});

function packed(text) {
  return Buffer.from(deflateSync(Buffer.from(text))).toString("base64url");
}
