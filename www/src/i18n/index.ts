/** The language of the page: the browser's at first, then the visitor's choice. */
import type { ReadonlySignal } from "@preact/signals";
import { computed, effect, signal } from "@preact/signals";
import { embedding } from "../lib/embedding.ts";
import { recall, remember } from "../lib/remembered.ts";
import type { Texts } from "./en.ts";
import { en } from "./en.ts";
import { zh } from "./zh.ts";

export type { Texts } from "./en.ts";

export type Language = "en" | "zh";

/** Each language by its own name, and its texts. */
export const LANGUAGES: Readonly<Record<Language, { label: string; tag: string; texts: Texts }>> = {
  en: { label: "English", tag: "en", texts: en },
  zh: { label: "中文", tag: "zh-Hans", texts: zh },
};

const KEY = "skillglass.language";

export const language = signal<Language>(first());

/** The texts in the language of the page. */
export const t: ReadonlySignal<Texts> = computed(() => LANGUAGES[language.value].texts);

/** Keeps the document and the memory in step with the choice. */
export function applyLanguage(): void {
  effect(() => {
    document.documentElement.lang = LANGUAGES[language.value].tag;
    document.title = t.value.page.title;
  });
}

export function setLanguage(next: Language): void {
  language.value = next;
  remember(KEY, next);
}

function first(): Language {
  const chosen = embedding?.language ?? recall(KEY);
  if (chosen === "en" || chosen === "zh") return chosen;
  return /^zh\b/i.test(navigator.language) ? "zh" : "en";
}
