// The pages whose code is tested, and their fenced blocks.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));

const markdownIn = (folder, recursive = false) =>
  readdirSync(join(repository, folder), { recursive })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`)
    .sort();

/** The two READMEs, the reference pages, the guides and their Chinese twins, by their paths in the repository. */
export const PAGES = [
  "README.md",
  "pkg-template/README.md",
  ...markdownIn("docs"),
  ...markdownIn("docs/guides", true),
  ...markdownIn("docs/zh", true),
];

/** The page that a Chinese page is a translation of; null for one that is none. */
export const originalOf = (page) => (page.startsWith("docs/zh/") ? page.replace("docs/zh/", "docs/") : null);

export const isTranslation = (page) => originalOf(page) !== null;

/**
 * The fenced blocks of a page: the language, the file that it is, if the line above says so (`**\`main.js\`**`) or the language is followed
 * by a path, the text, and its line.
 */
export function blocksOf(page) {
  const blocks = [];
  let fence = null;
  let above = "";
  for (const [at, line] of readFileSync(join(repository, page), "utf8").split("\n").entries()) {
    if (fence !== null) {
      if (line !== fence.mark) fence.body += `${line}\n`;
      else {
        const { mark, ...block } = fence;
        blocks.push(block);
        fence = null;
        above = "";
      }
      continue;
    }
    const [, mark, info] = /^(`{3,})(.*)$/.exec(line) ?? [];
    if (mark !== undefined) {
      const [language, path] = info.trim().split(/\s+/);
      const named = /^\*\*`(.+)`\*\*$/.exec(above)?.[1];
      fence = { mark, page, line: at + 1, language, file: named ?? path ?? null, body: "" };
    } else if (line.trim() !== "") above = line;
  }
  if (fence !== null) throw new Error(`${page}:${fence.line}: the block is not closed`);
  return blocks;
}
