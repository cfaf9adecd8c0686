/** The pages of the rules and the hosts, as they are in the repository. They are loaded when the first one is requested. */
export const RULES = import.meta.glob<string>("../../../../docs/rules/*.md", { query: "?raw", import: "default", eager: true });
export const HOSTS = import.meta.glob<string>("../../../../docs/hosts/*.md", { query: "?raw", import: "default", eager: true });
