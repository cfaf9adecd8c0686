// The passages of references that fit a request.
import assert from "node:assert/strict";
import test from "node:test";
import { skill, world } from "./run.mjs";

const FORMS = "# Forms\n\n## Fonts\nEmbed them.\n\n## Locks\nA password opens the form.\n";
const files = {
  "repo/.agents/skills/pdf/SKILL.md": skill("pdf"),
  "repo/.agents/skills/pdf/references/forms.md": FORMS,
  "repo/.agents/skills/csv/SKILL.md": skill("csv"),
  "repo/.agents/skills/csv/more.txt": "A password of a table.\n",
};

test("passages prints the section that fits, with its place", async (t) => {
  const { run } = world(t, files);
  const { code, out } = await run(["passages", "which password opens it", "--skill", "pdf"]);
  assert.equal(code, 0);
  assert.equal(
    out,
    [
      ".agents/skills/pdf/references/forms.md:6  Forms › Locks  9 tokens",
      "  ## Locks",
      "  A password opens the form.",
      "",
      "1 passage, about 9 tokens\n",
    ].join("\n"),
  );
});

test("a request after -- may begin with a dash", async (t) => {
  const { run } = world(t, files);
  const { code, out } = await run(["passages", "--limit", "1", "--", "--password"]);
  assert.equal(code, 0);
  assert.match(out, /^1 passage, /m);
});

test("passages --json is the package's answer", async (t) => {
  const { run } = world(t, files);
  const { out } = await run(["passages", "password", "--json", "--limit", "1"]);
  const { passages, tooLong } = JSON.parse(out);
  assert.deepEqual([passages.length, tooLong], [1, 0]);
});

test("passages exits with 1 if nothing fits", async (t) => {
  const { run } = world(t, files);
  for (const [args, words] of [
    [["passages", "zebra"], /no passage has a word of the request/],
    [["passages", "password", "--max-tokens", "1"], /no passage fits: 2 passages too long for --max-tokens/],
  ]) {
    const { code, out } = await run(args);
    assert.equal(code, 1);
    assert.match(out, words);
  }
});

test("passages refuses wrong arguments", async (t) => {
  const { run } = world(t, files);
  for (const [args, words] of [
    [["passages"], /name a request/],
    [["passages", "a", "b"], /`b` is one argument too many/],
    [["passages", "a", "--limit", "many"], /--limit takes a whole number, not `many`/],
    [["passages", "a", "--skill", "xls"], /no skill is called `xls`/],
  ]) {
    const { code, err } = await run(args);
    assert.equal(code, 2);
    assert.match(err, words);
  }
});
