/** The examples in the order they are shown: what works, what hosts disagree about, then one fault each. */
import type { Example } from "./example.ts";
import { FAULTS } from "./faults.ts";
import { GOOD } from "./good.ts";
import { MONOREPO } from "./monorepo.ts";
import { OUTCOMES } from "./outcomes.ts";

export const EXAMPLES: readonly Example[] = [GOOD, OUTCOMES, MONOREPO, ...FAULTS];
