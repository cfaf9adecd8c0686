import assert from "node:assert/strict";
import test from "node:test";
import { COLON, link, skill, world } from "./run.mjs";

const PDF = "repo/.agents/skills/pdf/SKILL.md";

test("a project without faults is clean", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf") });
  const { code, out } = await run(["check"]);
  assert.equal(code, 0);
  assert.match(out, /^✔ no problem {2}1 skill through Codex/);
});

test("a finding has its file, its place, its line and its remedy", async (t) => {
  const { run } = world(t, { [PDF]: COLON });
  const { code, out } = await run(["check"]);
  assert.equal(code, 1);
  assert.equal(
    out,
    [
      ".agents/skills/pdf/SKILL.md",
      "  3:42 warning the value of `description` has a colon and a space and is not in quotes: Codex, Claude Code, opencode and the open standard read the value as written; Codex 2026-02 and 2026-05, Claude Code 2026-02, opencode 2026-03 and other readers of YAML refuse it [unquoted-colon]",
      "       3 │ description: Fills in PDF forms. Use when: a form is handed over.",
      "         │                                          ^",
      "       help Put the value in quotes, or its lines indented below `|-`.",
      "       fix  Put the value in quotes (--fix)",
      "",
      "✘ 1 warning  in 1 of 1 skill through Codex 2026-11, Claude Code 2026-11, opencode 1.18 and Open standard 2026-08",
      "--fix applies 1 fix in 1 file",
      "Claude Code 2026-11 does not find it: `skillglass explain pdf` shows where it looks",
      "",
    ].join("\n"),
  );
});

test("an error says which hosts lose the skill", async (t) => {
  const { run } = world(t, { [PDF]: "no frontmatter\n" });
  const { code, out } = await run(["check", "--host", "codex"]);
  assert.equal(code, 1);
  assert.match(out, /error .* \[no-frontmatter\]\n/);
  assert.match(out, /lost Codex\n/);
});

test("the project is found from a folder in it", async (t) => {
  const { run } = world(t, { [PDF]: COLON, "repo/deep/down/x.txt": "" });
  const { code, out } = await run(["check"], { cwd: "repo/deep/down" });
  assert.equal(code, 1);
  assert.match(out, /^\.\.\/\.\.\/\.agents\/skills\/pdf\/SKILL\.md\n/);
});

test("a path is checked alone", async (t) => {
  const { run } = world(t, { [PDF]: COLON, "repo/.agents/skills/csv/SKILL.md": "nothing\n" });
  const { out } = await run(["check", ".agents/skills/pdf"]);
  assert.match(out, /unquoted-colon/);
  assert.doesNotMatch(out, /csv/);
});

test("a path in another project is seen from there", async (t) => {
  const { run } = world(t, { "other/.git/HEAD": "", "other/.agents/skills/pdf/SKILL.md": "nothing\n" });
  const { code, out } = await run(["check", "../other", "--format", "json"]);
  assert.equal(code, 1);
  const { projects } = JSON.parse(out);
  assert.equal(projects.length, 1);
  assert.match(projects[0].root, /\/other$/);
});

test("what lies in the home is not the project's, and shadows it all the same", async (t) => {
  const { run } = world(t, {
    "home/.claude/skills/pdf/SKILL.md": skill("pdf", "Reads PDF files. Use when one is to be read."),
    "repo/.claude/skills/pdf/SKILL.md": skill("pdf"),
  });
  const { out } = await run(["check", "--host", "claude-code", "--format", "json"]);
  const { diagnostics } = JSON.parse(out);
  assert.deepEqual([...new Set(diagnostics.map(({ path }) => path.includes("/home/")))], [false]);
  assert.ok(diagnostics.some(({ code }) => code === "shadowed"));
});

test("the home is checked when it is named", async (t) => {
  const { run, at } = world(t, { "home/.claude/skills/pdf/SKILL.md": COLON });
  const { code, out } = await run(["check", at("home/.claude/skills")]);
  assert.equal(code, 1);
  assert.match(out, /^~\/\.claude\/skills\/pdf\/SKILL\.md\n/);
});

test("an edition of a host is asked as it was", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf") });
  const { out } = await run(["check", "--host", "codex@2026-02,pi"]);
  assert.match(out, /1 skill through Codex 2026-02 and pi 2026-11/);
});

test("the hosts of skillglass.json are asked", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf"), "repo/skillglass.json": '{ "hosts": ["gemini-cli"] }' });
  const { out } = await run(["check"]);
  assert.match(out, /through Gemini CLI 2026-11\n/);
});

test("a broken skillglass.json is a finding with its place, and the rest is checked", async (t) => {
  const { run } = world(t, { [PDF]: COLON, "repo/skillglass.json": '{ "hosts": [' });
  const { code, out } = await run(["check"]);
  assert.equal(code, 1);
  assert.match(out, /^skillglass\.json\n.* \[configuration\]\n/m);
  assert.match(out, /unquoted-colon/);
});

test("--min-severity says what counts, and what was below it is counted", async (t) => {
  const { run } = world(t, { [PDF]: COLON });
  const { code, out } = await run(["check", "--min-severity", "error"]);
  assert.equal(code, 0);
  assert.match(out, /no problem/);
  assert.match(out, /1 finding of lower severity: --min-severity hint shows it/);
});

test("--quiet prints findings and nothing else", async (t) => {
  const { run } = world(t, { [PDF]: COLON });
  const { out, err } = await run(["check", "--quiet"]);
  assert.match(out, /fix {2}Put the value in quotes \(--fix\)\n$/);
  assert.equal(err, "");
  assert.deepEqual(await run(["check", "--quiet", "--min-severity", "error"]), { code: 0, out: "", err: "" });
});

test("a folder without skills says so and is clean", async (t) => {
  const { run } = world(t, { "repo/README.md": "" });
  const { code, out, err } = await run(["check"]);
  assert.equal(code, 0);
  assert.equal(out, "");
  assert.match(err, /there is no SKILL\.md in .*repo: nothing to check/);
});

test("what Git ignores is left alone, but not where hosts look", async (t) => {
  const { run } = world(t, {
    "repo/.gitignore": "build/\n.agents/\n",
    "repo/build/skills/a/SKILL.md": "nothing\n",
    "repo/node_modules/b/skills/b/SKILL.md": "nothing\n",
    [PDF]: "nothing\n",
  });
  const { out } = await run(["check", "--format", "json"]);
  assert.deepEqual(
    JSON.parse(out).files.map((path) => path.split("/repo/")[1]),
    [".agents/skills/pdf/SKILL.md"],
  );
});

test("a nested .gitignore takes back what one above says", async (t) => {
  const { run } = world(t, {
    "repo/.gitignore": "*.md\n",
    "repo/kept/.gitignore": "!SKILL.md\n",
    "repo/kept/SKILL.md": skill("kept"),
    "repo/lost/SKILL.md": skill("lost"),
  });
  const { out } = await run(["check", "--format", "json"]);
  assert.deepEqual(
    JSON.parse(out).files.map((path) => path.split("/repo/")[1]),
    ["kept/SKILL.md"],
  );
});

test("an ignored folder that is named is checked", async (t) => {
  const { run } = world(t, { "repo/.gitignore": "build/\n", "repo/build/a/SKILL.md": "nothing\n" });
  const { code, out } = await run(["check", "build/a"]);
  assert.equal(code, 1);
  assert.match(out, /^build\/a\/SKILL\.md\n/);
});

test("what is ignored in a folder that is named is left alone", async (t) => {
  const { run } = world(t, {
    "repo/.gitignore": "dist/\n",
    "repo/packages/a/SKILL.md": skill("a"),
    "repo/packages/dist/a/SKILL.md": "nothing\n",
  });
  const { code, out } = await run(["check", "packages", "--format", "json"]);
  assert.equal(code, 0);
  assert.equal(JSON.parse(out).files.length, 1);
});

test("a linked folder of skills is read where it lies", async (t) => {
  const { run } = world(t, { "elsewhere/pdf/SKILL.md": skill("pdf"), "repo/.claude/skills": link("../../elsewhere") });
  const { out } = await run(["list", "--host", "claude-code", "--format", "json"]);
  const [{ skills }] = JSON.parse(out);
  assert.deepEqual(
    skills.map(({ name, path }) => [name, path.endsWith("/elsewhere/pdf/SKILL.md")]),
    [["pdf", true]],
  );
});

test("a skill that the project links to from elsewhere is checked as the project's, and mended where it is named", async (t) => {
  const { run, read, at } = world(t, {
    "shared/pdf/SKILL.md": COLON,
    "shared/csv/SKILL.md": "nothing\n",
    "repo/.claude/skills/pdf": link("../../../shared/pdf"),
  });
  const { code, out } = await run(["check", "--format", "json"]);
  assert.equal(code, 1);
  assert.deepEqual(
    JSON.parse(out).diagnostics.map((one) => [one.code, one.path.endsWith("/shared/pdf/SKILL.md")]),
    [["unquoted-colon", true]],
  );
  assert.equal((await run(["check", "--fix"])).code, 2);
  assert.equal(read("shared/pdf/SKILL.md"), COLON);
  await run(["check", "--fix", at("shared/pdf")]);
  assert.match(read("shared/pdf/SKILL.md"), /description: "/);
  assert.equal(read("shared/csv/SKILL.md"), "nothing\n");
});

test("links that lead in a circle end nothing", async (t) => {
  const { run } = world(t, {
    [PDF]: skill("pdf"),
    "repo/.agents/skills/self": link("self"),
    "repo/.agents/skills/up": link(".."),
    "repo/.agents/skills/to": link("fro"),
    "repo/.agents/skills/fro": link("to"),
    "repo/.claude/skills": link("../.agents/skills"),
  });
  const { code, out } = await run(["list", "--host", "codex", "--format", "json"]);
  assert.equal(code, 0);
  assert.deepEqual(
    JSON.parse(out)[0].skills.map(({ name }) => name),
    ["pdf"],
  );
});

test("colours are for terminals, and for whoever forces them", async (t) => {
  const { run } = world(t, { [PDF]: COLON });
  const colour = "\x1b[";
  assert.ok(!(await run(["check"])).out.includes(colour));
  assert.ok((await run(["check"], { env: { FORCE_COLOR: "1" } })).out.includes(colour));
  assert.ok(!(await run(["check"], { env: { FORCE_COLOR: "0" } })).out.includes(colour));
});

test("signs that a terminal acts on are shown as signs", async (t) => {
  const { run } = world(t, { [PDF]: "---\nname: pdf\ndescription: \u001b[2JGone: \u202eall\n---\n" });
  const { out } = await run(["check", "--min-severity", "hint"]);
  assert.ok(!out.includes("\u001b"));
  assert.ok(!out.includes("\u202e"));
  assert.match(out, /␛\[2JGone/);
});

test("a small check leaves next to nothing for V8 to optimize, which Node would wait for after the answer", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf") });
  const { out } = await run(["check"], { flags: ["--trace-wasm-compilation-times"] });
  const compiled = (tier) => out.split("\n").filter((line) => line.includes(`using ${tier}`)).length;
  assert.ok(compiled("Liftoff") > 100, "the trace is there");
  assert.ok(compiled("TurboFan") < 10, `${compiled("TurboFan")} functions`);
});

test("check names a host that finds none of the skills that another host finds", async (t) => {
  const { run, put } = world(t, { "repo/.agents/skills/pdf/SKILL.md": skill("pdf"), "repo/.agents/skills/csv/SKILL.md": skill("csv") });
  const line = /\n(.* none of them: `skillglass explain csv` shows where it looks)\n/;
  const { code, out } = await run(["check", "--host", "codex,claude-code,standard"]);
  assert.deepEqual([code, line.exec(out)?.[1].split(" finds")[0]], [0, "Claude Code 2026-11"], out);
  assert.doesNotMatch((await run(["check", "--host", "claude-code"])).out, line, "no host finds them");
  assert.doesNotMatch((await run(["check", "--host", "codex,claude-code", "--quiet"])).out, line);
  put("repo/.claude/skills/pdf/SKILL.md", skill("pdf"));
  assert.doesNotMatch((await run(["check", "--host", "codex,claude-code"])).out, line);
});
