/** The rules' and the hosts' pages, as they stand in the repository. Loaded when the first of them is asked for. */
export const RULES = import.meta.glob<string>("../../../../docs/rules/*.md", { query: "?raw", import: "default", eager: true });
export const HOSTS = import.meta.glob<string>("../../../../docs/hosts/*.md", { query: "?raw", import: "default", eager: true });
