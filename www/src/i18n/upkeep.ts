/**
 * This module has the texts about budget plans, health and dependencies. They are loaded when the
 * first of these views is opened.
 */
import type { ReadonlySignal } from "@preact/signals";
import { computed } from "@preact/signals";
import { upkeep as en } from "./en-upkeep.ts";
import { language } from "./index.ts";
import { upkeep as zh } from "./zh-upkeep.ts";

const ALL = { en, zh };

export const upkeep: ReadonlySignal<typeof en> = computed(() => ALL[language.value]);
