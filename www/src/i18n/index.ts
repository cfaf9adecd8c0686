/**
 * This module loads the texts of the page's language: the visitor's choice, or else the language of
 * the browser.
 */
import type { ReadonlySignal } from "@preact/signals";
import { batch, effect, signal } from "@preact/signals";
import { embedding } from "../lib/embedding.ts";
import { recall, remember } from "../lib/remembered.ts";
import type { Texts } from "./en.ts";
import { en } from "./en.ts";

export type { Texts } from "./en.ts";

export type Language = "en" | "zh";

/**
 * The languages of the page, each with its own name and with a function that loads its texts. Texts
 * are loaded separately, because a visitor needs only one language.
 */
export const LANGUAGES: Readonly<Record<Language, { label: string; tag: string; load: () => Promise<Texts> }>> = {
  en: { label: "English", tag: "en", load: () => Promise.resolve(en) },
  zh: { label: "中文", tag: "zh-Hans", load: () => import("./zh.ts").then(({ zh }) => zh) },
};

const KEY = "skillglass.language";

const chosen = signal<Language>("en");
const texts = signal(en);

export const language: ReadonlySignal<Language> = chosen;

/** All texts of the page, in the current language. */
export const t: ReadonlySignal<Texts> = texts;

/**
 * Loads the texts of the visitor's language. Sets the document's language and title, now and
 * whenever the visitor chooses another language.
 */
export async function applyLanguage(): Promise<void> {
  await use(first());
  effect(() => {
    document.documentElement.lang = LANGUAGES[language.value].tag;
    document.title = t.value.page.title;
  });
}

export function setLanguage(next: Language): void {
  remember(KEY, next);
  void use(next);
}

async function use(next: Language): Promise<void> {
  const loaded = await LANGUAGES[next].load();
  batch(() => {
    chosen.value = next;
    texts.value = loaded;
  });
}

function first(): Language {
  const chosen = embedding?.language ?? recall(KEY);
  if (chosen === "en" || chosen === "zh") return chosen;
  return /^zh\b/i.test(navigator.language) ? "zh" : "en";
}
