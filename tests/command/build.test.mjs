// One folder of skills becomes the folders of every host.
import assert from "node:assert/strict";
import { existsSync, lstatSync, readlinkSync, statSync } from "node:fs";
import test from "node:test";
import { link, skill, world } from "./run.mjs";

const HOSTS = ["--hosts", "codex,claude-code"];
const RECORD = "repo/.skillglass-build.json";
const CODEX = "repo/.agents/skills/pdf/SKILL.md";
const CLAUDE = "repo/.claude/skills/pdf/SKILL.md";

const isRoot = process.getuid?.() === 0;

test("build writes the fewest folders, and each host lists each skill", async (t) => {
  const { run, read } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf") });
  const { code, out } = await run(["build", ...HOSTS]);
  assert.equal(code, 0);
  assert.equal(
    out,
    [
      "✔ .agents/skills for Codex",
      "✔ .claude/skills for Claude Code",
      "+ .agents/skills/pdf/SKILL.md",
      "+ .claude/skills/pdf/SKILL.md",
      "+ .skillglass-build.json",
      "1 skill, 3 changes. Each of 2 hosts lists each skill once, with the same description.\n",
    ].join("\n"),
  );
  for (const path of [CODEX, CLAUDE]) assert.equal(read(path), skill("pdf"));
});

test("build names the hosts whose lists have no room for all descriptions", async (t) => {
  const names = Array.from({ length: 12 }, (_, index) => `form-${index + 10}`);
  const { run } = world(
    t,
    Object.fromEntries(names.map((name) => [`repo/skills/${name}/SKILL.md`, skill(name, "Fills in a form. ".repeat(50))])),
  );
  const { out } = await run(["build", "--hosts", "codex,opencode"]);
  assert.match(
    out,
    /Each of 2 hosts lists each skill once, with the same description\. For lack of room, not all of these descriptions are shown: Codex \S+ 12 of 12\.\n/,
  );
});

test("build without --hosts serves all hosts with folders of their own", async (t) => {
  const { run } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf") });
  const { code, out } = await run(["build", "--json"]);
  assert.equal(code, 0);
  const { proof, conflicts, written } = JSON.parse(out);
  assert.deepEqual(conflicts, []);
  assert.equal(written, true);
  const missing = proof.filter(({ times }) => times !== 1).map(({ host }) => host);
  assert.deepEqual(
    missing,
    ["openclaw"].filter((host) => missing.includes(host)),
  );
});

test("a second build, and sync --check, change nothing", async (t) => {
  for (const how of [[], ["--link"], ["--plugin", "dist/team"]]) {
    const { run, at } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf"), "repo/skills/pdf/run.sh": "echo\n" });
    assert.equal((await run(["build", ...HOSTS, ...how])).code, 0);
    const before = statSync(at(RECORD)).mtimeMs;
    for (const args of [["build"], ["sync"], ["sync", "--check"]]) {
      const { code, out } = await run([...args, ...HOSTS, ...how]);
      assert.equal(code, 0, out);
      assert.match(out, /1 skill, all is up to date\./);
    }
    assert.equal(statSync(at(RECORD)).mtimeMs, before);
  }
});

test("--dry-run and sync --check write nothing, and sync --check fails if a build would change something", async (t) => {
  const { run, at } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf") });
  for (const [args, expected] of [
    [["build", "--dry-run"], 0],
    [["sync", "--check"], 1],
  ]) {
    const { code, out } = await run([...args, ...HOSTS]);
    assert.equal(code, expected);
    assert.match(out, /\+ \.agents\/skills\/pdf\/SKILL\.md\n/);
    assert.match(out, /3 changes to make: nothing is written\./);
    assert.ok(!existsSync(at("repo/.agents")) && !existsSync(at(RECORD)));
  }
});

test("built folders that Git ignores are still compared", async (t) => {
  const { run } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf"), "repo/.gitignore": ".agents/\n.claude/\n" });
  assert.equal((await run(["build", ...HOSTS])).code, 0);
  const { code, out } = await run(["sync", "--check", ...HOSTS]);
  assert.equal(code, 0, out);
});

test("an edit, a new file and a removed skill arrive in the folders", async (t) => {
  const { run, put, read, at } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf"), "repo/skills/csv/SKILL.md": skill("csv") });
  await run(["build", ...HOSTS]);
  put("repo/skills/pdf/SKILL.md", skill("pdf", "Fills in other forms. Use when one is handed over."));
  put("repo/skills/pdf/logo.bin", Buffer.from([0xff, 0, 1]));
  await import("node:fs").then(({ rmSync }) => rmSync(at("repo/skills/csv"), { recursive: true }));
  const { code } = await run(["build", ...HOSTS]);
  assert.equal(code, 0);
  assert.match(read(CLAUDE), /other forms/);
  assert.equal(statSync(at("repo/.claude/skills/pdf/logo.bin")).size, 3);
  assert.ok(!existsSync(at("repo/.agents/skills/csv")));
});

test("--link makes relative links to the folders of skills", async (t) => {
  const { run, at, read } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf") });
  assert.equal((await run(["build", ...HOSTS, "--link"])).code, 0);
  assert.equal(readlinkSync(at("repo/.claude/skills/pdf")), "../../skills/pdf");
  assert.equal(read(CLAUDE), skill("pdf"));
  assert.equal((await run(["build", ...HOSTS])).code, 0);
  assert.ok(lstatSync(at("repo/.claude/skills/pdf")).isDirectory());
});

test("a script stays one that can be run", async (t) => {
  const { run, at } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf"), "repo/skills/pdf/run.sh": "#!/bin/sh\n" });
  const { chmodSync } = await import("node:fs");
  chmodSync(at("repo/skills/pdf/run.sh"), 0o755);
  await run(["build", ...HOSTS]);
  assert.equal(statSync(at("repo/.agents/skills/pdf/run.sh")).mode & 0o777, 0o755);
});

test("files that no build wrote, or that somebody changed, stay as they are", async (t) => {
  const own = skill("pdf", "Mine. Use when I say so.");
  const { run, put, read, at } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf"), [CODEX]: own });
  const { code, out } = await run(["build", ...HOSTS]);
  assert.equal(code, 1);
  assert.match(out, /✘ \.agents\/skills\/pdf: no build wrote/);
  assert.equal(read(CODEX), own);
  assert.equal(read(CLAUDE), skill("pdf"));
  put(CLAUDE, own);
  const second = await run(["build", ...HOSTS]);
  assert.equal(second.code, 1);
  assert.match(second.out, /✘ \.claude\/skills\/pdf\/SKILL\.md: it was changed after a build wrote it/);
  assert.equal(read(CLAUDE), own);
  assert.ok(existsSync(at(RECORD)));
});

test("a broken record stops the build, and is left as it is", async (t) => {
  const { run, read, at } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf"), [RECORD]: "{ broken" });
  const { code, out } = await run(["build", ...HOSTS]);
  assert.equal(code, 1);
  assert.match(out, /✘ \.skillglass-build\.json: it is not a record of a build/);
  assert.equal(read(RECORD), "{ broken");
  assert.ok(!existsSync(at("repo/.agents")));
});

test("nothing is written through a link, and no link out of the project is copied", async (t) => {
  const { run, at } = world(t, {
    "repo/skills/pdf/SKILL.md": skill("pdf"),
    "repo/skills/pdf/key": link("../../../home/secret"),
    "home/secret": "secret",
    "outside/README.md": "",
    "repo/.claude": link("../outside"),
  });
  const { out } = await run(["build", ...HOSTS]);
  assert.match(out, /✘ skills\/pdf\/key: the link leads/);
  assert.ok(!existsSync(at("repo/.agents/skills/pdf/key")));
  assert.ok(!existsSync(at("outside/skills")));
});

test("two skills of one name are a conflict with both places", async (t) => {
  const { run } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf"), "repo/skills/team/pdf/SKILL.md": skill("pdf") });
  const { code, out } = await run(["build", ...HOSTS]);
  assert.equal(code, 1);
  assert.match(out, /✘ skills\/team\/pdf\/SKILL\.md: another skill has a folder of the same name: skills\/pdf\/SKILL\.md/);
});

test("a file that cannot be read, or a folder that cannot be written, is named; the rest is built", { skip: isRoot }, async (t) => {
  const { run, shut, at, read } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf"), "repo/.claude/skills/x/README.md": "" });
  shut("repo/.claude/skills", 0o555);
  const { code, err } = await run(["build", ...HOSTS]);
  assert.equal(code, 2);
  assert.match(err, /cannot write .*\.claude\/skills\/pdf\/SKILL\.md: permission denied/);
  assert.equal(read(CODEX), skill("pdf"));
  assert.ok(!JSON.stringify(JSON.parse(read(RECORD))).includes(".claude"));
  assert.ok(!existsSync(at(CLAUDE)));
});

test("--plugin makes an Agent Plugin", async (t) => {
  const { run, read } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf") });
  const { code, out } = await run(["build", ...HOSTS, "--plugin", "dist/team-skills", "--json"]);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(out).plugin.skills, ["pdf"]);
  assert.equal(JSON.parse(read("repo/dist/team-skills/plugin.json")).name, "team-skills");
  assert.equal(read("repo/dist/team-skills/skills/pdf/SKILL.md"), skill("pdf"));
});

test("--out builds into another project, from a folder of here", async (t) => {
  const { run, read } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf"), "other/.git/HEAD": "" });
  const { code } = await run(["build", "skills", ...HOSTS, "--out", "../other"]);
  assert.equal(code, 0);
  assert.equal(read("other/.agents/skills/pdf/SKILL.md"), skill("pdf"));
});

test("--global builds into the home", async (t) => {
  const { run, read } = world(t, { "repo/skills/pdf/SKILL.md": skill("pdf") });
  assert.equal((await run(["build", ...HOSTS, "--global"])).code, 0);
  assert.equal(read("home/.claude/skills/pdf/SKILL.md"), skill("pdf"));
});

test("a host that cannot list a skill is a conflict with its reason and the remedy", async (t) => {
  const { run } = world(t, { "repo/skills/pdf/SKILL.md": "---\nname: pdf\n---\n\n# Forms\n\n1. Read the form.\n" });
  const { code, out } = await run(["build", ...HOSTS]);
  assert.equal(code, 1);
  assert.match(out, /✘ skills\/pdf\/SKILL\.md: missing field `description` \(Codex\)\n {2}\S/);
});

for (const [args, message] of [
  [["build"], /there is no folder of skills .*skills: name one, as in `skillglass build my-skills`/],
  [["build", "--out", "nosuch"], /--out: there is no folder .*nosuch/],
  [["build", "README.md"], /README\.md is no folder/],
  [["build", "here", "there"], /`there` is one argument too many/],
  [["build", "here", "--check"], /--check is an option of `skillglass sync`/],
  [["sync", "here", "--dry-run"], /--dry-run is an option of `skillglass build`/],
  [["build", "here", "--out", ".", "--cwd", "."], /--cwd and --out exclude each other/],
  [["build", "here", "--plugin", "here/x"], /plugin/],
  [["build", "here", "--hosts", "codes"], /there is no host `codes`/],
])
  test(`wrong use: ${args.join(" ")}`, async (t) => {
    const { run } = world(t, { "repo/README.md": "", "repo/here/pdf/SKILL.md": skill("pdf") });
    const { code, err } = await run(args);
    assert.equal(code, 2);
    assert.match(err, message);
  });

test("build and sync suggest a host's folder of skills if there is no folder `skills`", async (t) => {
  for (const folder of [".agents/skills", ".claude/skills"]) {
    const { run } = world(t, { [`repo/${folder}/pdf/SKILL.md`]: skill("pdf") });
    for (const verb of ["build", "sync"]) {
      const { code, err } = await run([verb]);
      assert.equal(code, 2);
      assert.ok(err.includes(`: name one, as in \`skillglass ${verb} ${folder}\`\n`), err);
    }
  }
});
