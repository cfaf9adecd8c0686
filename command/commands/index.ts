import type { Command } from "../command.ts";

/** A command in the list of all commands. Its code is loaded only if the command is used. */
interface Verb {
  readonly summary: string;
  load(): Promise<Command>;
}

/** All commands, in the order of the help text. */
export const COMMANDS = {
  check: {
    summary: "skills that a host drops, truncates or misreads, and what fixes them",
    load: async () => (await import("./check.ts")).check,
  },
  list: {
    summary: "the skills that each host finds here, and what its model sees",
    load: async () => (await import("./list.ts")).list,
  },
  turn: {
    summary: "which skills a message that you type brings, in each host",
    load: async () => (await import("./turn.ts")).turn,
  },
  compare: {
    summary: "every skill in several hosts, side by side",
    load: async () => (await import("./compare.ts")).compare,
  },
  diff: {
    summary: "what changes for skills between editions of a host, or between two folders",
    load: async () => (await import("./diff.ts")).diff,
  },
  budget: {
    summary: "whether each host's list shows every skill whole, and the smallest change if not",
    load: async () => (await import("./budget.ts")).budget,
  },
  health: {
    summary: "symptoms of outdated skills, each with its place",
    load: async () => (await import("./health.ts")).health,
  },
  usage: {
    summary: "how skills do in the logs of sessions, and which to fix first",
    load: async () => (await import("./usage.ts")).usage,
  },
  explain: {
    summary: "why a host does or does not use a skill, with the remedy",
    load: async () => (await import("./explain.ts")).explain,
  },
  passages: {
    summary: "the sections of the texts beside skills that fit a request",
    load: async () => (await import("./passages.ts")).passages,
  },
  triggers: {
    summary: "whether the right skill ranks first for your prompts, and what competes",
    load: async () => (await import("./triggers.ts")).triggers,
  },
  deps: {
    summary: "the programs, variables, servers, plugins and skills that skills need",
    load: async () => (await import("./deps.ts")).deps,
  },
  install: {
    summary: "what installing a folder of skills would do (nothing is installed)",
    load: async () => (await import("./install.ts")).install,
  },
  build: {
    summary: "every host's folders from one folder of skills, with the proof",
    load: async () => (await import("./build.ts")).build,
  },
  sync: {
    summary: "the same as build; --check tells CI whether it would change something",
    load: async () => (await import("./build.ts")).sync,
  },
  badge: {
    summary: "which hosts load your skills, as a picture for a README",
    load: async () => (await import("./badge.ts")).badge,
  },
  "can-i-use": {
    summary: "how each host treats a field, a placeholder, a folder …",
    load: async () => (await import("./can-i-use.ts")).canIUse,
  },
  doctor: {
    summary: "an inventory of all hosts on this machine, with its problems",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  init: {
    summary: "makes a new skill that all hosts load",
    load: async () => (await import("./init.ts")).init,
  },
  "install-skill": {
    summary: "installs Skillglass's own skill, for agents",
    load: async () => (await import("./install-skill.ts")).installSkill,
  },
  conform: {
    summary: "compares another implementation with recorded answers of the programs",
    load: async () => (await import("./conform.ts")).conform,
  },
  hosts: {
    summary: "the hosts and editions that --host takes",
    load: async () => (await import("./hosts.ts")).hosts,
  },
  rule: {
    summary: "the page of a rule of check",
    load: async () => (await import("./rule.ts")).rule,
  },
  lsp: {
    summary: "a language server, for editors",
    load: async () => (await import("./lsp.ts")).lsp,
  },
  mcp: {
    summary: "an MCP server, for agents",
    load: async () => (await import("./mcp.ts")).mcp,
  },
} as const satisfies Record<string, Verb>;
