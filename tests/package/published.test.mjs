// What a page of the repository is in the package, and the addresses of the package.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { addressesOf, links, manifestAddresses, published } from "../../scripts/published.mjs";
import { repository } from "./project.mjs";

const read = (path) => readFileSync(join(repository, path), "utf8");
const ADDRESSES = addressesOf(
  '[workspace.package]\nversion = "1.2.3"\nhomepage = "https://glass.example"\nrepository = "https://code.example/glass"\n\n[package]\nhomepage.workspace = true\n',
);
const FILES = "https://code.example/glass/blob/v1.2.3";

test("the addresses come from the crates' manifest", () => {
  assert.deepEqual(manifestAddresses(ADDRESSES), {
    homepage: "https://glass.example",
    repository: { type: "git", url: "git+https://code.example/glass.git" },
    bugs: { url: "https://code.example/glass/issues" },
  });
});

for (const [what, text, expected] of [
  ["a fence that names a file has its language alone", "```md /repo/a.md\nx\n```", "`/repo/a.md`:\n\n```md\nx\n```"],
  [
    "a fence with escapes says so in words",
    "````md escaped /repo/a.md\n```\n````",
    "`/repo/a.md`, with escapes for characters that are not seen:\n\n````md\n```\n````",
  ],
  ["a fence that names no file stays", "```sh\nls\n```", "```sh\nls\n```"],
  ["a link to a page of the package stays", "[b](b.md#c)", "[b](b.md#c)"],
  ["a link to another page leads to the repository", "[l](../lint.md#fixes)", `[l](${FILES}/docs/lint.md#fixes)`],
  ["an address stays", "[x](https://x.example/y)", "[x](https://x.example/y)"],
  ["a link in an example stays", "```md\n[l](../lint.md)\n```", "```md\n[l](../lint.md)\n```"],
])
  test(`${what} in a published page`, () => {
    assert.equal(
      published(text, "docs/rules/a.md", ADDRESSES, (path) => path === "docs/rules/b.md"),
      expected,
    );
  });

test("the package links its documentation, its repository and its issues", () => {
  const addresses = addressesOf(read("Cargo.toml"));
  const { homepage, repository: source, bugs } = JSON.parse(read("pkg/package.json"));
  assert.deepEqual({ homepage, repository: source, bugs }, manifestAddresses(addresses));
  assert.ok(read("pkg/README.md").includes(links(addresses)));
  assert.doesNotMatch(read("pkg/README.md"), /\]\(\.\.?\//);
});

test("the pages of the package have fences that every renderer knows", () => {
  assert.match(read("pkg/docs/rules/invisible-character.md"), /\n`\/repo\/.*\n\n```md\n/);
  assert.doesNotMatch(read("pkg/docs/rules/invisible-character.md"), /^```\S+ /m);
});
