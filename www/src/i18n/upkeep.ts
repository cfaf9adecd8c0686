/** The texts of budget plans, health and dependencies in the language of the page. They come with the first of these views. */
import type { ReadonlySignal } from "@preact/signals";
import { computed } from "@preact/signals";
import { upkeep as en } from "./en-upkeep.ts";
import { language } from "./index.ts";
import { upkeep as zh } from "./zh-upkeep.ts";

const ALL = { en, zh };

export const upkeep: ReadonlySignal<typeof en> = computed(() => ALL[language.value]);
