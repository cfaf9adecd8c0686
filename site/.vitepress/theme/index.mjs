// VitePress's own theme without its fonts, in the colours of the playground.
import { useData, withBase } from "vitepress";
import Theme from "vitepress/theme-without-fonts";
import { h } from "vue";
import "./style.css";

/** Above the tables of "Can I use": the same in the playground, where it can be filtered and has every edition. */
function toPlayground() {
  const { page } = useData();
  if (page.value.relativePath !== "can-i-use.md") return null;
  const href = withBase("/playground/index.html#can-i-use");
  return h("p", { class: "to-playground" }, h("a", { href, target: "_self" }, "Open it in the playground: with filters and all editions"));
}

export default {
  extends: Theme,
  Layout: () => h(Theme.Layout, null, { "doc-before": () => h(toPlayground) }),
};
