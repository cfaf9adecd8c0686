/** The prompts that the view ranks, and the report about them. */
import type { ReadonlySignal } from "@preact/signals";
import { computed, signal } from "@preact/signals";
import type { TriggerPrompt } from "skillglass";
import { answer, catalog } from "../../engine/client.ts";

export const SOURCES = ["files", "own"] as const;

export type PromptSource = (typeof SOURCES)[number];

export const source = signal<PromptSource>("files");

/** The skill that the visitor's prompts are about, by the path of its file; null if no skill should be chosen. */
const chosen = signal<string | null>(null);
/** The visitor's prompts, one a line. */
export const should = signal("");
export const shouldNot = signal("");

/** The chosen skill, as long as the host loads it. */
export const skill: ReadonlySignal<string | null> = computed(() =>
  catalog.value?.skills.some(({ path }) => path === chosen.value) ? chosen.value : null,
);

export function chooseSkill(path: string | null): void {
  chosen.value = path;
}

/** The prompts that the visitor wrote. */
export const own: ReadonlySignal<TriggerPrompt[]> = computed(() => {
  const about = skill.value;
  const named = about === null ? {} : { skill: about };
  return [
    ...linesOf(should.value).map((prompt) => ({ prompt, ...named })),
    ...(about === null ? [] : linesOf(shouldNot.value).map((prompt) => ({ prompt, ...named, shouldTrigger: false }))),
  ];
});

function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "");
}

/** The report; null without prompts of the visitor, and before the first one. */
export const report = answer("triggers", () => {
  if (source.value === "files") return { prompts: null };
  return own.value.length > 0 ? { prompts: own.value } : undefined;
});

/** The prompt whose request is shown; null for the first one of the report. */
const asked = signal<string | null>(null);

export const requestPrompt: ReadonlySignal<string> = computed(() => asked.value ?? report.value?.results[0]?.prompt ?? "");

export function showRequestOf(prompt: string): void {
  asked.value = prompt;
}
