// Every fenced block of the READMEs, the reference pages and the guides is tried by some test, or stands below with the reason why it is not.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parseAllDocuments } from "yaml";

import { blocksOf, isTranslation, originalOf, PAGES } from "../pages.mjs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** Blocks that no test tries: a page, a language, and why. */
const UNTRIED = [
  ["README.md", "", "a drawing"],
  ["docs/search.md", "", "formulas"],
  ["docs/ci.md", "groovy", "a pipeline of Jenkins"],
  ["docs/editors.md", "lua", "a configuration of Neovim"],
  ["docs/editors.md", "toml", "a configuration of Helix"],
  ["docs/editors.md", "cjs", "an extension of VS Code, which runs in it alone"],
  ["docs/mcp.md", "toml", "a configuration of Codex"],
  ["docs/guides/rust.md", "toml", "names a repository that the reader knows"],
  ["docs/guides/embedding.md", "markdown", "a picture of a repository that the reader knows"],
  ["docs/lint.md", "md", "a pattern with places to fill in"],
  ["docs/adding-a-rule.md", "", "a command that writes into this repository, and a part of a file of the core"],
];

/** Pages whose programs in Rust are tried: those that `src/lib.rs` takes as documentation, and that of the toy. */
const rustPages = [...read("src/lib.rs").matchAll(/include_str!\("\.\.\/(docs\/.+?)"\)/g)].map(([, page]) => page);
rustPages.push("docs/adding-a-host.md"); // tests/adding_a_host.rs

/** Blocks of other pages that are written into projects of tests, by the name of the file. */
const FILES = [["pkg-template/README.md", "editor.js"]]; // tests/package/recipes.test.mjs

const isRecipe = (page) => page.startsWith("docs/guides/recipes/");
const hasCommands = (page) => blocksOf(page).some(({ language }) => language === "console");

/** The test that tries a block; null for none. */
function triedBy({ page, language = "", file, body }) {
  if (page === "docs/mcp.md" && language === "text") return "tests/command/mcp.test.mjs";
  if (isRecipe(page) && (file !== null || language === "text")) return "tests/package/recipes.test.mjs";
  if (page === "docs/guides/agent.md" && file !== null) return "tests/package/agent.test.mjs";
  if (FILES.some(([at, name]) => at === page && name === file)) return "tests/package/recipes.test.mjs";
  if (language === "js" && file === null) return "tests/package/readme.test.mjs";
  if (language === "console" || language === "sh") return "tests/command/page.test.mjs";
  if (language === "rust" && rustPages.includes(page)) return "src/lib.rs";
  if (language === "json") return JSON.parse(body) && "this";
  if (language === "yaml") return parseAllDocuments(body).every(({ errors }) => errors.length === 0) ? "this" : null;
  if (page === "docs/guides/embedding.md" && language === "html") return "tests/page-logic/embedding-guide.test.mjs";
  if (page === "docs/embedding.md" && ["html", "http"].includes(language)) return "tests/page/embed.test.mjs";
  // A file of the project in which the page's commands run.
  if (language === "md" && file !== null && hasCommands(page)) return "tests/command/page.test.mjs";
  return null;
}

const untried = ({ page, language = "" }) => UNTRIED.find(([at, of]) => at === page && of === language);

for (const page of PAGES.filter((page) => !isTranslation(page))) {
  const blocks = blocksOf(page);
  if (blocks.length === 0) continue;
  test(`each block of ${page} is tried by a test`, () => {
    for (const block of blocks) {
      const test = triedBy(block);
      assert.ok(test !== null || untried(block), `${page}:${block.line}: no test tries this block of ${block.language ?? "no language"}`);
      assert.ok(test === null || !untried(block), `${page}:${block.line}: a test tries what is said to be untried`);
    }
  });
}

test("what is said to be untried is there", () => {
  for (const [page, language] of UNTRIED)
    assert.ok(
      blocksOf(page).some((block) => (block.language ?? "") === language),
      `${page} has no block of ${language}`,
    );
});

/** Code without its comments, which are translated. */
const withoutComments = ({ language, file, body }) => ({
  language,
  file,
  body: body.replaceAll(/(^|\s)(\/\/|#(?!#)) .*$/gm, "").replaceAll(/\/\*\*? .*? \*\//g, ""),
});

for (const page of PAGES.filter(isTranslation)) {
  test(`${page} has the code of its original`, () => {
    assert.ok(PAGES.includes(originalOf(page)), `${originalOf(page)} is not there`);
    assert.deepEqual(blocksOf(page).map(withoutComments), blocksOf(originalOf(page)).map(withoutComments));
  });
}

test("each guide is there in Chinese, too", () => {
  for (const page of PAGES.filter((page) => page.startsWith("docs/guides/")))
    assert.ok(existsSync(new URL(`../../${page.replace("docs/", "docs/zh/")}`, import.meta.url)), `${page} is not translated`);
});
