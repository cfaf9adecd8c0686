// The skill that the package brings: installed where each host looks, never over somebody's words.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { link, MAIN, skill, world } from "./run.mjs";

const SHARED = "repo/.agents/skills/skillglass";
const CLAUDE = "repo/.claude/skills/skillglass";
const HOSTS = JSON.parse(spawnSync(process.execPath, [MAIN, "hosts", "--json"], { encoding: "utf8" }).stdout);

/** All files and links below a folder with their texts or targets. */
const everything = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path, lstatSync(path).isSymbolicLink() ? readlinkSync(path) : readFileSync(path, "utf8")]),
  );

// Hosts without a folder for the skills of a user, or of a project.
const ONLY = {
  openclaw: "user",
  ...Object.fromEntries(HOSTS.filter(({ skillsFrom }) => skillsFrom !== "folders").map(({ host }) => [host, "project"])),
};

for (const { host } of HOSTS)
  for (const scope of ["project", "user"])
    test(`${host} ${(ONLY[host] ?? scope) === scope ? "lists" : "has no folder for"} the skill that is installed for it, scope ${scope}`, async (t) => {
      const { run, at } = world(t);
      const installed = await run(["install-skill", "--host", host, "--scope", scope, "--json"]);
      if ((ONLY[host] ?? scope) !== scope) {
        assert.equal(installed.code, 2);
        assert.match(installed.err, new RegExp(`in no folder of a ${scope}: --scope ${ONLY[host]}, or name a folder with --dir`));
        return;
      }
      assert.equal(installed.code, 0, installed.err);
      const { folders, hosts, lacking } = JSON.parse(installed.out);
      assert.deepEqual([folders.length, hosts.map((one) => one.host), lacking], [1, [host], []]);
      assert.ok(folders[0].path.startsWith(at(scope === "user" ? "home" : "repo")), folders[0].path);
      const [cell] = JSON.parse((await run(["compare", "skillglass", "--host", host, "--json"])).out).skills[0].cells;
      // Cline lists the names of all skills, and nothing else.
      assert.deepEqual([cell.loaded, cell.discovered, cell.listed.as], [true, true, host === "cline" ? "name-only" : "whole"]);
    });

test("the skill passes the check of every host without a hint", async (t) => {
  const { run } = world(t);
  await run(["install-skill", "--host", "all"]);
  const { code, out } = await run(["check", "--host", "all", "--min-severity", "hint", "--json"]);
  assert.deepEqual([code, JSON.parse(out).diagnostics], [0, []]);
});

test("hosts share one copy: links lead to it where a host looks elsewhere", async (t) => {
  const { run, at, read } = world(t);
  const { out } = await run(["install-skill"]);
  assert.match(out, /^✔ \.agents\/skills\/skillglass\n✔ \.claude\/skills\/skillglass {2}a link to it\n {2}Codex, Claude Code, /);
  assert.equal(readlinkSync(at(CLAUDE)), "../../.agents/skills/skillglass");
  assert.match(read(`${SHARED}/SKILL.md`), /^ {2}skillglass: "\S+ [0-9a-f]{64}"$/m);
  assert.match(read(`${SHARED}/SKILL.md`), /npx --yes skillglass@\d+\.\d+\.\d+\S* COMMAND/);
  assert.ok(existsSync(at(`${SHARED}/agents/openai.yaml`)));
});

test("--dry-run writes nothing and says what would be written", async (t) => {
  const { run, at } = world(t);
  const { out, code } = await run(["install-skill", "--dry-run"]);
  assert.equal(code, 0);
  assert.match(out, /skills\/skillglass {2}would be written\n.*a link to it, would be written\n/);
  assert.deepEqual(everything(at(".")), {});
});

for (const args of [[], ["--scope", "user"], ["--host", "all"], ["--dir", "../elsewhere"]])
  test(`a second run of install-skill ${args.join(" ")} changes nothing`, async (t) => {
    const { run, at } = world(t);
    await run(["install-skill", ...args]);
    const before = everything(at("."));
    assert.ok(Object.keys(before).length > 1);
    const { code, out } = await run(["install-skill", ...args, "--json"]);
    assert.equal(code, 0);
    assert.deepEqual(everything(at(".")), before);
    assert.deepEqual([...new Set(JSON.parse(out).folders.map(({ action }) => action))], ["keep"]);
  });

/** Makes an older copy of an installed one, as if another version had written other words and another file. */
function makeOlder({ at, read, put }) {
  const [stamp] = /^metadata:\n.*\n/m.exec(read(`${SHARED}/SKILL.md`));
  const words = read(`${SHARED}/SKILL.md`).replace(stamp, "").replace("# Check, explain", "# Look");
  rmSync(at(`${SHARED}/agents`), { recursive: true });
  const files = [
    ["SKILL.md", words],
    ["references/old.md", "Old words.\n"],
  ];
  const digest = createHash("sha256").update(JSON.stringify(files)).digest("hex");
  put(`${SHARED}/SKILL.md`, words.replace("\n---\n", `\nmetadata:\n  skillglass: "0.0.1 ${digest}"\n---\n`));
  put(`${SHARED}/references/old.md`, "Old words.\n");
}

test("a copy of another version is updated, without the files that are no longer part of it", async (t) => {
  const here = world(t);
  await here.run(["install-skill"]);
  const fresh = everything(here.at("repo"));
  makeOlder(here);
  const { code, out } = await here.run(["install-skill"]);
  assert.equal(code, 0);
  assert.match(out, /^✔ \.agents\/skills\/skillglass {2}updated, from version 0\.0\.1\n/);
  assert.deepEqual(everything(here.at("repo")), fresh);
});

// What may be where the skill would be, and why it is left as it is.
for (const [what, files, reason] of [
  ["a skill of somebody else", { [`${SHARED}/SKILL.md`]: skill("skillglass") }, /is not a copy of this skill/],
  ["a file", { [SHARED]: "words" }, /is not a copy of this skill/],
  [
    "a link to another place where a link would be",
    { [CLAUDE]: link("../../elsewhere"), "repo/elsewhere/SKILL.md": "" },
    /is a link to another place/,
  ],
  ["a folder where a link would be", { [`${CLAUDE}/notes.md`]: "words" }, /is not a copy of this skill/],
])
  test(`${what} is left as it is, and nothing is written`, async (t) => {
    const { run, at } = world(t, files);
    const before = everything(at("."));
    const { code, out, err } = await run(["install-skill"]);
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, reason);
    assert.match(err, /Nothing was written\. Move it away, and run the command again/);
    assert.deepEqual(everything(at(".")), before);
  });

// Changes of somebody, each of which is kept.
for (const [what, change] of [
  ["words", ({ put, read }) => put(`${SHARED}/SKILL.md`, `${read(`${SHARED}/SKILL.md`)}\nMine.\n`)],
  ["another file", ({ put }) => put(`${SHARED}/mine.md`, "Mine.\n")],
  ["a file less", ({ at }) => rmSync(at(`${SHARED}/agents/openai.yaml`))],
  ["the version", ({ put, read }) => put(`${SHARED}/SKILL.md`, read(`${SHARED}/SKILL.md`).replace(/[0-9a-f]{64}/, "0".repeat(64)))],
])
  test(`a copy with a change by somebody (${what}) is left as it is`, async (t) => {
    const here = world(t);
    await here.run(["install-skill"]);
    change(here);
    const before = everything(here.at("."));
    const { code, err } = await here.run(["install-skill"]);
    assert.equal(code, 2);
    assert.match(err, /\.agents\/skills\/skillglass was changed since it was written, so it is left as it is/);
    assert.deepEqual(everything(here.at(".")), before);
  });

test("a copy that was installed for one host stays a copy when more hosts get the skill", async (t) => {
  const { run, at } = world(t);
  await run(["install-skill", "--host", "claude-code"]);
  const { code } = await run(["install-skill"]);
  assert.equal(code, 0);
  assert.deepEqual(
    [CLAUDE, SHARED].map((path) => lstatSync(at(path)).isDirectory()),
    [true, true],
  );
});

test("a folder that cannot be made is an error, and no half of a copy stays", async (t) => {
  const { run, at } = world(t, { "repo/.agents": "a file" });
  const { code, err } = await run(["install-skill", "--host", "codex"]);
  assert.equal(code, 2);
  assert.match(err, /cannot write \.agents\/skills\/skillglass: /);
  assert.deepEqual(Object.keys(everything(at("."))), [at("repo/.agents")]);
});

for (const [args, message] of [
  [["--scope", "all"], /--scope takes project, user; not `all`/],
  [["--scope", "user", "--dir", "x"], /--dir and --scope exclude each other/],
  [["--host", "none"], /there is no host `none`/],
  [["pdf"], /`pdf` is one argument too many/],
])
  test(`install-skill ${args.join(" ")} is wrong use`, async (t) => {
    const { code, err } = await world(t).run(["install-skill", ...args]);
    assert.equal(code, 2);
    assert.match(err, message);
  });

test("init, install-skill and build name what they wrote and Git ignores, with a remedy that works", async (t) => {
  const { run, put, at } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf"), "repo/skills/csv/SKILL.md": skill("csv") });
  rmSync(at("repo/.git"), { recursive: true });
  const git = (...args) => spawnSync("git", ["-c", "core.excludesFile=/dev/null", ...args], { cwd: at("repo"), encoding: "utf8" });
  git("init", "--quiet");
  put("repo/.gitignore", ".claude\n/.agents/skills/*\n");
  const hosts = ["--host", "codex,claude-code"];
  for (const [args, ignored] of [
    [["init", "new"], { ".agents/skills/new": "/.agents/skills/new/", ".claude/skills/new": "/.claude/" }],
    [["install-skill"], { ".agents/skills/skillglass": "/.agents/skills/skillglass/", ".claude/skills/skillglass": "/.claude/" }],
    [["build"], { ".agents/skills": "/.agents/skills/*", ".claude/skills": "/.claude/" }],
  ]) {
    const { out } = await run([...args, ...hosts]);
    const found = [
      ...out.matchAll(/Git ignores (\S+), .*: `git add --force (\S+)`, or add the line `!(\S+)` at the end of \.gitignore\n/g),
    ];
    assert.deepEqual(Object.fromEntries(found.map(([, path, added, line]) => [path, path === added ? line : added])), ignored, out);
    for (const [path, line] of Object.entries(ignored)) {
      put("repo/.gitignore", `.claude\n/.agents/skills/*\n!${line}\n`);
      assert.match(git("status", "--short", "--untracked-files=all").stdout, new RegExp(`^\\?\\? ${path}`, "m"));
    }
    put("repo/.gitignore", ".claude\n/.agents/skills/*\n");
  }
  assert.doesNotMatch((await run(["build", ...hosts])).out, /Git ignores/, "it writes nothing");
});
