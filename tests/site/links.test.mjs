// Follows every link of every built page.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { BUILT } from "./site.mjs";

/** The playground is a page of its own, with tests of its own; its fragments are states. */
const pages = new Map(
  readdirSync(BUILT, { recursive: true })
    .filter((path) => path.endsWith(".html") && !path.startsWith("playground/"))
    .map((path) => [path, readFileSync(`${BUILT}/${path}`, "utf8")]),
);

const decoded = (text) => text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');
const attributes = (html, pattern) => [...html.matchAll(pattern)].map(([, value]) => decoded(value));
const anchors = new Map([...pages].map(([path, html]) => [path, new Set(attributes(html, /\sid="([^"]*)"/g))]));

const isExternal = (href) => /^[a-z]+:/i.test(href);

function broken(page, href) {
  const [path, fragment] = href.split("#");
  const target = path === "" ? page : posix.join(posix.dirname(page), decodeURIComponent(path));
  if (href.startsWith("/")) return `${page}: ${href} is not relative`;
  if (!existsSync(`${BUILT}/${target}`)) return `${page}: ${href} leads to no file`;
  if (fragment && anchors.has(target) && !anchors.get(target).has(decodeURIComponent(fragment)))
    return `${page}: ${href} has no such place`;
  return undefined;
}

test("every link, picture, style and script of the site is relative and there", () => {
  const failures = [];
  let count = 0;
  for (const [page, html] of pages) {
    if (page === "404.html") continue; // stands for any path: the server says where it is
    for (const href of new Set(attributes(html, /<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g))) {
      if (isExternal(href)) continue;
      count++;
      const failure = broken(page, href);
      if (failure) failures.push(failure);
    }
  }
  assert.ok(pages.size > 130, `${pages.size} pages`);
  assert.ok(count > 10_000, `${count} links`);
  assert.deepEqual(failures, []);
});

test("a link to a page or a heading that is not there is found", () => {
  assert.match(broken("hosts/codex.html", "nowhere.html"), /leads to no file/);
  assert.match(broken("hosts/codex.html", "pi.html#nowhere"), /no such place/);
  assert.match(broken("hosts/codex.html", "/hosts/pi.html"), /not relative/);
  assert.equal(broken("hosts/codex.html", "pi.html#frontmatter"), undefined);
});

test("every page of docs/ is on the site", () => {
  const docs = new URL("../../docs/", import.meta.url);
  const missing = readdirSync(docs, { recursive: true })
    .filter((path) => path.endsWith(".md"))
    .map((path) => path.replace(/README\.md$/, "index.md").replace(/\.md$/, ".html"))
    .filter((path) => !pages.has(path));
  assert.deepEqual(missing, []);
});
