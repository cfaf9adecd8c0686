// The programs that can be asked, one file for each. A driver exports
// - `source`: `{registry, name, tools, absent, within}`, where the program is released, packages with programs that it needs, packages that it
//   depends on and that are not in the registry, and folders of the package that have dependencies of their own
// - `generate(seed)`: a workspace and the questions about it
// - `ask(case, context)`: runs inside of the sandbox, and returns the case with `expect`
// - `start(context)`: optional, once for each sandbox; its result is added to the context
// - `node`: optional, the major version of Node that the program needs

export const HOSTS = [
  "agent-framework",
  "agno",
  "claude-code",
  "cline",
  "codex",
  "copilot-cli",
  "deep-agents",
  "gemini-cli",
  "google-adk",
  "kilo",
  "openai-agents",
  "openclaw",
  "opencode",
  "permission-claude-code",
  "permission-codex",
  "permission-kilo",
  "permission-opencode",
  "pi",
  "qwen-code",
  "skills-cli",
  "standard",
  "strands-agents",
  "vscode",
];

/** Loads a driver. */
export const driver = (host) => import(`./${host}.mjs`);
