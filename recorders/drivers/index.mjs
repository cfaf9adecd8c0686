// The drivers of the programs that can be recorded, one file for each. A driver exports:
// - `source`: `{registry, name, tools, absent, within}`: where the program is released, packages
//   with tools that it needs, its dependencies that are not in the registry, and folders of the
//   package with dependencies of their own
// - `generate(seed)`: returns a workspace and the questions about it
// - `ask(case, context)`: runs in the sandbox, and returns the case with `expect`
// - `start(context)`: optional, runs once for each sandbox; its result is added to the context
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

/** Loads the driver of a host: the module that knows how to ask the host's program. */
export const driver = (host) => import(`./${host}.mjs`);
