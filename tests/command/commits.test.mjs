// What changes between two commits, and between a commit and the working tree.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import test from "node:test";
import { gitIn, repository } from "./repository.mjs";
import { link, skill, world } from "./run.mjs";

const PDF = ".agents/skills/pdf/SKILL.md";
const CSV = ".agents/skills/csv/SKILL.md";
const CODEX = ["--host", "codex"];

/** The changed skills of the only host, each with the kind of its first change. */
async function changesOf(run, words, options) {
  const { out, err } = await run(["diff", ...words, ...CODEX, "--json"], options);
  assert.notEqual(out, "", err);
  const [{ skills }] = JSON.parse(out).hosts;
  return skills.map(({ name, changes }) => [name, changes[0].kind]);
}

test("diff compares two commits, each named by a branch, a tag, a number of commits or an object name", async (t) => {
  const { run, commit, git } = repository(t);
  const first = commit({ [PDF]: skill("pdf") });
  git("tag", "-a", "-m", "one", "v1");
  commit({ [CSV]: skill("csv") });
  for (const base of [first, first.slice(0, 8), "v1", "HEAD~1", "main^"]) {
    assert.deepEqual(await changesOf(run, [base, "main"]), [["csv", "appears"]]);
    assert.deepEqual(await changesOf(run, ["main", base]), [["csv", "vanishes"]]);
  }
  assert.deepEqual(await changesOf(run, ["v1..main"]), [["csv", "appears"]]);
  assert.deepEqual(await changesOf(run, ["v1.."]), [["csv", "appears"]]);
});

test("diff BASE...HEAD leaves out what changed in BASE since HEAD branched off", async (t) => {
  const { run, commit, git } = repository(t);
  commit({ [PDF]: skill("pdf") });
  git("checkout", "-q", "-b", "topic");
  commit({ [CSV]: skill("csv") });
  git("checkout", "-q", "main");
  commit({ [PDF]: null, "README.md": "" });
  assert.deepEqual(await changesOf(run, ["main...topic"]), [["csv", "appears"]]);
  assert.deepEqual(await changesOf(run, ["main..topic"]), [
    ["csv", "appears"],
    ["pdf", "appears"],
  ]);
});

test("diff with one commit compares it with the working tree, with files that Git does not track", async (t) => {
  const { run, commit, put } = repository(t);
  commit({ [PDF]: skill("pdf") });
  assert.deepEqual(await changesOf(run, ["HEAD"]), []);
  put(`repo/${CSV}`, skill("csv"));
  assert.deepEqual(await changesOf(run, ["HEAD"]), [["csv", "appears"]]);
  assert.deepEqual(await changesOf(run, ["HEAD", "."]), [["csv", "appears"]]);
  assert.deepEqual(await changesOf(run, [".", "HEAD"]), [["csv", "vanishes"]]);
});

test("diff takes line ends that Git converts as equal", async (t) => {
  const { run, commit, put } = repository(t);
  commit({ [PDF]: skill("pdf") });
  put(`repo/${PDF}`, skill("pdf").replaceAll("\n", "\r\n"));
  assert.deepEqual(await changesOf(run, ["HEAD"]), []);
});

test("diff compares a commit with a folder elsewhere", async (t) => {
  const { run, commit } = repository(t, { [`other/${PDF}`]: skill("pdf"), [`other/${CSV}`]: skill("csv") });
  commit({ [PDF]: skill("pdf") });
  assert.deepEqual(await changesOf(run, ["HEAD", "../other"]), [["csv", "appears"]]);
  assert.deepEqual(await changesOf(run, ["../other", "HEAD"]), [["csv", "vanishes"]]);
});

test("diff reads the repository of --repo, and works in the directory of --cwd", async (t) => {
  const { run, commit, at } = repository(t);
  commit({ [`sub/${PDF}`]: skill("pdf"), "README.md": "" });
  commit({ [`sub/${CSV}`]: skill("csv") });
  assert.deepEqual(await changesOf(run, ["HEAD~1", "HEAD", "--no-as-installed"]), []);
  assert.deepEqual(await changesOf(run, ["HEAD~1", "HEAD", "--cwd", "sub"]), [["csv", "appears"]]);
  assert.deepEqual(await changesOf(run, ["HEAD~1", "HEAD", "--repo", at("repo/sub")], { cwd: "home" }), [["csv", "appears"]]);
});

test("a word is a commit before it is a folder, unless it is written as a path", async (t) => {
  const { run, commit, put } = repository(t);
  commit({ [`main/${CSV}`]: skill("csv"), [`topic/${PDF}`]: skill("pdf") });
  const folders = [
    ["csv", "vanishes"],
    ["pdf", "appears"],
  ];
  // No commit is called topic.
  for (const base of ["./main", "main/", "../repo/main"]) assert.deepEqual(await changesOf(run, [base, "topic"]), folders, base);
  put(`repo/${CSV}`, skill("csv"));
  assert.deepEqual(await changesOf(run, ["main"]), [["csv", "appears"]]);
  const { err } = await run(["diff", "main", ...CODEX]);
  assert.match(err, /`main` is a commit and a folder: the commit is compared; `\.\/main` is the folder/);
});

test("links, executables and large and binary files of a commit are as on the disk", async (t) => {
  const { run, commit, git, at } = repository(t, { "outside/far/SKILL.md": skill("far") });
  commit({ "README.md": "" });
  commit({
    "shared/near/SKILL.md": skill("near"),
    ".agents/skills/near": link("../../shared/near"),
    ".agents/skills/far": link("../../../outside/far"),
    ".agents/skills/away": link(at("outside/far")),
    ".agents/skills/nowhere": link("nothing"),
    ".agents/skills/round": link("round"),
    ".agents/skills/run/SKILL.md": skill("run"),
    ".agents/skills/bytes/SKILL.md": Buffer.from([0xff, 0xfe, 0, 1]),
    ".agents/skills/large/SKILL.md": `${skill("large")}${"x".repeat(9 * 1024 * 1024)}`,
  });
  chmodSync(at("repo/.agents/skills/run/SKILL.md"), 0o755);
  commit();
  const ofCommits = await run(["diff", "HEAD~2", "HEAD", ...CODEX, "--json"]);
  git("worktree", "add", "-q", "../base", "HEAD~2");
  const ofFolders = await run(["diff", "../base", ".", ...CODEX, "--json"]);
  const report = ({ out }) => JSON.parse(out).hosts[0].skills;
  assert.deepEqual(report(ofCommits), report(ofFolders));
  assert.deepEqual(
    report(ofCommits)
      .filter(({ changes }) => changes[0].kind === "appears")
      .map(({ name }) => name)
      .sort(),
    ["far", "near", "run"],
  );
  assert.equal(ofCommits.code, 2);
  assert.match(ofCommits.err, /cannot read [0-9a-f]{7}:\.agents\/skills\/large\/SKILL\.md: its \d+ bytes are more than are read/);
});

test("a submodule is read at its commit, and is an empty folder if the clone does not have the commit", async (t) => {
  const { run, commit, other, git, at } = repository(t);
  other("theirs", { "pdf/SKILL.md": skill("pdf") });
  commit({ "README.md": "" });
  const add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../theirs", ".agents/skills"];
  git(...add);
  commit();
  assert.deepEqual(await changesOf(run, ["HEAD~1", "HEAD"]), [["pdf", "appears"]]);
  git("clone", "-q", at("repo"), at("clone"));
  assert.deepEqual(await changesOf(run, ["HEAD~1", "HEAD"], { cwd: "clone" }), []);
  const { err } = await run(["diff", "HEAD~1", "HEAD", ...CODEX], { cwd: "clone" });
  assert.match(
    err,
    /1 submodule not compared, because the commit is not in the clone: \.agents\/skills; `git submodule update --init` brings it/,
  );
});

test("a pointer of Git LFS is compared as it is, and named", async (t) => {
  const { run, commit } = repository(t);
  const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n";
  commit({ [PDF]: skill("pdf") });
  commit({ [PDF]: pointer });
  assert.deepEqual(await changesOf(run, ["HEAD~1", "HEAD"]), [["pdf", "vanishes"]]);
  const { err } = await run(["diff", "HEAD~1", "HEAD", ...CODEX]);
  assert.match(err, /1 file compared as pointers of Git LFS, because commits do not have the contents: \.agents\/skills\/pdf\/SKILL\.md/);
});

test("names that Git does not check out are left out of a commit", async (t) => {
  const { run, commit, git, at } = repository(t);
  commit({ [PDF]: skill("pdf") });
  const blob = gitIn(at("repo"), ["hash-object", "-w", "--stdin"], { input: skill("bad") });
  const inner = gitIn(at("repo"), ["mktree"], { input: `100644 blob ${blob}\tSKILL.md\n` });
  const outer = `040000 tree ${inner}\t..\n040000 tree ${inner}\t.GIT\n040000 tree ${git("rev-parse", "HEAD:.agents")}\t.agents\n`;
  const top = gitIn(at("repo"), ["mktree"], { input: outer });
  const bad = git("commit-tree", "-m", "bad", top);
  assert.deepEqual(await changesOf(run, ["HEAD", bad]), []);
});

test("no program runs that a repository's settings or files name", async (t) => {
  const { run, commit, put, git, at } = repository(t);
  put("repo/ran.sh", `#!/bin/sh\ntouch ${at("ran")}\ncat\n`);
  chmodSync(at("repo/ran.sh"), 0o755);
  commit({ [PDF]: skill("pdf"), ".gitattributes": "* filter=bad diff=bad\n", git: "#!/bin/sh\ntouch ../ran\n" });
  chmodSync(at("repo/git"), 0o755);
  commit({ [CSV]: skill("csv") });
  for (const [name, value] of Object.entries({
    "core.fsmonitor": "./ran.sh",
    "core.pager": "./ran.sh",
    "core.hooksPath": ".",
    "core.sshCommand": "./ran.sh",
    "diff.external": "./ran.sh",
    "diff.bad.textconv": "./ran.sh",
    "filter.bad.smudge": "./ran.sh",
    "filter.bad.process": "./ran.sh",
  }))
    git("config", name, value);
  const env = { PATH: `.:${at("repo").slice(1)}:${process.env.PATH}` };
  assert.deepEqual(await changesOf(run, ["HEAD~1", "HEAD"], { env }), [["csv", "appears"]]);
  assert.ok(!existsSync(at("ran")));
});

test("variables that hooks of Git set do not lead to another repository", async (t) => {
  const { run, commit, other, at } = repository(t);
  commit({ [PDF]: skill("pdf") });
  commit({ [CSV]: skill("csv") });
  other("theirs", { "README.md": "" });
  const env = { GIT_DIR: at("theirs/.git"), GIT_WORK_TREE: at("theirs"), GIT_INDEX_FILE: at("theirs/.git/index") };
  assert.deepEqual(await changesOf(run, ["HEAD~1", "HEAD"], { env }), [["csv", "appears"]]);
});

test("a partial clone fetches nothing, and names the files that it does not have", async (t) => {
  const { run, commit, git, at } = repository(t);
  commit({ [PDF]: skill("pdf") });
  commit({ [CSV]: skill("csv") });
  git("config", "uploadpack.allowFilter", "true");
  git("clone", "-q", "--no-checkout", "--filter=blob:none", `file://${at("repo")}`, at("clone"));
  const { code, err } = await run(["diff", "HEAD~1", "HEAD", ...CODEX], { cwd: "clone" });
  assert.equal(code, 2);
  assert.match(
    err,
    /cannot read [0-9a-f]{7}:\.agents\/skills\/csv\/SKILL\.md: the clone does not have its content; in a partial clone, `git fetch --refetch/,
  );
});

/** Wrong use in a repository with one commit: the words, and the message with its remedy. */
const WRONG = [
  [["nothing"], /`nothing` is no commit of \S*\/repo and no folder: `git branch --all` lists the branches/],
  [["HEAD", "nothing"], /`nothing` is no commit of /],
  [["nothing...HEAD"], /`nothing` is no commit of \S*\/repo: `git branch --all`/],
  [["HEAD...other"], /the two commits of `HEAD\.\.\.other` have no common ancestor here/],
  [["HEAD..main", "HEAD"], /`HEAD\.\.main` names two commits already/],
  [["--", "--all", "HEAD"], /`--all` is no commit of /],
  [["--", "-h", "HEAD"], /`-h` is no commit of /],
  [["HEAD:.agents", "HEAD"], /`HEAD:\.agents` is no commit of /],
  [["", "HEAD"], /name two commits or folders/],
  [["HEAD", "../nowhere"], /there is no folder \S*\/nowhere/],
  [["HEAD", "../home", "--cwd", "."], /--cwd and a folder exclude each other/],
  [["../home", ".", "--repo", "."], /--repo needs a commit/],
  [["HEAD", "--repo", "../nowhere"], /--repo: there is no folder \S*\/nowhere/],
  [["--from", "codex@2026-02", "--repo", "."], /--repo and --from exclude each other/],
];

test("wrong use of commits has a message with a remedy", async (t) => {
  const { run, commit, git } = repository(t);
  commit({ [PDF]: skill("pdf") });
  git("branch", "other", git("commit-tree", "-m", "root", "HEAD^{tree}"));
  for (const [words, message] of WRONG) {
    const { code, err } = await run(["diff", ...words]);
    assert.equal(code, 2, words.join(" "));
    assert.match(err, message, words.join(" "));
  }
});

test("diff says where a folder is in no repository, and where the repository is bare", async (t) => {
  const { run, git, commit, at } = repository(t, { "plain/README.md": "" });
  commit({ [PDF]: skill("pdf") });
  assert.match(
    (await run(["diff", "main", "HEAD"], { cwd: "plain" })).err,
    /\/plain is in no Git repository, so `main` is no commit: --repo DIR/,
  );
  assert.match((await run(["diff", "main...HEAD"], { cwd: "plain" })).err, /\/plain is in no Git repository: name two folders/);
  git("clone", "-q", "--bare", at("repo"), at("bare"));
  assert.match((await run(["diff", "main", "HEAD"], { cwd: "bare" })).err, /\/bare is a bare Git repository: make a clone of it/);
});

test("diff in a shallow clone says how to fetch the rest", async (t) => {
  const { run, git, commit, at } = repository(t);
  commit({ [PDF]: skill("pdf") });
  commit({ [CSV]: skill("csv") });
  git("clone", "-q", "--depth", "1", `file://${at("repo")}`, at("clone"));
  for (const words of [["HEAD~1", "HEAD"], ["v1...HEAD"]]) {
    const { code, err } = await run(["diff", ...words], { cwd: "clone" });
    assert.equal(code, 2);
    assert.match(err, /the clone is shallow; run `git fetch --unshallow`, or set `fetch-depth: 0` for actions\/checkout/);
  }
});

test("without Git, folders are compared and commits are not", async (t) => {
  const { run, at } = world(t, { [`repo/base/${PDF}`]: skill("pdf"), [`repo/head/${PDF}`]: skill("pdf") });
  mkdirSync(at("empty"));
  const env = { PATH: at("empty") };
  assert.equal((await run(["diff", "base", "head", ...CODEX], { env })).code, 0);
  const { code, err } = await run(["diff", "main", "HEAD"], { env });
  assert.equal(code, 2);
  assert.match(err, /git is not on PATH, so no commit can be read: install Git, or name two folders/);
});
