// The code of the guide on embedding: the program makes links that the page opens, and the frame's address says what the guide says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blocksOf } from "../pages.mjs";
import { source } from "./source.mjs";

const blocks = blocksOf("docs/guides/embedding.md");
const blockOf = (language) => blocks.find((block) => block.language === language).body;

test("a link that the program makes opens with its files", async () => {
  const { fromFragment } = await source("files/share/link.ts");
  const program = `${blockOf("js").replaceAll(/^console\.log.*$/gm, "")}\nexport { linkTo };\n`;
  const { linkTo } = await import(`data:text/javascript,${encodeURIComponent(program)}`);
  const link = new URL(linkTo("https://skillglass.example/?embed=edit", { "/repo/é.md": "été\n" }, { host: "pi", prompt: "Hello" }));
  assert.equal(link.search, "?embed=edit");
  const { kind, workspace } = fromFragment(link.hash);
  assert.equal(kind, "workspace");
  assert.deepEqual([...workspace.files], [["/repo/é.md", "été\n"]]);
  assert.deepEqual([workspace.options.host, workspace.prompt], ["pi", "Hello"]);
});

test("the frame is one that the page knows", async () => {
  const { embeddingOf } = await source("lib/embedding.ts");
  const [, address] = /src="(.+?)"/.exec(blockOf("html"));
  const { search } = new URL(address.replaceAll("&amp;", "&"));
  assert.deepEqual(embeddingOf(search), { mode: "read", view: "compare", host: null, edition: null, theme: null, language: null });
});
