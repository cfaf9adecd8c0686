// The commands on the pages: a page's files are written, its commands run in their order, and what they print is compared.
// `UPDATE_PAGE=1 node --test tests/command/page.test.mjs` writes what they print into the pages, when a change is meant.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import { blocksOf, isTranslation, PAGES } from "../pages.mjs";
import { skill, world } from "./run.mjs";

const at = (path) => new URL(`../../${path}`, import.meta.url);
const { version } = JSON.parse(readFileSync(at("pkg/package.json"), "utf8"));

/** The words of a line, without quotes and a comment. */
const wordsOf = (line) =>
  [...line.replace(/\s+# .*$/, "").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare);

/** A file of `docs/command.md` is named from the top of the world, that of another page from the repository. */
const placeOf = (page, file) => (page === "docs/command.md" ? file : `repo/${file}`);

for (const page of PAGES.filter((page) => !isTranslation(page))) {
  const blocks = blocksOf(page);
  if (!blocks.some(({ language }) => language === "console")) continue;
  test(`the examples of ${page} print what they say`, async (t) => {
    const here = world(t);
    const normal = (text) =>
      text
        .replaceAll(here.at("repo"), "/repo")
        .replaceAll(here.at("home"), "/home/me")
        .replace(`skillglass ${version} on Node ${process.versions.node}`, "skillglass 1.0.0 on Node 24.0.0");
    let text = readFileSync(at(page), "utf8");
    for (const { language, file, body } of blocks) {
      if (file !== null) here.put(placeOf(page, file), body);
      if (language !== "console") continue;
      const [line] = body.split("\n");
      const words = wordsOf(line);
      const named = words.indexOf("skillglass");
      assert.ok(["$", "$ npx"].includes(words.slice(0, named).join(" ")), line);
      const { out, err } = await here.run(words.slice(named + 1));
      const printed = normal(`${line}\n${err}${out}`);
      if (process.env.UPDATE_PAGE) text = text.replace(`\`\`\`console\n${body}\`\`\``, () => `\`\`\`console\n${printed}\`\`\``);
      else assert.equal(body, printed);
    }
    if (process.env.UPDATE_PAGE) writeFileSync(at(page), text);
  });
}

const isTarget = ([, target]) => new RegExp(`^${target}:`, "m").test(readFileSync(at("Makefile"), "utf8"));
const isExample = (words) =>
  ["", ".rs", "/main.rs"].some((end) => existsSync(at(`examples/${words[words.indexOf("--example") + 1]}${end}`)));

/** Lines for a shell that are not run: how they begin, why, and what is looked at in their place. */
const NOT_RUN = [
  [/^npm install/, "takes the package from npm; tests/package/ installs the tarball"],
  [/^npx (--yes )?skillglass diff .*(main|HEAD|v2)/, "needs a repository with commits; tests/command/commits.test.mjs has some"],
  [/^npx skillglass usage /, "needs logs of hosts; tests/command/usage.test.mjs has some"],
  [/^npx (vite|serve)/, "tests/package/recipes.test.mjs does it"],
  [/^node (?!benches\/)/, "a program of the page; tests/package/recipes.test.mjs runs it"],
  [/^git clone/, "fetches a repository"],
  [/^make /, "takes minutes", isTarget],
  [/^cargo run --release --example/, "takes minutes", isExample],
  [/^node benches\//, "takes minutes", ([, file]) => existsSync(at(file))],
  [/^PROPTEST_CASES=\d+ cargo test/, "takes hours"],
];

/** Lines that were run: each page has the same world. */
const ran = new Set();

for (const page of PAGES.filter((page) => !isTranslation(page))) {
  const lines = blocksOf(page)
    .filter(({ language }) => language === "sh")
    .flatMap(({ body }) => body.split("\n").filter((line) => line !== ""));
  if (lines.length === 0) continue;
  test(`the lines for a shell of ${page} can be run`, async (t) => {
    const { put, run } = world(t, { "repo/.agents/skills/pdf/SKILL.md": skill("pdf") });
    put("repo/theirs/skills/report/SKILL.md", skill("report"));
    put("theirs/skills/pdf/SKILL.md", skill("pdf"));
    for (const folder of ["skills", "team/skills"]) put(`repo/${folder}/notes/SKILL.md`, skill("notes"));
    for (const line of lines) {
      const words = wordsOf(line);
      const named = words.indexOf("skillglass");
      if (ran.has(line)) continue;
      ran.add(line);
      const exception = NOT_RUN.find(([pattern]) => pattern.test(line));
      if (exception === undefined && /^npx( --yes)? skillglass /.test(line)) {
        const { code, err } = await run(words.slice(named + 1));
        assert.ok(code <= 1, `${line}: ${err}`);
      } else {
        assert.ok(exception, `${line}: it is neither run nor is it said why not`);
        const [, , isThere = () => true] = exception;
        assert.ok(isThere(words), `${line}: there is no such thing`);
      }
    }
  });
}
