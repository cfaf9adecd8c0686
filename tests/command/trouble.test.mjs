import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { COLON, link, MAIN, skill, world } from "./run.mjs";

const PDF = "repo/.agents/skills/pdf/SKILL.md";
const IS_ROOT = process.getuid?.() === 0 && "root may read everything";

test("a path that is not there is wrong use", async (t) => {
  const { run } = world(t);
  const { code, out, err } = await run(["check", "nowhere"]);
  assert.equal(code, 2);
  assert.equal(out, "");
  assert.match(err, /wrong use: there is no file or folder nowhere\n/);
});

test("a directory or home that is not there is wrong use", async (t) => {
  const { run } = world(t, { "repo/file": "" });
  assert.match((await run(["list", "--cwd", "nowhere"])).err, /--cwd: there is no folder/);
  assert.match((await run(["list", "--cwd", "file/below"])).err, /--cwd: there is no folder/);
  assert.match((await run(["list", "--home", "file"])).err, /--home: .* is no folder/);
  assert.equal((await run(["list", "--cwd", "nowhere"])).code, 2);
});

test("an unknown command, option, host and edition are named with those that there are", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf") });
  for (const [args, said] of [
    [["chek"], /there is no command `chek`: did you mean check\? There are check, list/],
    [["chekc"], /did you mean check\?/],
    [["check", "--fxi"], /Unknown option '--fxi': did you mean --fix\?/],
    [["check", "--formt", "json"], /Unknown option '--formt': did you mean --format\?/],
    [["check", "--host", "kodex"], /there is no host `kodex`: did you mean codex\? There are codex, claude-code/],
    [["check", "--host", "codex@1"], /Codex has no edition `1`: 2026-02/],
    [["explain", "pfd"], /no skill is called `pfd`: did you mean pdf\?|there are pdf/],
    [["rule", "nothing"], /there is no rule `nothing`/],
    [["rule", "unquoted"], /there is no rule `unquoted`: did you mean unquoted-colon\?/],
    [["check", "--select", "saftey"], /--select: there is no rule or group `saftey`: did you mean safety\?/],
    [["check", "--format", "jsno"], /did you mean json\?/],
    [["check", "--json", "--format", "sarif"], /--json and --format sarif exclude each other/],
    [["check", "--output", "skills.sarif"], /--output takes FORMAT=FILE/],
    [["check", "--baseline", "none.json"], /there is no file none\.json; --update-baseline writes it/],
    [["check", "--update-baseline"], /--baseline FILE/],
    [["check", "--baseline", "none.json", "--fix"], /leave out --baseline/],
    [["check", "--diff", "--json"], /--diff prints a patch and no findings: leave out --json, or --diff to have/],
    [["check", "--diff", "--format", "sarif"], /--diff prints a patch and no findings: leave out --format sarif, or --diff/],
    [["rule", "outside-roots"], /is no rule: it is a reason that `skillglass explain` gives, .* none of the folders where the host looks/],
    [["can-i-use", "alowed-tools"], /nothing is known of `alowed-tools`: did you mean allowed-tools\?/],
    [["install", ".", "--agent", "claude-cod"], /there is no agent `claude-cod`: did you mean claude-code\?/],
    [["hosts", "more"], /`more` is one argument too many/],
    [["init", "Not A Name"], /`not-a-name` in place of `Not A Name`/],
    [["install"], /say which folder/],
    [["install", "owner/name"], /clone a repository first/],
  ]) {
    const { code, out, err } = await run(args);
    assert.equal(code, 2, args.join(" "));
    assert.equal(out, "", args.join(" "));
    assert.match(err, said);
  }
});

test("a file that may not be read is told, and makes trouble of the answer", { skip: IS_ROOT }, async (t) => {
  const { run, at } = world(t, { [PDF]: skill("pdf"), "repo/.agents/skills/csv/SKILL.md": skill("csv") });
  chmodSync(at(PDF), 0);
  const { code, err } = await run(["check"]);
  assert.equal(code, 2);
  assert.match(err, /cannot read .*pdf\/SKILL\.md: permission denied/);
});

test("a folder that may not be read is told, and the rest is answered", { skip: IS_ROOT }, async (t) => {
  const { run, shut } = world(t, { [PDF]: skill("pdf"), "repo/.agents/skills/shut/SKILL.md": skill("shut") });
  shut("repo/.agents/skills/shut", 0);
  const { code, out, err } = await run(["list", "--host", "codex"]);
  assert.equal(code, 2);
  assert.match(err, /cannot read .*shut: permission denied/);
  assert.match(out, /pdf/);
});

test("a pipe in place of a skill's file is not waited for", async (t) => {
  const { run, at, put } = world(t, { "repo/.agents/skills/csv/SKILL.md": skill("csv") });
  put("repo/.agents/skills/pipe/notes.md", "");
  const made = spawnSync("mkfifo", [at("repo/.agents/skills/pipe/SKILL.md")]);
  if (made.status !== 0) return t.skip("mkfifo is not there");
  const { code } = await run(["list", "--host", "codex"]);
  assert.equal(code, 0);
});

test("a reader that has seen enough is no failure", async (t) => {
  const { at } = world(t, { [PDF]: COLON });
  const line = `set -o pipefail; "${process.execPath}" "${MAIN}" doctor --json | head -c 1; echo " $PIPESTATUS"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", line], {
    cwd: at("repo"),
    env: { PATH: process.env.PATH, HOME: at("home") },
    encoding: "utf8",
  });
  assert.equal(stderr, "");
  assert.match(stdout, /^\{ [01]\n$/);
});

test("a broken skillglass.json is told by whoever asks for its hosts, and makes trouble of the answer", async (t) => {
  const { run, put } = world(t, { [PDF]: skill("pdf"), "repo/skillglass.json": '{ "hosts": [' });
  const { code, out, err } = await run(["list"]);
  assert.equal(code, 2);
  assert.match(out, /pdf/);
  assert.match(err, /cannot read .*skillglass\.json: it is no JSON; `skillglass check` shows the place/);
  assert.deepEqual((await run(["list", "--host", "codex"])).err, "");
  put("repo/skillglass.json", '{ "hosts": ["kodex"] }');
  assert.match((await run(["compare"])).err, /it names a host that there is not/);
});

test("a folder in place of a skill's file is no skill, and the message names what was asked about", async (t) => {
  const { run } = world(t, { "repo/.agents/skills/pdf/SKILL.md/x": "" });
  const { code, out, err } = await run(["check", ".agents/skills/pdf"]);
  assert.deepEqual([code, out], [0, ""]);
  assert.match(err, /there is no SKILL\.md in \.agents\/skills\/pdf: nothing to check/);
});

test("links that lead in a circle end the walk nowhere, and are told", async (t) => {
  const { run } = world(t, {
    "repo/.agents/skills/one": link("two"),
    "repo/.agents/skills/two": link("one"),
    "repo/.agents/skills/own/SKILL.md": link("SKILL.md"),
    "repo/.agents/skills/up": link(".."),
  });
  const { code, out } = await run(["list", "--host", "codex"]);
  assert.equal(code, 0);
  for (const name of ["one", "two", "own/SKILL.md"]) assert.ok(out.includes(`.agents/skills/${name}: the link leads back to itself`), out);
});

test("a full disk is told without a stack, and makes trouble of the answer", {
  skip: !existsSync("/dev/full") && "there is no /dev/full",
}, (t) => {
  const { at, read } = world(t, { [PDF]: COLON });
  const shell = (line) =>
    spawnSync("bash", ["-c", line], {
      cwd: at("repo"),
      env: { PATH: process.env.PATH, HOME: at("home"), NODE: process.execPath, MAIN },
      encoding: "utf8",
    });
  for (const args of ["check", "list --format json", "--help"]) {
    const { status, stderr } = shell(`"$NODE" "$MAIN" ${args} > /dev/full`);
    assert.deepEqual([status, stderr], [2, "skillglass: cannot write the answer: the disk is full\n"], args);
  }
  assert.equal(shell('"$NODE" "$MAIN" check --fix 2> /dev/full > /dev/null').status, 2);
  assert.equal(read(PDF), COLON.replace(/description: (.*)/, 'description: "$1"'));
});

test("a user without a home, or with one that is not there, gets an answer", async (t) => {
  const { run, at } = world(t, { [PDF]: skill("pdf") });
  const { code, out } = await run(["doctor", "--host", "codex"], { env: { HOME: at("nowhere") } });
  assert.equal(code, 0);
  assert.match(out, /home {7}.*nowhere\n/);
  const empty = await run(["list", "--host", "codex"], { env: { HOME: "" } });
  assert.equal(empty.code, 2);
  assert.match(empty.err, /it is not known where your home is: set HOME, or name it with --home/);
});

test("ten thousand files that are no skills are passed by", async (t) => {
  const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`repo/data/${index % 100}/${index}.txt`, ""]));
  const { run } = world(t, { ...files, [PDF]: skill("pdf") });
  assert.deepEqual(
    (await run(["badge", "--format", "json", "--host", "codex"])).out.match(/\d loads in .* hosts?/)?.[0],
    "1 loads in 1 of 1 host",
  );
});

test("a home as the working directory is not searched as a whole", async (t) => {
  const { run } = world(t, { "home/work/deep/SKILL.md": skill("deep"), "home/.claude/skills/pdf/SKILL.md": skill("pdf") });
  const { code, out } = await run(["compare", "--format", "json", "--host", "claude-code"], { cwd: "home" });
  assert.equal(code, 0);
  assert.deepEqual(
    JSON.parse(out).skills.map(({ folder }) => folder),
    ["pdf"],
  );
});

test("--help of every command shows its usage", async (t) => {
  const { run } = world(t);
  const { out } = await run(["--help"]);
  const names = [...out.matchAll(/^ {2}(\w[\w-]*) {2,}/gm)].map(([, name]) => name);
  assert.ok(names.length >= 10);
  for (const name of names) {
    const help = await run([name, "--help"]);
    assert.equal(help.code, 0);
    assert.match(help.out, new RegExp(`^Usage: skillglass ${name}\\b`));
    assert.deepEqual(await run(["help", name]), help);
  }
});

test("--help names the same commands that write, send or start something as the documentation", async (t) => {
  const page = readFileSync(new URL("../../docs/command.md", import.meta.url), "utf8");
  const [table] = /^\| effect \| subcommands \|\n(?:\|.*\n)+/m.exec(page);
  const { out } = await world(t).run(["--help"]);
  const [, exceptions] = out.split("The commands only print, with these exceptions:");
  for (const [, command] of table.matchAll(/`([a-z][^`]*)`/g)) {
    if (command !== "git") assert.ok(exceptions.includes(`\`${command}\``), command);
  }
});
