/** Highlighting, in a chunk of its own: the page is useful before it has arrived. */
import { markdown } from "@codemirror/lang-markdown";
import { yaml, yamlFrontmatter } from "@codemirror/lang-yaml";
import type { Extension } from "@codemirror/state";

export function languageOf(path: string): Extension {
  if (/\.(md|markdown)$/i.test(path)) return yamlFrontmatter({ content: markdown() });
  if (/\.ya?ml$/i.test(path)) return yaml();
  return [];
}
