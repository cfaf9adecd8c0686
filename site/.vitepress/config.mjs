// The site as VitePress builds it from the pages that `pages.mjs` laid out.
import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import { markdownOptions } from "../markdown.mjs";
import { skillglass } from "../package-module.mjs";
import { CACHE, OUTPUT, PAGES } from "../places.mjs";
import { withPolicy } from "../policy.mjs";
import { tokenize } from "../search.mjs";
import { firstGuide, sidebars } from "../sidebar.mjs";

const { support, version } = await skillglass();
const { en, zh } = sidebars();

/** The playground is a page of its own, which no click within the site may open as one of the site's. */
const playground = (text, fragment = "") => ({ text, link: `/playground/index.html${fragment}`, target: "_self" });

const english = {
  nav: [
    ...(firstGuide("") ? [{ text: "Guides", link: `/${firstGuide("")}`, activeMatch: "^/guides/" }] : []),
    { text: "Hosts", link: "/hosts/codex", activeMatch: "^/hosts/" },
    { text: "Can I use", link: "/can-i-use" },
    { text: "Rules", link: "/rules/index", activeMatch: "^/rules/" },
    { text: "Command", link: "/command" },
    { text: "API", link: "/api/index", activeMatch: "^/api/" },
    playground("Playground"),
  ],
  sidebar: en,
  outline: { level: [2, 3], label: "On this page" },
};

const chinese = {
  nav: [
    ...(firstGuide("zh/") ? [{ text: "指南", link: `/${firstGuide("zh/")}`, activeMatch: "^/zh/guides/" }] : []),
    { text: "宿主", link: "/hosts/codex" },
    { text: "兼容表", link: "/can-i-use" },
    { text: "命令", link: "/command" },
    { text: "API", link: "/api/index" },
    playground("在线体验"),
  ],
  sidebar: zh,
  outline: { level: [2, 3], label: "本页内容" },
  docFooter: { prev: "上一页", next: "下一页" },
  darkModeSwitchLabel: "外观",
  lightModeSwitchTitle: "切换到浅色",
  darkModeSwitchTitle: "切换到深色",
  sidebarMenuLabel: "目录",
  returnToTopLabel: "回到顶部",
  langMenuLabel: "语言",
  skipToContentLabel: "跳到正文",
};

const chineseSearch = {
  button: { buttonText: "搜索", buttonAriaLabel: "搜索" },
  modal: {
    displayDetails: "显示详情",
    resetButtonTitle: "清除",
    backButtonTitle: "关闭",
    noResultsText: "没有结果：",
    footer: { selectText: "打开", navigateText: "移动", closeText: "关闭" },
  },
};

export default defineConfig({
  // Every address is relative to its page, so that the files work below any path.
  base: "./",
  srcDir: PAGES,
  outDir: OUTPUT,
  cacheDir: CACHE,
  title: "Skillglass",
  description: "See every skill through each agent's eyes: what a host finds, lists, selects and injects, and why not.",
  // In the page itself: an address would be relative to the first page that was opened.
  head: [["link", { rel: "icon", href: `data:image/svg+xml;base64,${readFileSync(`${PAGES}/public/icon.svg`, "base64")}` }]],
  locales: {
    root: { label: "English", lang: "en", themeConfig: english },
    zh: {
      label: "简体中文",
      lang: "zh-CN",
      description: "用每个智能体的眼睛看技能：宿主找到、列出、选中、注入什么，以及为什么没有。",
      themeConfig: chinese,
    },
  },
  // Only the guides are in both languages: a change of the language leads to its first page, not to one that is not there.
  themeConfig: {
    i18nRouting: false,
    logo: "/icon.svg",
    version: version(),
    search: {
      provider: "local",
      options: {
        locales: { zh: { translations: chineseSearch } },
        miniSearch: { options: { tokenize } },
      },
    },
  },
  markdown: markdownOptions({ canIUseRows: support().rows }),
  metaChunk: true,
  // The playground is put inside when all else is built.
  ignoreDeadLinks: [/(^|\/)playground\/index(\.html)?$/],
  transformPageData: (page) => {
    if (["can-i-use.md", "compare.md"].includes(page.relativePath)) Object.assign(page.frontmatter, { aside: false, pageClass: "wide" });
  },
  transformHtml: (html) => withPolicy(html),
  vite: {
    // The largest page of the API and the index of the search are whole files.
    build: { chunkSizeWarningLimit: 4_000 },
  },
});
