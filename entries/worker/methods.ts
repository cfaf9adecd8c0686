/**
 * The methods that a worker answers, with the number of arguments of each. After these arguments, a
 * call may have an `AskOptions`.
 */

import type { CodexMethod, ModuleFunction, SessionMethod, WorkspaceMethod } from "./protocol.js";

export const WORKSPACE = {
  build: 1,
  budgetFiles: 1,
  budgetPlan: 1,
  candidates: 1,
  catalog: 0,
  compare: 1,
  competitors: 2,
  dependencies: 1,
  diff: 1,
  fix: 1,
  ghSkill: 1,
  health: 1,
  implicitUse: 2,
  install: 1,
  invoke: 1,
  lint: 1,
  lintSkills: 1,
  listing: 0,
  locks: 0,
  mkdir: 2,
  nearDuplicates: 1,
  passages: 2,
  permission: 1,
  plan: 1,
  planForBuild: 1,
  putBuild: 1,
  putGhSkill: 1,
  putInstalled: 1,
  remove: 1,
  requests: 2,
  resources: 1,
  search: 2,
  setOptions: 1,
  since: 1,
  skill: 1,
  symlink: 3,
  takeMcpSkills: 2,
  takeSite: 3,
  triggers: 1,
  turn: 1,
  turns: 2,
  usage: 1,
  write: 3,
  writeAll: 2,
} satisfies Record<WorkspaceMethod, number>;

export const SESSION = {
  answer: 1,
  catalog: 0,
  changes: 1,
  command: 2,
  compact: 1,
  endAgent: 1,
  failFork: 2,
  finishFork: 2,
  hookAnswer: 3,
  hookRun: 2,
  hookSucceeded: 1,
  hooks: 2,
  invoke: 1,
  invoked: 0,
  listing: 1,
  permission: 1,
  plan: 0,
  save: 0,
  touch: 1,
  turn: 1,
  usage: 0,
  variable: 1,
} satisfies Record<SessionMethod, number>;

export const CODEX = { installServers: 1, listSkills: 1, setEnabled: 2, systemSkills: 1 } satisfies Record<CodexMethod, number>;

export const MODULE = {
  applyFixes: 2,
  changelog: 1,
  fields: 1,
  hosts: 0,
  lint: 2,
  rules: 0,
  schema: 2,
  support: 1,
  toLsp: 2,
  toSarif: 2,
  validateStandard: 2,
  version: 0,
} satisfies Record<ModuleFunction, number>;

/**
 * The methods that change the tree or the options. A call of such a method is sent immediately.
 * Unlike a call of another method, it is never cancelled because of a newer call.
 */
export const CHANGES: ReadonlySet<string> = new Set<keyof typeof WORKSPACE>([
  "mkdir",
  "putBuild",
  "putGhSkill",
  "putInstalled",
  "remove",
  "setOptions",
  "symlink",
  "takeMcpSkills",
  "takeSite",
  "write",
  "writeAll",
]);
