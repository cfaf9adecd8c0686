import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import test from "node:test";
import { COLON, link, skill, world } from "./run.mjs";

const PDF = "repo/.agents/skills/pdf/SKILL.md";
const MENDED = COLON.replace(/description: (.*)/, 'description: "$1"');

test("--fix makes the safe changes and leaves nothing beside them", async (t) => {
  const { run, read, at } = world(t, { [PDF]: COLON });
  const { code, out, err } = await run(["check", "--fix"]);
  assert.equal(code, 0);
  assert.match(out, /no problem/);
  assert.match(err, /fixed 1 file/);
  assert.equal(read(PDF), MENDED);
  assert.deepEqual(readdirSync(at("repo/.agents/skills/pdf")), ["SKILL.md"]);
});

test("--fix keeps a file's mode", async (t) => {
  const { run, at } = world(t, { [PDF]: COLON });
  chmodSync(at(PDF), 0o640);
  await run(["check", "--fix"]);
  assert.equal(statSync(at(PDF)).mode & 0o777, 0o640);
});

test("--fix mends a linked file where it lies, and the link stays", async (t) => {
  const { run, read, at } = world(t, { "repo/shared/pdf/SKILL.md": COLON, "repo/.claude/skills/pdf": link("../../shared/pdf") });
  await run(["check", "--fix"]);
  assert.equal(read("repo/shared/pdf/SKILL.md"), MENDED);
  assert.equal(statSync(at("repo/.claude/skills/pdf")).ino, statSync(at("repo/shared/pdf")).ino);
});

test("--fix writes where a linked SKILL.md leads", async (t) => {
  const { run, read, at } = world(t, { "repo/shared/pdf.md": COLON, [PDF]: link("../../../shared/pdf.md") });
  await run(["check", "--host", "claude-code", "--fix", PDF.replace("repo/", "")]);
  assert.ok(lstatSync(at(PDF)).isSymbolicLink());
  assert.equal(read("repo/shared/pdf.md"), read(PDF));
});

test("--fix writes nothing where a link leads out of what is checked, until that file is named", async (t) => {
  const { run, read, at } = world(t, {
    "out/notes.md": COLON,
    "out/csv/SKILL.md": COLON.replace("pdf", "csv"),
    "repo/.claude/skills/pdf/SKILL.md": link("../../../../out/notes.md"),
    "repo/.claude/skills/csv": link("../../../out/csv"),
  });
  const { code, err } = await run(["check", "--host", "claude-code", "--fix"]);
  assert.equal(code, 2);
  for (const file of ["out/notes.md", "out/csv/SKILL.md"])
    assert.ok(err.includes(`a link leads out of what is checked, to ${at(file)}: name that file to fix it`), err);
  assert.equal(read("out/notes.md"), COLON);
  assert.equal(read("out/csv/SKILL.md"), COLON.replace("pdf", "csv"));
  await run(["check", "--host", "claude-code", "--fix", at("out/csv")]);
  assert.match(read("out/csv/SKILL.md"), /description: "/);
});

test("--fix touches nothing outside of the paths that are named", async (t) => {
  const { run, read } = world(t, {
    [PDF]: COLON,
    "repo/.agents/skills/csv/SKILL.md": COLON.replace("pdf", "csv"),
    "home/.agents/skills/own/SKILL.md": COLON.replace("pdf", "own"),
  });
  await run(["check", "--fix", ".agents/skills/pdf"]);
  assert.equal(read(PDF), MENDED);
  assert.equal(read("repo/.agents/skills/csv/SKILL.md"), COLON.replace("pdf", "csv"));
  await run(["check", "--fix"]);
  assert.equal(read("home/.agents/skills/own/SKILL.md"), COLON.replace("pdf", "own"));
});

test("--fix renames a file whose capitals are wrong", async (t) => {
  const { run, read, at } = world(t, { "repo/.agents/skills/pdf/skill.md": skill("pdf") });
  const { code } = await run(["check", "--fix"]);
  assert.equal(code, 0);
  assert.deepEqual(readdirSync(at("repo/.agents/skills/pdf")), ["SKILL.md"]);
  assert.equal(read(PDF), skill("pdf"));
});

test("--fix leaves what is not safe, and --unsafe-fixes makes it", async (t) => {
  const { run, read } = world(t, {
    [PDF]: "---\nname: Pdf Forms\ndescription: Fills in PDF forms. Use when a form is handed over.\n---\nRead it.\n",
  });
  const before = read(PDF);
  const safe = await run(["check", "--host", "standard", "--fix"]);
  assert.equal(safe.code, 1);
  assert.equal(read(PDF), before);
  assert.match(safe.out, /\(--unsafe-fixes\)/);
  const { code } = await run(["check", "--host", "standard", "--fix", "--unsafe-fixes"]);
  assert.equal(code, 0);
  assert.match(read(PDF), /name: pdf\n/);
});

test("--diff writes nothing and prints a patch that git applies", async (t) => {
  const { run, read, at } = world(t, { [PDF]: COLON, "repo/.agents/skills/csv/skill.md": skill("csv") });
  const { code, out } = await run(["check", "--diff"]);
  assert.equal(code, 1);
  assert.equal(read(PDF), COLON);
  assert.match(out, /^rename to \.agents\/skills\/csv\/SKILL\.md$/m);
  const applied = spawnSync("git", ["apply", "-"], { cwd: at("repo"), input: out, encoding: "utf8" });
  if (applied.error) return t.skip("git is not there");
  assert.equal(applied.stderr, "");
  assert.equal(read(PDF), MENDED);
  assert.ok(existsSync(at("repo/.agents/skills/csv/SKILL.md")));
});

test("--fix and --diff change only what the findings that are shown need", async (t) => {
  // `strict-yaml` is a note, which is not shown without `--min-severity info`.
  const text = COLON.replace("\n---\n", "\nallowed-tools: [Read, Write]\n---\n");
  const { run, read } = world(t, { [PDF]: text });
  const { out } = await run(["check", "--host", "standard", "--diff", "--min-severity", "error"]);
  assert.doesNotMatch(out, /- Read/);
  await run(["check", "--host", "standard", "--fix"]);
  assert.match(read(PDF), /allowed-tools: \[Read, Write\]/);
  await run(["check", "--host", "standard", "--fix", "--min-severity", "info"]);
  assert.doesNotMatch(read(PDF), /\[Read, Write\]/);
});

test("--diff names --unsafe-fixes where no fix is safe", async (t) => {
  const { run } = world(t, { [PDF]: "# Forms\n\nFill in forms with the script.\n" });
  const { code, out, err } = await run(["check", "--host", "codex", "--diff"]);
  assert.deepEqual([code, out], [0, ""]);
  assert.match(err, /--diff --unsafe-fixes/);
});

test("--diff is clean when there is nothing to fix", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf") });
  assert.deepEqual(await run(["check", "--diff"]), { code: 0, out: "", err: "skillglass: nothing to fix\n" });
});

test("a file that cannot be replaced stays whole, and is trouble", {
  skip: process.getuid?.() === 0 && "root may write everywhere",
}, async (t) => {
  const { run, read, shut } = world(t, { [PDF]: COLON });
  shut("repo/.agents/skills/pdf", 0o555);
  const { code, err } = await run(["check", "--fix"]);
  assert.equal(code, 2);
  assert.match(err, /not fixed: .*SKILL\.md: permission denied/);
  assert.equal(read(PDF), COLON);
});

test("Ctrl+C while a file is written ends the command once it is whole", async (t) => {
  const { at, read } = world(t, { [PDF]: COLON });
  // The signal comes in the middle of the work; without `uninterrupted` the process would end there.
  const script = `
    const { replaceFile, uninterrupted } = await import(process.argv[1]);
    await uninterrupted(() => {
      process.kill(process.pid, "SIGINT");
      replaceFile(process.argv[2], "new");
    });
    await new Promise(() => setInterval(() => {}, 1000));`;
  const write = new URL("../../pkg/command/tree/write.js", import.meta.url).href;
  const { signal, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script, write, at(PDF)], { encoding: "utf8" });
  assert.deepEqual([signal, stderr], ["SIGINT", ""]);
  assert.equal(read(PDF), "new");
  assert.deepEqual(readdirSync(at("repo/.agents/skills/pdf")), ["SKILL.md"]);
});

test("a file that changed since it was read is left as it is", async (t) => {
  const { at, put, read } = world(t, { [PDF]: COLON });
  const { writeFixed } = await import("../../pkg/command/tree/write.js");
  const was = new Map([[at(PDF), Buffer.from(COLON)]]);
  put(PDF, `${COLON}More.\n`);
  const { files, troubles } = writeFixed({ renames: [], files: { [at(PDF)]: MENDED } }, was);
  assert.deepEqual(files, []);
  assert.match(troubles[0].message, /changed since it was read/);
  assert.equal(read(PDF), `${COLON}More.\n`);
});

test("a renamed file that changed since it was read keeps its name and its text", async (t) => {
  const { at, put, read } = world(t, { "repo/a/skill.md": COLON });
  const { writeFixed } = await import("../../pkg/command/tree/write.js");
  const was = new Map([[at("repo/a/skill.md"), Buffer.from(COLON)]]);
  put("repo/a/skill.md", "other\n");
  const { renames, troubles } = writeFixed(
    { renames: [{ from: at("repo/a/skill.md"), to: at("repo/a/SKILL.md") }], files: { [at("repo/a/SKILL.md")]: MENDED } },
    was,
  );
  assert.deepEqual(renames, []);
  assert.equal(troubles.length, 1);
  assert.equal(read("repo/a/skill.md"), "other\n");
  assert.ok(!readdirSync(at("repo/a")).includes("SKILL.md"));
});

test("--unsafe-fixes by itself is wrong use", async (t) => {
  const { run } = world(t);
  const { code, err } = await run(["check", "--unsafe-fixes"]);
  assert.equal(code, 2);
  assert.match(err, /--unsafe-fixes goes with --fix or --diff/);
});
