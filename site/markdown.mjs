// Markdown as it is read in the repository: what VitePress adds to it is off, headings have the same fragments, and links that leave the
// site's pages become the path of what they lead to.
import { existsSync } from "node:fs";
import { posix } from "node:path";
import { PAGE_OF_SOURCE, SOURCE_OF_PAGE } from "./pages.mjs";
import { PAGES, REPOSITORY } from "./places.mjs";

/** A heading's fragment: small letters, hyphens for blanks, no punctuation. `tests/docs_links.rs` reads links by the same rule. */
export const fragmentOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{Number} _-]/gu, "")
    .replaceAll(" ", "-");

/** @param {{ canIUseRows: { id: string, title: string }[] }} known */
export function markdownOptions({ canIUseRows }) {
  return {
    anchor: { slugify: fragmentOf },
    // What only VitePress reads; the pages are read elsewhere, too.
    attrs: false,
    component: false,
    container: false,
    emoji: false,
    footnote: false,
    include: false,
    snippet: false,
    toc: false,
    // What the pages of rules call files that have no language.
    languageAlias: { link: "txt", folders: "txt", svg: "xml" },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(md) {
      md.core.ruler.push("links-of-the-repository", (state) => rewriteLinks(state));
      md.core.ruler.push("rows-of-can-i-use", (state) => linkRows(state, canIUseRows));
      escapeInterpolation(md);
      captionFences(md);
    },
  };
}

/** The page that is rendered, as a path on the site. */
const pageOf = ({ env }) => (env.path?.startsWith(`${PAGES}/`) ? env.path.slice(PAGES.length + 1) : undefined);

const isElsewhere = (href) => /^([a-z][a-z+.-]*:|\/\/|#)/i.test(href);

function rewriteLinks(state) {
  const page = pageOf(state);
  const source = SOURCE_OF_PAGE.get(page);
  if (!source) return;
  for (const { children } of state.tokens) {
    if (!children) continue;
    for (let index = 0; index < children.length; index++) {
      const token = children[index];
      if (token.type !== "link_open" || isElsewhere(token.attrGet("href"))) continue;
      const [path, named] = token.attrGet("href").split("#");
      const target = posix.join(posix.dirname(source), decodeURIComponent(path));
      // The landing page stands for the README and has headings of its own.
      const fragment = target === "README.md" ? undefined : named;
      const linked = PAGE_OF_SOURCE.get(target) ?? PAGE_OF_SOURCE.get(`${target.replace(/\/$/, "")}/README.md`);
      if (linked) {
        const way = posix.relative(posix.dirname(page), linked);
        token.attrSet("href", `${way.startsWith(".") ? way : `./${way}`}${fragment ? `#${fragment}` : ""}`);
      } else if (target.startsWith("docs/") && existsSync(`${PAGES}/public/${target.slice("docs/".length)}`)) {
        token.attrSet("href", `/${target.slice("docs/".length)}`);
        token.attrSet("target", "_self");
      } else if (existsSync(`${REPOSITORY}${target}`)) {
        showPath(state, children, index, target);
      }
    }
  }
}

/** Has the link's text stand by itself, with the path in the repository behind it unless it is the text. */
function showPath(state, children, open, target) {
  let close = open;
  while (children[close].type !== "link_close") close++;
  const text = children.slice(open + 1, close);
  const said = text.map(({ content }) => content).join("");
  const path = Object.assign(new state.Token("code_inline", "code", 0), { content: target, markup: "`" });
  const plain = (content) => Object.assign(new state.Token("text", "", 0), { content });
  children.splice(open, close - open + 1, ...(target.endsWith(said) ? [path] : [...text, plain(" ("), path, plain(")")]));
}

/** The first cell of each row of "Can I use" leads to the row in the playground, which has all editions. */
function linkRows(state, rows) {
  if (pageOf(state) !== "can-i-use.md") return;
  const titles = [];
  let isFirst = false;
  for (const [index, token] of state.tokens.entries()) {
    if (token.type === "tr_open") isFirst = true;
    else if (token.type === "td_open" && isFirst) {
      titles.push(state.tokens[index + 1]);
      isFirst = false;
    }
  }
  const tables = titles.slice(-rows.length); // the table of marks stands before them
  for (const [index, { id, title }] of rows.entries()) {
    const cell = tables[index];
    const plain = (text) => text.replace(/[`\\\s]/g, "");
    if (plain(cell?.content ?? "") !== plain(title)) throw new Error(`docs/can-i-use.md has no row “${title}” where the package has it`);
    const open = Object.assign(new state.Token("html_inline", "", 0), { content: `<a href="${rowAddress(id)}" target="_self">` });
    const close = Object.assign(new state.Token("html_inline", "", 0), { content: "</a>" });
    cell.children = [open, ...cell.children, close];
  }
}

/** As `www/src/state/address.ts` writes it. */
const rowAddress = (row) => `./playground/index.html#can-i-use=${encodeURIComponent(row).replaceAll("%2F", "/")}`;

/** Two braces are text; Vue would evaluate what stands between them. */
function escapeInterpolation(md) {
  for (const kind of ["text", "code_inline"]) {
    const rule = md.renderer.rules[kind];
    md.renderer.rules[kind] = (...values) => rule(...values).replace(/\{(?=\{)/g, "&#123;");
  }
}

/** The path behind a fence's language, as the pages of rules have it, is shown above the code. */
function captionFences(md) {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const [, path] = /^\S+\s+(\/\S+)$/.exec(tokens[index].info.trim()) ?? [];
    const code = fence(tokens, index, ...rest);
    if (!path) return code;
    const caption = `<div class="code-path">${md.utils.escapeHtml(path)}</div>`;
    return code instanceof Promise ? code.then((html) => caption + html) : caption + code;
  };
}
