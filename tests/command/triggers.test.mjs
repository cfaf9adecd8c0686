// Triggers: the rank of the right skill for prompts, and a model on loopback.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import test from "node:test";
import { skill, world } from "./run.mjs";

const PDF = "repo/.agents/skills/pdf";
const CSV = "repo/.agents/skills/csv";
const SKILLS = {
  [`${PDF}/SKILL.md`]: skill("pdf", "Fill in forms and merge documents."),
  [`${CSV}/SKILL.md`]: skill("csv", "Clean up tables and merge columns."),
};
const QUERIES = { [`${PDF}/evals/eval_queries.json`]: '[{"query": "fill in this form"},\n{"query": "merge two tables"}]' };

test("triggers reports prompts whose skill is not first, with the competitor and the place", async (t) => {
  const { run } = world(t, { ...SKILLS, ...QUERIES });
  const { code, out } = await run(["triggers", "--host", "codex"]);
  assert.equal(code, 0);
  assert.match(out, /^Codex [\d-]+ {2}1 of 2 prompts pass\n/);
  assert.match(out, /\n {2}pdf ranks 2; csv is first {2}\.agents\/skills\/pdf\/evals\/eval_queries\.json:2:11 \[not-first\]\n/);
  assert.match(out, /\n {4}“merge two tables”; csv has merge, table\n/);
  assert.match(out, /\nConfusions\n {2}pdf → csv {2}1\n/);
});

test("triggers cuts a long prompt to one line, and leaves it whole in JSON", async (t) => {
  const long = `merge two tables\nand ${"more ".repeat(400)}`;
  const { run } = world(t, { ...SKILLS, [`${PDF}/evals/eval_queries.json`]: JSON.stringify([{ query: long }]) });
  const { out } = await run(["triggers", "--host", "codex"]);
  const [line] = /^ {4}“.*$/m.exec(out);
  assert.match(line, /^ {4}“merge two tables and more .*…”; csv has merge, table$/);
  assert.equal(line.replace(/;.*/, "").length, 80);
  const { reports } = JSON.parse((await run(["triggers", "--host", "codex", "--json"])).out);
  assert.equal(reports[0].results[0].prompt, long);
});

test("triggers shows in one line that a host loads none of the prompts' skills", async (t) => {
  const query = (name) => ({ [`repo/skills/${name}/evals/eval_queries.json`]: '[{"query": "fill in"}, {"query": "merge"}]' });
  const published = { "repo/skills/pdf/SKILL.md": skill("pdf"), "repo/skills/csv/SKILL.md": skill("csv") };
  const { out } = await world(t, { ...published, ...query("pdf"), ...query("csv") }).run([
    "triggers",
    "--no-as-installed",
    "--host",
    "codex",
  ]);
  assert.match(
    out,
    /^Codex \S+ {2}0 of 4 prompts pass\n {2}Codex loads none of the prompts' skills: `skillglass explain csv` shows the reason \[unknown-skill\]\n/,
  );
  assert.doesNotMatch(out, /“|Confusions/);
});

test("triggers names hosts and files as the other commands do", async (t) => {
  const evals = {
    "repo/skills/csv/evals/evals.json": '{"skill_name": "tables", "evals": [{"prompt": "clean up"}]}',
    "repo/skills/csv/SKILL.md": skill("csv"),
  };
  const { out } = await world(t, { ...SKILLS, ...QUERIES, ...evals }).run(["triggers", "--host", "codex"]);
  assert.match(out, /\n {2}Codex loads no skill "skills\/csv\/SKILL\.md" {2}skills\/csv\/evals\/evals\.json:1:\d+ \[unknown-skill\]\n/);
  assert.match(out, /\n {2}skills\/csv\/SKILL\.md → /);
});

test("triggers fails below a share, and without any prompt", async (t) => {
  const { run } = world(t, { ...SKILLS, ...QUERIES });
  const codes = [];
  for (const least of ["0.5", "0.9"]) codes.push((await run(["triggers", "--host", "codex", "--fail-under", least])).code);
  assert.deepEqual(codes, [0, 1]);
  const none = world(t, SKILLS);
  assert.equal((await none.run(["triggers", "--host", "codex", "--fail-under", "0.5"])).code, 1);
});

test("triggers reads the prompts of a file, in a folder", async (t) => {
  const { run } = world(t, { ...SKILLS, ...QUERIES, "repo/prompts.json": '[{"query": "clean up tables", "skill": "csv"}]' });
  const { code, out } = await run(["triggers", ".", "--prompts", "prompts.json", "--host", "codex", "--json"]);
  assert.equal(code, 0);
  const [{ results }] = JSON.parse(out).reports;
  assert.deepEqual(
    results.map(({ prompt, passed }) => [prompt, passed]),
    [["clean up tables", true]],
  );
});

test("triggers ranks published skills as if they were installed, with the prompts beside the originals", async (t) => {
  const at = (path) => path.replace(".agents/skills", "skills");
  const files = Object.fromEntries(Object.entries({ ...SKILLS, ...QUERIES }).map(([path, text]) => [at(path), text]));
  const { run } = world(t, files);
  const { code, out } = await run(["triggers", "--host", "codex,claude-code"]);
  assert.equal(code, 0);
  assert.match(out, /^no host looks where these skills are: shown as if installed for each /);
  assert.equal(out.match(/ {2}1 of 2 prompts pass\n/g).length, 2);
  assert.match(out, /\n {2}pdf ranks 2; csv is first {2}skills\/pdf\/evals\/eval_queries\.json:2:11 \[not-first\]\n/);
  const named = await run(["triggers", "--host", "codex", "--prompts", "skills/pdf/evals/eval_queries.json", "--json"]);
  const { asInstalled, reports } = JSON.parse(named.out);
  assert.deepEqual([asInstalled, reports[0].passed, reports[0].judged], [true, 1, 2]);
  assert.match(reports[0].results[0].path, /\/repo\/skills\/pdf\/SKILL\.md$/);
  assert.match((await run(["triggers", "--host", "codex", "--no-as-installed"])).out, /0 of 2 prompts pass/);
});

test("wrong options of triggers are named", async (t) => {
  const { run } = world(t, SKILLS);
  for (const [args, words] of [
    [["nosuch"], /FOLDER: there is no folder .*nosuch/],
    [["--fail-under", "2"], /--fail-under takes a number from 0 to 1, not `2`/],
    [["--prompts", "gone.json"], /--prompts .*gone\.json: there is no such file/],
    [["--model", "m"], /--model needs --base-url/],
    [["--repeat", "2"], /--repeat is about a model/],
    [["--model", "m", "--base-url", "here"], /--base-url: must be an address/],
    [["--model", "m", "--base-url", "http://127.0.0.1", "--interface", "smtp"], /--interface takes anthropic-messages/],
  ]) {
    const { code, err } = await run(["triggers", ...args]);
    assert.equal(code, 2);
    assert.match(err, words);
  }
});

/** Starts a model on loopback that always uses the skill `pdf`. Returns its address, and the requests that it gets. */
async function loopbackModel(t) {
  const seen = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    seen.push({ key: request.headers["x-api-key"], body: JSON.parse(text) });
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        content: [{ type: "tool_use", name: "Skill", input: { skill: "pdf" } }],
        usage: { input_tokens: 9, output_tokens: 1 },
      }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return { address: `http://127.0.0.1:${server.address().port}/v1`, seen };
}

const CLAUDE = Object.fromEntries(
  Object.entries({ ...SKILLS, ...QUERIES }).map(([path, text]) => [path.replace(".agents", ".claude"), text]),
);

for (const [model, roles] of [
  ["claude-sonnet-4-5", ["user"]],
  ["claude-opus-5-5", ["user", "system"]],
]) {
  test(`triggers asks ${model} in the form that Claude Code has for it`, async (t) => {
    const { address, seen } = await loopbackModel(t);
    const { run } = world(t, CLAUDE);
    await run(["triggers", "--host", "claude-code", "--model", model, "--base-url", address]);
    assert.equal(seen.length, 2);
    for (const { body } of seen) {
      assert.deepEqual(
        body.messages.map(({ role }) => role),
        roles,
      );
      const [part] = body.messages.at(-1).content;
      assert.match(part.text, /The following skills are available/);
    }
  });
}

test("triggers asks a model with the key of the environment, and keeps finished requests", async (t) => {
  const { address, seen } = await loopbackModel(t);
  const { run, read } = world(t, CLAUDE);
  const args = ["triggers", "--host", "claude-code", "--model", "m", "--base-url", address, "--saved", "runs.json"];
  const env = { SKILLGLASS_MODEL_KEY: "sk-secret" };
  const { code, out, err } = await run(args, { env });
  assert.equal(code, 0);
  assert.match(out, /pdf: 100 % \(2 of 2; /);
  assert.match(out, /2 requests, 18 tokens in, 2 out/);
  assert.deepEqual([seen.length, seen[0].key, seen[0].body.model], [2, "sk-secret", "m"]);
  assert.ok(![out, err, read("repo/runs.json")].some((text) => text.includes("sk-secret")));
  assert.match((await run(args, { env })).out, /0 requests, /);
  assert.equal(seen.length, 2);
});
