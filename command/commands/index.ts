import type { Command } from "../command.ts";

/** A verb in the list of all; what it runs on is loaded when it is asked for. */
interface Verb {
  readonly summary: string;
  load(): Promise<Command>;
}

/** The verbs, in the order in which they are listed. */
export const COMMANDS = {
  check: {
    summary: "what is wrong with your skills, and what mends it",
    load: async () => (await import("./check.ts")).check,
  },
  list: {
    summary: "what each host finds here, and what its model sees",
    load: async () => (await import("./list.ts")).list,
  },
  turn: {
    summary: "what each host makes of a message that you type",
    load: async () => (await import("./turn.ts")).turn,
  },
  compare: {
    summary: "every skill through several hosts, side by side",
    load: async () => (await import("./compare.ts")).compare,
  },
  explain: {
    summary: "why a skill is there or not, stage by stage, with the remedy",
    load: async () => (await import("./explain.ts")).explain,
  },
  install: {
    summary: "what installing a folder of skills would come to (nothing is installed)",
    load: async () => (await import("./install.ts")).install,
  },
  badge: {
    summary: "which hosts take your skills, as a picture for a README",
    load: async () => (await import("./badge.ts")).badge,
  },
  "can-i-use": {
    summary: "what each host makes of a field, a placeholder, a folder …",
    load: async () => (await import("./can-i-use.ts")).canIUse,
  },
  doctor: {
    summary: "an inventory of all hosts on this machine, with what is wrong",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  init: {
    summary: "makes a new skill that all hosts take",
    load: async () => (await import("./init.ts")).init,
  },
  hosts: {
    summary: "the hosts and editions that can be asked",
    load: async () => (await import("./hosts.ts")).hosts,
  },
  rule: {
    summary: "what a rule of check is about",
    load: async () => (await import("./rule.ts")).rule,
  },
  lsp: {
    summary: "a language server, for editors",
    load: async () => (await import("./lsp.ts")).lsp,
  },
} as const satisfies Record<string, Verb>;
