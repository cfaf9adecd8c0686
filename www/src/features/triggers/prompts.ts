/** This module has the prompts that the view "Triggers" ranks, and the report about them. */
import type { ReadonlySignal } from "@preact/signals";
import { computed, signal } from "@preact/signals";
import type { TriggerPrompt } from "skillglass";
import { answer, catalog } from "../../engine/client.ts";

export const SOURCES = ["files", "own"] as const;

export type PromptSource = (typeof SOURCES)[number];

export const source = signal<PromptSource>("files");

/**
 * The path of the skill that the visitor's prompts should trigger; null if they should trigger no
 * skill.
 */
const chosen = signal<string | null>(null);
/**
 * The prompts that the visitor typed, one on each line. `should` has those that should trigger the
 * skill, `shouldNot` the others.
 */
export const should = signal("");
export const shouldNot = signal("");

/** The path of the chosen skill; null if the host does not load it. */
export const skill: ReadonlySignal<string | null> = computed(() =>
  catalog.value?.skills.some(({ path }) => path === chosen.value) ? chosen.value : null,
);

export function chooseSkill(path: string | null): void {
  chosen.value = path;
}

/**
 * The prompts that the visitor typed, each with the skill that the prompt should or should not
 * trigger.
 */
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

/**
 * The report on the prompts; null before the first answer, and if the visitor has typed no prompts.
 */
export const report = answer("triggers", () => {
  if (source.value === "files") return { prompts: null };
  return own.value.length > 0 ? { prompts: own.value } : undefined;
});

/** The prompt whose request is shown; null for the first prompt of the report. */
const asked = signal<string | null>(null);

export const requestPrompt: ReadonlySignal<string> = computed(() => asked.value ?? report.value?.results[0]?.prompt ?? "");

export function showRequestOf(prompt: string): void {
  asked.value = prompt;
}
