/** The texts of Passages, Triggers and Logs in the language of the page. They are loaded with these views. */
import type { ReadonlySignal } from "@preact/signals";
import { effect, signal } from "@preact/signals";
import type { Searches } from "./en-searches.ts";
import { searches } from "./en-searches.ts";
import type { Language } from "./index.ts";
import { language } from "./index.ts";

const LOAD: Readonly<Record<Language, () => Promise<Searches>>> = {
  en: () => Promise.resolve(searches),
  zh: () => import("./zh-searches.ts").then(({ searches }) => searches),
};

const texts = signal(searches);

export const searchTexts: ReadonlySignal<Searches> = texts;

/** Loads the texts of the page's language, and again when that changes. */
export async function loadSearches(): Promise<void> {
  // Later visits may have no network.
  const all = await Promise.all(Object.entries(LOAD).map(async ([name, load]) => [name, await load()] as const));
  const loaded = new Map(all);
  effect(() => {
    texts.value = loaded.get(language.value) ?? searches;
  });
}
