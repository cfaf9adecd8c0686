/**
 * This module has the texts of the views "Passages", "Triggers" and "Logs". They are loaded when
 * the first of these views is opened.
 */
import type { ReadonlySignal } from "@preact/signals";
import { computed } from "@preact/signals";
import { searches as en } from "./en-searches.ts";
import { language } from "./index.ts";
import { searches as zh } from "./zh-searches.ts";

const ALL = { en, zh };

export const searchTexts: ReadonlySignal<typeof en> = computed(() => ALL[language.value]);
