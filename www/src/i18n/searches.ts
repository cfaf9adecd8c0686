/** The texts of Passages, Triggers and Logs in the language of the page. They come with the first of these views. */
import type { ReadonlySignal } from "@preact/signals";
import { computed } from "@preact/signals";
import { searches as en } from "./en-searches.ts";
import { language } from "./index.ts";
import { searches as zh } from "./zh-searches.ts";

const ALL = { en, zh };

export const searchTexts: ReadonlySignal<typeof en> = computed(() => ALL[language.value]);
