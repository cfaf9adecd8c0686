// Lock files: what `check` reports of them, and what `--locked` makes of it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { skill, world } from "./run.mjs";

const PDF = "repo/.agents/skills/pdf/SKILL.md";
const LOCK = "repo/skills-lock.json";

/** The digest of a folder with these files, by the rule of the `skills` CLI. */
function digestOf(files) {
  const hash = createHash("sha256");
  for (const name of Object.keys(files).sort((left, right) => left.localeCompare(right))) hash.update(name).update(files[name]);
  return hash.digest("hex");
}

const entry = (computedHash) => ({ source: "acme/skills", sourceType: "github", computedHash });
const lock = (skills) => JSON.stringify({ version: 1, skills }, null, 2);
const same = entry(digestOf({ "SKILL.md": skill("pdf") }));

test("a project whose skills are what was locked is clean", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf"), [LOCK]: lock({ pdf: same }) });
  for (const options of [[], ["--locked"]]) {
    const { code, out, err } = await run(["check", ...options]);
    assert.equal(code, 0, out + err);
  }
});

test("a changed copy from a repository is information, and an error with --locked", async (t) => {
  const { run } = world(t, { [PDF]: `${skill("pdf")}More.\n`, [LOCK]: lock({ pdf: same }) });
  const plain = await run(["check", "--min-severity", "info"]);
  assert.equal(plain.code, 1);
  assert.match(plain.out, /skills-lock\.json\n {2}7:23 info the installed skill `pdf` is not what was locked \[lock-changed\]/);
  const locked = await run(["check", "--locked", "--min-severity", "error"]);
  assert.equal(locked.code, 1);
  assert.match(locked.out, /7:23 error .* \[lock-changed\]/);
});

test("a missing and an unlisted skill fail with --locked", async (t) => {
  const { run } = world(t, {
    [PDF]: skill("pdf"),
    "repo/.claude/skills/own/SKILL.md": skill("own"),
    [LOCK]: lock({ pdf: same, gone: same }),
  });
  const { code, out } = await run(["check", "--locked", "--select", "locks"]);
  assert.equal(code, 1);
  assert.match(out, /error the locked skill `gone` is not installed \[lock-missing\]/);
  assert.match(out, /error the skill `own` is not in skills-lock\.json \[lock-unlisted\]/);
  const ignored = await run(["check", "--locked", "--select", "locks", "--ignore", "lock-unlisted,lock-missing"]);
  assert.equal(ignored.code, 0, ignored.out);
});

test("--locked checks lock files whatever --select names", async (t) => {
  const { run } = world(t, { [LOCK]: "{" });
  const { code, out } = await run(["check", "--locked", "--select", "body"]);
  assert.equal(code, 1);
  assert.match(out, /error the file is not JSON.* \[lock-broken\]/);
});

test("--locked fails where there is no lock file", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf") });
  const { code, err } = await run(["check", "--locked"]);
  assert.equal(code, 1);
  assert.match(err, /there is no lock file in /);
});

test("--locked names the skills that cannot be compared, with the reason", async (t) => {
  const metadata =
    "metadata:\n    github-repo: https://github.com/acme/skills\n    github-tree-sha: 3c99cc798799b5f029c921860a8720d84f39b334\n";
  const { run } = world(t, { [PDF]: skill("pdf").replace("\n---\n\n", `\n${metadata}---\n\n`) });
  const { code, err } = await run(["check", "--locked", "--select", "locks"]);
  assert.equal(code, 0, err);
  assert.match(err, /1 locked skill not compared, because its program changes SKILL\.md when it installs the skill: pdf/);
});

test("a file of a locked skill may be larger than those that rules read", async (t) => {
  const large = "x".repeat(1_100_000);
  const digest = digestOf({ "SKILL.md": skill("pdf"), "data.txt": large });
  const { run } = world(t, { [PDF]: skill("pdf"), "repo/.agents/skills/pdf/data.txt": large, [LOCK]: lock({ pdf: entry(digest) }) });
  const { code, out, err } = await run(["check", "--locked", "--select", "locks"]);
  assert.equal(code, 0, out + err);
  assert.doesNotMatch(err, /not compared/);
});

test("--locked takes no paths", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf") });
  const { code, err } = await run(["check", "--locked", ".agents"]);
  assert.equal(code, 2);
  assert.match(err, /--locked compares the whole project/);
});
