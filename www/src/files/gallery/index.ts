/**
 * This module lists the examples: first skills that work, then skills that hosts treat differently,
 * then skills with one fault each.
 */
import type { Example } from "./example.ts";
import { FAULTS } from "./faults.ts";
import { GOOD } from "./good.ts";
import { MONOREPO } from "./monorepo.ts";
import { OUTCOMES } from "./outcomes.ts";

export const EXAMPLES: readonly Example[] = [GOOD, OUTCOMES, MONOREPO, ...FAULTS];
