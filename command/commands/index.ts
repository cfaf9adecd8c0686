import type { Command } from "../command.ts";
import { check } from "./check.ts";
import { compare } from "./compare.ts";
import { explain } from "./explain.ts";
import { list } from "./list.ts";
import { turn } from "./turn.ts";

/** The verbs, in the order in which they are listed. */
export const COMMANDS = { check, list, turn, compare, explain } as const satisfies Record<string, Command>;
