/**
 * The documentation pages of all rules, as Markdown by path. This module is loaded when the first
 * page is requested.
 */
export const RULES = import.meta.glob<string>("../../../../docs/rules/*.md", { query: "?raw", import: "default", eager: true });
export const HOSTS = import.meta.glob<string>("../../../../docs/hosts/*.md", { query: "?raw", import: "default", eager: true });
