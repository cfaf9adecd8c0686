// What a visitor brings in: what is taken of it, and where it goes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { source } from "./source.mjs";

const { Collection, MAX_BYTES, MAX_FILES } = await source("files/open/collection.ts");
const { commonFolder, folderName, frontmatterName, placement, renamed, skillsFolder, stem } = await source("files/open/placement.ts");
const { fromNodes } = await source("files/open/walk.ts");
const { skippedWords } = await source("files/open/skipped.ts");
const {
  LANGUAGES: {
    en: { texts },
  },
} = await source("i18n/index.ts");

// ---- what is taken -------------------------------------------------------------------------------------------------

for (const [path, code] of [
  ["../escape/SKILL.md", "dots"],
  ["a/./b", "dots"],
  ["/absolute/SKILL.md", "absolute"],
  ["C:\\skills\\SKILL.md", "absolute"],
  ["c:/skills", "absolute"],
  ["skills\\windows\\SKILL.md", "backslash"],
  ["skills//SKILL.md", "nameless"],
  ["a\0b", "nul"],
]) {
  test(`the path ${JSON.stringify(path)} is refused: ${code}`, () => {
    const found = new Collection();
    assert.equal(found.accepts(path), false);
    assert.deepEqual(found.refused, [{ path, reason: { code } }]);
  });
}

test("what an archiver or a desktop adds is passed over without a word", () => {
  const found = new Collection();
  for (const path of ["__MACOSX/a/SKILL.md", "a/._SKILL.md", "a/.DS_Store", ".DS_Store"]) assert.equal(found.accepts(path), false, path);
  for (const path of ["a/SKILL.md", "a/.hidden", "a/", "a/x._y", "b/__MACOSX/c"]) assert.equal(found.accepts(path), true, path);
  assert.deepEqual([found.refused, [...found.skipped]], [[], []]);
});

test("of .git all but the head is passed over, of node_modules all, each noted once", () => {
  const found = new Collection();
  const taken = [
    "r/.git/",
    "r/.git/HEAD",
    "r/.git/objects/ab",
    "r/node_modules/",
    "r/node_modules/a/b.js",
    "r/web/node_modules/a.js",
    "r/node_modules",
    "r/a.js",
  ].filter((path) => found.accepts(path));
  assert.deepEqual(taken, ["r/.git/", "r/.git/HEAD", "r/node_modules", "r/a.js"]);
  assert.deepEqual([...found.skipped], ["r/.git", "r/node_modules", "r/web/node_modules"]);
  assert.deepEqual(
    ["r/.git", "r/node_modules", "r/web"].filter((folder) => found.enters(folder)),
    ["r/.git", "r/web"],
  );
});

test("all of it is taken when it is asked for whole", () => {
  const found = new Collection(true);
  for (const path of [".git/objects/ab", "node_modules/a.js"]) assert.ok(found.accepts(path) && found.enters("node_modules"), path);
  assert.equal(found.skipped.size, 0);
});

test("folders that were passed over are said by name, with how many there are", () => {
  assert.match(skippedWords(["a/node_modules", "b/node_modules", ".git"])(texts), /node_modules \(2 times\), \.git/);
});

for (const [what, fill, because] of [
  [
    "files",
    (found) => {
      for (let n = 0; n <= MAX_FILES; n++) found.reserve();
    },
    { code: "too-many-files", most: MAX_FILES },
  ],
  ["bytes", (found) => found.reserve(MAX_BYTES + 1), { code: "too-many-bytes", most: MAX_BYTES }],
  [
    "folders",
    (found) => {
      for (let n = 0; n <= MAX_FILES; n++) found.addFolder(`f${n}`);
    },
    { code: "too-many-folders", most: MAX_FILES },
  ],
]) {
  test(`too many ${what} stop it`, () => {
    const stops = ({ because: given }) => isDeepStrictEqual(given, because);
    assert.throws(() => fill(new Collection()), stops);
  });
}

/** A folder as the browser's picker gives it: what is a string is a file. */
function folder(name, children, listed = []) {
  return {
    kind: "directory",
    name,
    async *entries() {
      listed.push(name);
      for (const [child, inside] of Object.entries(children))
        yield [child, typeof inside === "string" ? { kind: "file", name: child } : folder(child, inside, listed)];
    },
  };
}

const task = () => {
  const stop = new AbortController();
  return {
    stop,
    signal: stop.signal,
    reports: [],
    report(...said) {
      this.reports.push(said);
    },
  };
};

const REPOSITORY = {
  "README.md": "",
  ".git": { HEAD: "", objects: { ab: "" } },
  node_modules: { a: { "b.js": "" } },
  skills: { alpha: { "SKILL.md": "" }, empty: {} },
};

test("a walk finds all files and folders below, and does not look into folders that are passed over", async () => {
  const listed = [];
  const found = await fromNodes([folder("r", REPOSITORY, listed)], task(), false);
  assert.deepEqual([...found.files.keys()].toSorted(), ["r/.git/HEAD", "r/README.md", "r/skills/alpha/SKILL.md"]);
  assert.deepEqual([...found.folders].toSorted(), ["r", "r/.git", "r/skills", "r/skills/alpha", "r/skills/empty"]);
  assert.deepEqual([...found.skipped].toSorted(), ["r/.git", "r/node_modules"]);
  assert.ok(!listed.includes("node_modules") && !listed.includes("objects"), listed.join());
});

test("a walk that is stopped goes no further", async () => {
  const given = task();
  let listed = 0;
  const endless = {
    kind: "directory",
    name: "r",
    async *entries() {
      for (;;) {
        if (++listed === 5) given.stop.abort(new Error("stopped"));
        yield [`f${listed}`, { kind: "file", name: `f${listed}` }];
      }
    },
  };
  await assert.rejects(fromNodes([endless], given, false), /stopped/);
  assert.equal(listed, 5);
});

// ---- where it goes -------------------------------------------------------------------------------------------------

const SKILLS = "/repo/.agents/skills";

/** Where each path lands; `names` is what the SKILL.md at the top calls itself. */
async function landed(paths, { label = "mine.zip", name = null } = {}) {
  const place = await placement(paths, label, SKILLS, async () => name);
  return paths.map((path) => `${place.point}/${renamed(place, path)}`);
}

for (const [what, paths, given, expected] of [
  [
    "a repository in its folder",
    ["harbour/.codex/skills/a/SKILL.md", "harbour/README.md"],
    {},
    ["/repo/.codex/skills/a/SKILL.md", "/repo/README.md"],
  ],
  ["a repository without one", [".git/HEAD", "a/.agents/skills/a/SKILL.md"], {}, ["/repo/.git/HEAD", "/repo/a/.agents/skills/a/SKILL.md"]],
  ["a folder that a host looks for", [".claude/skills/a/SKILL.md"], {}, ["/repo/.claude/skills/a/SKILL.md"]],
  ["a folder of skills", ["skills/a/SKILL.md", "skills/b/notes.md"], {}, [`${SKILLS}/a/SKILL.md`, `${SKILLS}/b/notes.md`]],
  ["skills beside each other", ["a/SKILL.md", "b/skill.md"], {}, [`${SKILLS}/a/SKILL.md`, `${SKILLS}/b/skill.md`]],
  ["one skill in its folder", ["a/SKILL.md", "a/notes.md"], {}, [`${SKILLS}/a/SKILL.md`, `${SKILLS}/a/notes.md`]],
  [
    "one skill without a folder, by its name",
    ["SKILL.md", "notes.md"],
    { name: "delta" },
    [`${SKILLS}/delta/SKILL.md`, `${SKILLS}/delta/notes.md`],
  ],
  [
    "one that has no name, by the archive's",
    ["SKILL.md", "notes.md"],
    { label: "delta.skill" },
    [`${SKILLS}/delta/SKILL.md`, `${SKILLS}/delta/notes.md`],
  ],
  ["a lone file that has none", ["SKILL.md"], { label: "SKILL.md" }, [`${SKILLS}/pasted-skill/SKILL.md`]],
  ["files that are no skill", ["docs/a.md", "docs/b.md"], {}, ["/repo/docs/a.md", "/repo/docs/b.md"]],
]) {
  test(`${what} lands at ${expected[0]}`, async () => assert.deepEqual(await landed(paths, given), expected));
}

const roots = (...paths) => paths.map((path) => ({ path, status: "found" }));

for (const [what, given, expected] of [
  ["where all hosts look, if this one does", roots("/repo/.claude/skills", SKILLS), SKILLS],
  ["where this host looks", roots("/home/me/.claude/skills", "/repo/.claude/skills"), "/repo/.claude/skills"],
  [
    "not where it is told not to",
    [{ path: "/repo/.claude/skills", status: "off" }, ...roots("/repo/.opencode/skill")],
    "/repo/.opencode/skill",
  ],
  ["at the usual place before anything is known", [], SKILLS],
]) {
  test(`skills of a repository go ${what}`, () => assert.equal(skillsFolder(given), expected));
}

for (const [text, name] of [
  ["---\nname: delta\n---\n", "delta"],
  ['---\r\ndescription: a\r\nname: "delta two"\r\n---\r\n', "delta two"],
  ["---\nname: delta # note\n---\n", "delta"],
  ["name: delta\n", null],
  ["---\ndescription: a\n---\nname: delta\n", null],
]) {
  test(`the name in ${JSON.stringify(text)} is ${name}`, () => assert.equal(frontmatterName(text), name));
}

for (const [name, folder] of [
  ["delta", "delta"],
  ["a/b\\c", "a-b-c"],
  ["..", null],
  [".git", null],
  ["", null],
  [null, null],
  ["x".repeat(80), "x".repeat(64)],
]) {
  test(`the folder for the name ${JSON.stringify(name)?.slice(0, 20)} is ${folder?.slice(0, 20)}`, () =>
    assert.equal(folderName(name), folder));
}

test("one folder that holds everything is told from names that begin alike", () => {
  assert.equal(commonFolder(["a/b", "a/c/d"]), "a");
  for (const paths of [["a/b", "ab/c"], ["a", "a/b"], ["a"], []]) assert.equal(commonFolder(paths), null, paths.join());
});

test("an archive is called by its name without its ending", () =>
  assert.deepEqual(["a.zip", "a.SKILL", "a.b"].map(stem), ["a", "a", "a.b"]));
