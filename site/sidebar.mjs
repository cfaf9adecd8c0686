// The sidebars, made from the folders and from the first heading of each page.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { PAGES } from "./places.mjs";

/** What the pages that stand right in docs/ are about; a page that is not named here comes last, under "More". */
const GROUPS = [
  { title: "Command and editors", pages: ["command", "ci", "editors", "mcp", "skills-cli", "gh-skill", "locks"] },
  {
    title: "What hosts do",
    pages: [
      "can-i-use",
      "compare",
      "change",
      "budget",
      "health",
      "usage",
      "build",
      "lint",
      "search",
      "passages",
      "triggers",
      "dependencies",
      "mcp-skills",
      "agent-plugins",
    ],
  },
  {
    title: "The project",
    pages: ["performance", "reliability", "security", "versioning", "adding-a-host", "recording", "contributing", "changelog"],
  },
];

/** The order of guides and hosts; others follow by name. */
const GUIDES = ["index", "authors", "web-apps", "agent", "agents-in-the-browser", "ci", "rust"];
const HOSTS = [
  "codex",
  "claude-code",
  "claude-code-use",
  "claude-code-hooks",
  "opencode",
  "copilot-cli",
  "gemini-cli",
  "vscode",
  "openclaw",
  "pi",
  "cline",
  "kilo",
  "qwen-code",
  "deep-agents",
  "openai-agents",
  "agent-framework",
  "google-adk",
  "strands-agents",
  "agno",
  "claude-ai",
  "standard",
];

const WORDS = {
  en: { guides: "Guides", recipes: "Recipes", hosts: "Hosts", rules: "Rules", api: "API", package: "The package" },
  zh: { guides: "指南", recipes: "示例", hosts: "宿主", reference: "参考（英文）" },
};

const exists = (page) => existsSync(`${PAGES}/${page}.md`);

/** The first heading of a page, without its marks. */
function titleOf(page) {
  const [, title] = /^# (.+)$/m.exec(readFileSync(`${PAGES}/${page}.md`, "utf8")) ?? [];
  return (title ?? page).replace(/[`\\]|\[([^\]]*)\]\([^)]*\)/g, "$1");
}

/** The README of the package is titled by the package's name, as is the first page of the API. */
const OTHER_TITLES = { package: "The package" };

const item = (page) => ({ text: OTHER_TITLES[page] ?? titleOf(page), link: `/${page}` });

/** The pages right in a folder of the site, those named first in that order. */
function pagesIn(folder, first = []) {
  if (!existsSync(`${PAGES}/${folder}`)) return [];
  const names = readdirSync(`${PAGES}/${folder}`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.slice(0, -".md".length));
  const place = (name) => (first.includes(name) ? first.indexOf(name) : first.length);
  return names.sort((one, other) => place(one) - place(other) || one.localeCompare(other)).map((name) => `${folder}/${name}`);
}

const group = (text, pages, rest) => (pages.length > 0 ? [{ text, items: pages.map(item), ...rest }] : []);

const guides = (prefix, words) => [
  ...group(words.guides, pagesIn(`${prefix}guides`, GUIDES)),
  ...group(words.recipes, pagesIn(`${prefix}guides/recipes`, ["index"])),
];

function mainSidebar() {
  const words = WORDS.en;
  const grouped = GROUPS.flatMap(({ pages }) => pages);
  const others = pagesIn(".")
    .map((page) => page.slice("./".length))
    .filter((page) => !["index", "package", ...grouped].includes(page));
  return [
    ...guides("", words),
    ...group(GROUPS[0].title, GROUPS[0].pages.filter(exists)),
    ...group(words.hosts, pagesIn("hosts", HOSTS)),
    ...group(GROUPS[1].title, [...GROUPS[1].pages.filter(exists), "rules/index"]),
    ...group(words.package, ["package", "api/index"]),
    ...group(GROUPS[2].title, GROUPS[2].pages.filter(exists)),
    ...group("More", others),
  ];
}

/** The rules in the groups of their overview. */
function rulesSidebar() {
  const sections = readFileSync(`${PAGES}/rules/index.md`, "utf8").split(/^## /m).slice(1);
  const listed = sections.map((section) => ({
    title: section.slice(0, section.indexOf("\n")).trim(),
    rules: [...section.matchAll(/^\| \[`[^`]+`\]\(([a-z0-9-]+)\.md\)/gm)].map(([, rule]) => `rules/${rule}`),
  }));
  const named = new Set(["rules/index", ...listed.flatMap(({ rules }) => rules)]);
  const others = pagesIn("rules").filter((page) => !named.has(page));
  return [
    ...group(WORDS.en.rules, ["rules/index", ...others, "lint"]),
    ...listed.flatMap(({ title, rules }) => group(title, rules, { collapsed: true })),
  ];
}

function apiSidebar() {
  const entry = (page) => {
    const classes = pagesIn(`${page.slice(0, -"/index".length)}/classes`);
    return { ...item(page), ...(classes.length > 0 && { items: classes.map(item) }) };
  };
  const entries = ["", "/worker", "/worker/open", "/worker/serve", "/sources", "/sources/node", "/codemirror"].map(
    (name) => `api/skillglass${name}/index`,
  );
  return [{ text: WORDS.en.api, items: [item("api/index"), item("package"), ...entries.map(entry)] }];
}

function chineseSidebar() {
  const words = WORDS.zh;
  const others = pagesIn("zh").filter((page) => page !== "zh/index");
  return [
    ...guides("zh/", words),
    ...group(words.reference, [...others, "command", "can-i-use", "compare", "rules/index", "package", "api/index", "changelog"]),
    ...group(words.hosts, pagesIn("hosts", HOSTS), { collapsed: true }),
  ];
}

/** VitePress takes the sidebar with the longest beginning of a page's path. */
export const sidebars = () => ({
  en: { "/rules/": rulesSidebar(), "/api/": apiSidebar(), "/": mainSidebar() },
  zh: { "/zh/": chineseSidebar() },
});

/** Where "Guides" leads: to their overview, or to the first. */
export const firstGuide = (prefix) => pagesIn(`${prefix}guides`, GUIDES)[0];
