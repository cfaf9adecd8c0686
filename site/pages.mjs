// Lays every page of the site out in one folder: docs/ as it stands, some pages of the repository, the landing pages and the API.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { writeApi } from "./api.mjs";
import { hostTable } from "./host-table.mjs";
import { OWN_PAGES, PAGES, REPOSITORY } from "./places.mjs";

/** Pages of the repository outside docs/ that readers of the site want, too. */
const BESIDE_DOCS = {
  "README.md": null, // the landing page says it
  "CHANGELOG.md": "changelog.md",
  "CONTRIBUTING.md": "contributing.md",
  "SECURITY.md": "security.md",
  "pkg-template/README.md": "package.md",
};

/** The files of a folder and of those below it, as paths from it. */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1))
    .sort();

const isPage = (path) => path.endsWith(".md");

/** A page's path on the site: a folder's README is its index. */
const onSite = (path) => path.replace(/(^|\/)README\.md$/, "$1index.md");

/** The pages of the repository, from the path there to the path on the site. */
function sources() {
  const pages = new Map();
  for (const path of filesBelow(`${REPOSITORY}docs`).filter(isPage)) pages.set(`docs/${path}`, onSite(path));
  for (const [path, target] of Object.entries(BESIDE_DOCS)) pages.set(path, target ?? "index.md");
  return pages;
}

/** The path on the site of each page of the repository. */
export const PAGE_OF_SOURCE = sources();

/** The page of the repository that a page of the site is; none for those that are made. */
export const SOURCE_OF_PAGE = new Map([...PAGE_OF_SOURCE].filter(([path]) => path !== "README.md").map(([path, page]) => [page, path]));

export async function layOutPages() {
  rmSync(PAGES, { recursive: true, force: true });
  for (const [page, path] of SOURCE_OF_PAGE) lay(`${REPOSITORY}${path}`, page);
  for (const path of filesBelow(`${REPOSITORY}docs/images`)) lay(`${REPOSITORY}docs/images/${path}`, `images/${path}`);
  lay(`${REPOSITORY}docs/doctor.schema.json`, "public/doctor.schema.json");
  lay(`${REPOSITORY}www/public/icon.svg`, "public/icon.svg");
  for (const path of filesBelow(OWN_PAGES)) await layOwn(path);
  await writeApi(`${PAGES}/api`);
}

function lay(from, to) {
  mkdirSync(dirname(`${PAGES}/${to}`), { recursive: true });
  cpSync(from, `${PAGES}/${to}`);
}

/** A landing page; `<!-- hosts -->` is where the table of hosts stands. */
async function layOwn(path) {
  const text = readFileSync(`${OWN_PAGES}/${path}`, "utf8");
  const language = path.startsWith("zh/") ? "zh" : "en";
  if (existsSync(`${PAGES}/${path}`)) throw new Error(`site/pages/${path} and a page of docs/ have the same place on the site`);
  mkdirSync(dirname(`${PAGES}/${path}`), { recursive: true });
  writeFileSync(`${PAGES}/${path}`, text.replace("<!-- hosts -->", await hostTable(language)));
}
