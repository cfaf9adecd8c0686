/**
 * This module chooses the syntax highlighting of a file by the file's name. The highlighting for a
 * rare language is loaded when the visitor opens a file in that language.
 */
import { javascriptLanguage, jsxLanguage, tsxLanguage, typescriptLanguage } from "@codemirror/lang-javascript";
import { markdown } from "@codemirror/lang-markdown";
import { yaml, yamlFrontmatter } from "@codemirror/lang-yaml";
import type { Language, StreamParser } from "@codemirror/language";
import { LanguageDescription, LanguageSupport, StreamLanguage } from "@codemirror/language";

const of = (language: Language) => new LanguageSupport(language);

/**
 * Loads the highlighting of a language from a parser that works line by line. A complete grammar is
 * not used, because it would be large and only colours are needed.
 */
async function simple(parser: Promise<StreamParser<unknown>>): Promise<LanguageSupport> {
  return of(StreamLanguage.define(await parser));
}

/**
 * The languages that are highlighted. JavaScript is parsed with a complete grammar, because the
 * page needs this grammar anyway: Markdown may contain HTML, and HTML may contain JavaScript.
 */
const languages = [
  LanguageDescription.of({ name: "markdown", alias: ["md"], extensions: ["md", "markdown", "mdx", "mdc"], load: async () => document }),
  LanguageDescription.of({ name: "yaml", alias: ["yml"], extensions: ["yaml", "yml"], load: async () => yaml() }),
  LanguageDescription.of({
    name: "json",
    alias: ["jsonc", "json5"],
    extensions: ["json", "jsonc", "json5"],
    load: async () => (await import("@codemirror/lang-json")).json(),
  }),
  LanguageDescription.of({
    name: "toml",
    extensions: ["toml"],
    load: () => simple(import("@codemirror/legacy-modes/mode/toml").then(({ toml }) => toml)),
  }),
  LanguageDescription.of({
    name: "python",
    alias: ["py", "python3"],
    extensions: ["py"],
    load: () => simple(import("@codemirror/legacy-modes/mode/python").then(({ python }) => python)),
  }),
  LanguageDescription.of({
    name: "shell",
    alias: ["sh", "bash", "zsh", "console", "shell-session"],
    extensions: ["sh", "bash", "zsh"],
    load: () => simple(import("@codemirror/legacy-modes/mode/shell").then(({ shell }) => shell)),
  }),
  LanguageDescription.of({
    name: "diff",
    alias: ["patch"],
    extensions: ["diff", "patch"],
    load: () => simple(import("@codemirror/legacy-modes/mode/diff").then(({ diff }) => diff)),
  }),
  LanguageDescription.of({
    name: "javascript",
    alias: ["js", "mjs", "cjs", "node"],
    extensions: ["js", "mjs", "cjs"],
    load: async () => of(javascriptLanguage),
  }),
  LanguageDescription.of({ name: "jsx", extensions: ["jsx"], load: async () => of(jsxLanguage) }),
  LanguageDescription.of({ name: "typescript", alias: ["ts"], extensions: ["ts", "mts", "cts"], load: async () => of(typescriptLanguage) }),
  LanguageDescription.of({ name: "tsx", extensions: ["tsx"], load: async () => of(tsxLanguage) }),
];

const document = yamlFrontmatter({ content: markdown({ codeLanguages: languages, completeHTMLTags: false }) });

/** Returns the highlighting for a file by its name; null if the file is shown as plain text. */
export async function languageOf(path: string): Promise<LanguageSupport | null> {
  return (await LanguageDescription.matchFilename(languages, path)?.load()) ?? null;
}
