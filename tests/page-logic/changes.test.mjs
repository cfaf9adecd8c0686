// What changes between editions and between trees: the choices, the place of the tree before, the questions of the engine, the words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./source.mjs";

const { pairOf } = await source("state/comparing.ts");
const { bestPlace } = await source("files/open/overlap.ts");
const { optionsOf } = await source("features/changes/example-options.ts");
const { pathShown, textShown } = await source("../../command/tree/shown.ts");
const { changedSkills, reportOf, sentencesOf } = await source("../../command/changes/words.ts");
const { en } = await source("i18n/en.ts");
const { zh } = await source("i18n/zh.ts");

// ---- the choice of editions ----------------------------------------------------------------------------------------

const KNOWN = { editions: ["1", "2", "3"], default: "2" };

for (const [what, known, from, to, expected] of [
  ["nothing chosen: the default edition and the one before it", KNOWN, null, null, ["1", "2"]],
  ["both chosen", KNOWN, "1", "3", ["1", "3"]],
  ["both chosen, the later one first", KNOWN, "3", "1", ["3", "1"]],
  ["only the edition before", KNOWN, "1", null, ["1", "2"]],
  ["only the edition before, and it is the default", KNOWN, "2", null, ["2", "3"]],
  ["only the edition after", KNOWN, null, "3", ["2", "3"]],
  ["only the edition after, and it is the first", KNOWN, null, "1", ["2", "1"]],
  ["editions that do not exist", KNOWN, "0", "9", ["1", "2"]],
  ["the same edition twice", KNOWN, "3", "3", ["3", "2"]],
  ["a default that is the first edition", { editions: ["1", "2"], default: "1" }, null, null, ["2", "1"]],
]) {
  test(`two editions are compared: ${what}`, () => {
    const pair = pairOf(known, from, to);
    assert.deepEqual([pair.from, pair.to], expected);
  });
}

/** The state of a page at this address, with two hosts of several editions. */
async function at(address) {
  globalThis.location = new URL(address, "http://localhost/");
  const written = [];
  globalThis.history = { state: null, replaceState: (_state, _title, url) => (globalThis.location = new URL(url)) && written.push(url) };
  const { runnerImport } = await import("vite");
  const { module } = await runnerImport(new URL("../page-logic/comparing-state.ts", import.meta.url).pathname, {
    configFile: false,
    logLevel: "error",
  });
  module.hosts.value = [
    { host: "one", label: "One", editions: ["1"], default: "1", usual: true },
    { host: "codex", label: "Codex", editions: ["1", "2", "3"], default: "3", usual: true },
    { host: "b", label: "B", editions: ["1", "2"], default: "2", usual: false },
  ];
  return module;
}

const query = () => location.search;

test("the address has the comparison and its choices, and another comparison drops those that it does not read", async () => {
  const { state } = await at("/");
  assert.equal(query(), "");
  state.comparison.value = "editions";
  assert.equal(query(), "?compare=editions");
  state.chooseHost("b");
  state.chooseFrom("2");
  assert.equal(query(), "?compare=editions&of=b&from=2&to=1");
  state.comparison.value = "changelog";
  assert.equal(query(), "?compare=changelog&of=b");
  state.comparison.value = "hosts";
  assert.equal(query(), "");
});

test("an address opens its comparison, with the choices that exist", async () => {
  const { state } = await at("/?view=compare&compare=since&of=b&to=1&skill=/repo/a/SKILL.md");
  assert.equal(state.comparison.value, "since");
  assert.deepEqual(state.upTo.value, { host: "b", edition: "1" });
  assert.equal(state.comparedSkill.value, "/repo/a/SKILL.md");
  const { state: unknown } = await at("/?compare=nothing&of=nobody&from=9");
  assert.equal(unknown.comparison.value, "hosts");
  assert.equal(unknown.changingHost.value.host, "codex");
});

test("an edition that is chosen on both sides trades places", async () => {
  const { state } = await at("/?compare=editions&of=codex&from=1&to=3");
  state.chooseTo("1");
  assert.deepEqual([state.compared.value.from.edition, state.compared.value.to.edition], ["3", "1"]);
  state.chooseFrom("1");
  assert.deepEqual([state.compared.value.from.edition, state.compared.value.to.edition], ["1", "3"]);
});

test("only a host with several editions can be asked since which edition something is so", async () => {
  const { state } = await at("/");
  assert.deepEqual(["one", "codex", "nobody"].map(state.hasEditions), [false, true, false]);
});

// ---- the place of the tree before ----------------------------------------------------------------------------------

const USUAL = { point: "/repo/.agents/skills", strip: "", add: "" };

for (const [what, present, paths, expected] of [
  ["the usual place, if it is as good as any", ["/repo/.agents/skills/pdf/SKILL.md"], ["pdf/SKILL.md"], USUAL],
  [
    "the mount point that has the paths",
    ["/home/me/skills/pdf/SKILL.md"],
    ["pdf/SKILL.md"],
    { point: "/home/me/skills", strip: "", add: "" },
  ],
  [
    "without the top folder, if that has another name",
    ["/home/me/skills/pdf/SKILL.md", "/home/me/skills/csv/SKILL.md"],
    ["old/pdf/SKILL.md", "old/csv/SKILL.md"],
    { point: "/home/me/skills", strip: "old/", add: "" },
  ],
  [
    "the folder of the skill, if the version of one skill is in a folder with another name",
    ["/repo/.agents/skills/pdf/SKILL.md", "/repo/.agents/skills/pdf/scripts/fill.py"],
    ["pdf-1.0/SKILL.md", "pdf-1.0/scripts/fill.py"],
    { point: "/repo/.agents/skills/pdf", strip: "pdf-1.0/", add: "" },
  ],
  ["the usual place, if no path is shared", ["/repo/README.md"], ["pdf/SKILL.md"], USUAL],
]) {
  test(`a second version is placed at ${what}`, () => {
    const files = new Map(present.map((path) => [path, ""]));
    assert.deepEqual(bestPlace(paths, USUAL, ["/repo", "/home/me/skills"], files), expected);
  });
}

// ---- the engine ----------------------------------------------------------------------------------------------------

test("an example keeps the page's options where it sets none, and is looked at in the later edition", () => {
  const options = optionsOf(
    { cwd: "/home/me/work", home: "/home/me", contextWindow: null, touched: null, claudeCode: null },
    "codex",
    "2026-05",
  );
  assert.deepEqual(options, {
    host: "codex",
    edition: "2026-05",
    cwd: "/home/me/work",
    home: "/home/me",
    contextWindow: 272_000,
    touched: [],
  });
});

// ---- paths and words -----------------------------------------------------------------------------------------------

const FROM = { cwd: "/work/repo/app", root: "/work/repo", home: "/home/me" };

for (const [path, expected] of [
  ["/work/repo/app/a.md", "a.md"],
  ["/work/repo/app", "."],
  ["/work/repo/b.md", "../b.md"],
  ["/work/c.md", "../../c.md"],
  ["/d.md", "/d.md"],
  ["/home/me/.codex/x", "~/.codex/x"],
  ["/home/meg/x", "/home/meg/x"],
]) {
  test(`a report shows ${path} as ${expected}`, () => assert.equal(pathShown(path, FROM), expected));
}

test("no relative path leads to another drive of Windows", () => {
  const toDisk = (path) => path.slice(1).replaceAll("/", "\\");
  assert.equal(pathShown("/D:/x", { cwd: "/C:/repo", root: "/C:/repo", home: null }, toDisk), "D:\\x");
});

test("paths within a text of the package are shown in the same way", () => {
  assert.equal(
    textShown("Copy /work/repo/app/a into /work/repo/.agents or /home/me/.agents, not /mnt/work/repo/app/b.", FROM),
    "Copy a into ../.agents or ~/.agents, not /mnt/work/repo/app/b.",
  );
});

const because = { stage: "parse", reason: "missing-name", message: "missing field `name`", change: "Add `name:`.", place: null };
const whole = { as: "whole" };
const CHANGES = [
  { kind: "appears", because, listed: whole },
  { kind: "appears", because: null, listed: { as: "name-only" } },
  { kind: "vanishes", because },
  { kind: "vanishes", because: null },
  { kind: "not-loaded", before: because, after: null },
  { kind: "names", before: ["a"], after: ["a", "b"] },
  { kind: "listed", before: whole, after: { as: "cut", by: 3 }, because },
  { kind: "listed", before: { as: "nothing" }, after: whole, because: null },
  { kind: "line", before: "a", after: "b" },
  { kind: "command", before: "/a", after: null },
  { kind: "model", before: false, after: true, because: null },
  { kind: "model", before: true, after: false, because },
  { kind: "text", by: "user", arguments: "alpha beta", lines: [], tokens: { before: 1, after: 2_000 } },
  { kind: "effects", by: "model", arguments: "", before: ["a"], after: ["b"] },
];

for (const [language, { changes }] of [
  ["English", en],
  ["Chinese", zh],
]) {
  test(`every change has a sentence of its own in ${language}`, () => {
    const renamed = CHANGES.filter(({ kind }) => kind === "names" || kind === "command");
    const sentences = [...CHANGES.map((change) => [change]), renamed].flatMap((one) => sentencesOf(one, changes.sentences));
    const texts = sentences.map(({ text }) => text);
    assert.equal(new Set(texts).size, CHANGES.length + 1);
    for (const text of texts) assert.doesNotMatch(text, /undefined|null|NaN|\[object/);
  });
}

test("a loss has its remedy, and a gain has none", () => {
  const sentences = CHANGES.flatMap((change) => sentencesOf([change]));
  assert.deepEqual(
    sentences.flatMap(({ remedy }, index) => (remedy === "" ? [] : [CHANGES[index].kind])),
    ["vanishes", "listed", "model"],
  );
});

test("the same change of a typed name and of the model's call is one sentence", () => {
  const text = { kind: "text", arguments: "", lines: [], tokens: { before: 1, after: 2 } };
  const [sentence, ...others] = sentencesOf([
    { ...text, by: "user" },
    { ...text, by: "model" },
  ]);
  assert.equal(others.length, 0);
  assert.match(sentence.text, /^each use puts in another text/);
});

// ---- two versions --------------------------------------------------------------------------------------------------

const { changedFilesOf, filesBySkill } = await source("../../command/changes/beside.ts");

test("the files of a folder belong to the nearest skill above them", () => {
  const files = ["/repo/a/SKILL.md", "/repo/a/x.md", "/repo/a/b/SKILL.md", "/repo/a/b/c/y.md", "/repo/z.md"];
  assert.deepEqual(
    [...filesBySkill(files, ["/repo/a/SKILL.md", "/repo/a/b/SKILL.md"])].map(([skill, beside]) => [skill, [...beside]]),
    [
      ["/repo/a/SKILL.md", ["/repo/a/x.md"]],
      ["/repo/a/b/SKILL.md", ["/repo/a/b/c/y.md"]],
    ],
  );
});

test("files beside a skill are new, removed or changed; skills of one version do not count", () => {
  const before = new Map([
    ["/a/SKILL.md", new Set(["/a/old.md", "/a/same.md", "/a/other.md"])],
    ["/gone/SKILL.md", new Set(["/gone/x.md"])],
  ]);
  const after = new Map([["/a/SKILL.md", new Set(["/a/new.md", "/a/same.md", "/a/other.md"])]]);
  assert.deepEqual(
    changedFilesOf(before, after, (path) => path === "/a/other.md"),
    [{ skill: "/a/SKILL.md", added: ["new.md"], removed: ["old.md"], changed: ["other.md"] }],
  );
});

test("a skill that moved is one skill, at its new path", () => {
  const gone = { path: "/a/SKILL.md", name: "a", changes: [{ kind: "vanishes", because: null }] };
  const fresh = { path: "/b/SKILL.md", name: "b", changes: [{ kind: "appears", because: null, listed: { as: "whole" } }] };
  const other = { path: "/c/SKILL.md", name: "c", changes: [{ kind: "vanishes", because: null }] };
  const moves = [{ from: gone.path, to: fresh.path, edited: true }];
  const reports = changedSkills({ skills: [gone, fresh, other], moves }).map((changed) => reportOf(changed, (path) => path));
  assert.deepEqual(
    reports.map(({ mark, path, sentences }) => [mark, path, sentences[0].text]),
    [
      ["~", "/b/SKILL.md", "moved from /a/SKILL.md; its text changes, too; its name is now b, before a"],
      ["-", "/c/SKILL.md", "vanishes: the file is gone"],
    ],
  );
});

test("a report on ignored values has the reports that only one side has", () => {
  const [{ lines }] = sentencesOf([{ kind: "ignored", before: ["both", "old"], after: ["both", "new"] }]);
  assert.deepEqual(lines, [
    { op: "removed", text: "old" },
    { op: "added", text: "new" },
  ]);
});
