import type { Command } from "../command.ts";
import { check } from "./check.ts";

/** The verbs, in the order in which they are listed. */
export const COMMANDS = { check } as const satisfies Record<string, Command>;
