// The place of what a visitor brings in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./source.mjs";

const { commonFolder, folderName, frontmatterName, placement, renamed, skillsFolder, stem } = await source("files/open/placement.ts");
const { skippedWords } = await source("files/open/skipped.ts");
const { en: texts } = await source("i18n/en.ts");

test("folders that were passed over are said by name, with how many there are", () => {
  assert.match(skippedWords(["a/node_modules", "b/node_modules", ".git"])(texts), /node_modules \(2 times\), \.git/);
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
