import type { Command } from "../command.ts";
import { canIUse } from "./can-i-use.ts";
import { check } from "./check.ts";
import { compare } from "./compare.ts";
import { doctor } from "./doctor.ts";
import { explain } from "./explain.ts";
import { hosts } from "./hosts.ts";
import { init } from "./init.ts";
import { install } from "./install.ts";
import { list } from "./list.ts";
import { lsp } from "./lsp.ts";
import { rule } from "./rule.ts";
import { turn } from "./turn.ts";

/** The verbs, in the order in which they are listed. */
export const COMMANDS = {
  check,
  list,
  turn,
  compare,
  explain,
  install,
  "can-i-use": canIUse,
  doctor,
  init,
  hosts,
  rule,
  lsp,
} as const satisfies Record<string, Command>;
