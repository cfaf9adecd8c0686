// The examples of docs/command.md: its files are written, its commands run in their order, and what they print is compared.
// `UPDATE_PAGE=1 node --test tests/command/page.test.mjs` writes what they print into the page, when a change is meant.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import { world } from "./run.mjs";

const PAGE = new URL("../../docs/command.md", import.meta.url);

test("the examples of docs/command.md print what they say", async (t) => {
  const { run, put, at } = world(t);
  const { version } = JSON.parse(readFileSync(new URL("../../pkg/package.json", import.meta.url), "utf8"));
  const normal = (text) =>
    text
      .replaceAll(at("repo"), "/repo")
      .replaceAll(at("home"), "/home/me")
      .replace(`skillglass ${version} on Node ${process.versions.node}`, "skillglass 1.0.0 on Node 24.0.0");
  let page = readFileSync(PAGE, "utf8");
  let examples = 0;
  for (const [block, language, path, body] of page.matchAll(/```(md|console)(?: (\S+))?\n(.*?)```/gs)) {
    if (language === "md") {
      put(path, body);
      continue;
    }
    examples += 1;
    const [line] = body.split("\n");
    const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare);
    assert.deepEqual(words.slice(0, 2), ["$", "skillglass"]);
    const { out, err } = await run(words.slice(2));
    const printed = normal(`${line}\n${err}${out}`);
    if (process.env.UPDATE_PAGE) page = page.replace(block, () => `\`\`\`console\n${printed}\`\`\``);
    else assert.equal(body, printed);
  }
  assert.ok(examples >= 9);
  if (process.env.UPDATE_PAGE) writeFileSync(PAGE, page);
});
