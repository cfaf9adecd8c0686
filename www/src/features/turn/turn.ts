/**
 * This module has the state of the view "Turn": the visitor's prompt, the simulated call of the
 * host's skill tool, and the outputs that the visitor entered.
 */
import type { ReadonlySignal } from "@preact/signals";
import { computed, signal } from "@preact/signals";
import type { Invocation, InvocationRequest, RequestOutput } from "skillglass";
import { answer, catalog } from "../../engine/client.ts";
import type { SkillRow } from "../../engine/protocol/catalog.ts";
import type { RecordedOutput } from "../../engine/protocol/outputs.ts";
import type { SigilsAsk } from "../../engine/protocol/sigils.ts";
import { fitting, runOf } from "../../engine/shared/outputs.ts";
import { connectors, options } from "../../state/options.ts";
import { prompt } from "../../state/selection.ts";
import type { Names } from "./name-completion.ts";

type Outputs = readonly RecordedOutput[];

/**
 * The outputs that the visitor entered for the commands of one prompt. These outputs do not apply
 * to any other prompt.
 */
const ofPrompt = signal<{ prompt: string; outputs: Outputs }>({ prompt: "", outputs: [] });

/**
 * The simulated call of the host's tool for skills: its arguments, the approval by the visitor, and
 * the outputs of the commands.
 */
interface ToolCall {
  skill: string;
  args: string;
  approved: boolean;
  outputs: Outputs;
}
const call = signal<ToolCall | null>(null);

// ---- the answers of the host -------------------------------------------------------------------------------------

/** The list of skills that the model gets, and the tool that the model calls. */
export const listing = answer("listing", () => null);

export const turn = answer("turn", () => ({ prompt: prompt.value, connectors: connectors.value, outputs: [...outputsOf(prompt.value)] }));

/**
 * The result of the simulated call; null if there is no call, or if the host has no tool for
 * skills.
 */
export const called = answer("invoke", () => {
  if (!call.value) return undefined;
  const { outputs, ...made } = call.value;
  return { call: made, outputs: [...outputs] };
});

/**
 * The skills that a user can name in a prompt, one for each name. Names with spaces are excluded,
 * because a name in a prompt ends at a space. Null before the catalog is known.
 */
export const offered: ReadonlySignal<SkillRow[] | null> = computed(() => {
  if (!catalog.value) return null;
  const names = new Map<string, SkillRow>();
  for (const skill of catalog.value.skills) {
    if (skill.enabled && skill.active && skill.userInvocable && !/\s/.test(skill.name) && !names.has(skill.name))
      names.set(skill.name, skill);
  }
  return [...names.values()];
});

/**
 * The test skill. The worker puts the skill's name after characters such as `/` and `$`, to find
 * out which of these characters the host accepts. Null if no skill is suitable.
 */
const tried = computed((): SigilsAsk | null => {
  const isPlain = (name: string) => /^[\w:-]+$/.test(name);
  const [skills, nameOf] = [offered.value ?? [], ({ name, aliases }: SkillRow) => [name, ...aliases].find(isPlain)];
  const skill = skills.find(({ name, aliases }) => aliases.length === 0 && isPlain(name)) ?? skills.find(nameOf);
  const name = skill && nameOf(skill);
  if (name === undefined) return null;
  return { name, path: skill!.path, renamed: skills.find(({ name, aliases }) => aliases.length > 0 && isPlain(name))?.name ?? null };
});

const sigils = answer("sigils", () => tried.value ?? undefined);

/**
 * The names that a prompt can contain, with the characters that the host accepts before a name.
 * Null until the engine has found these characters.
 */
export const names = computed((): Names | null => {
  const [found, chosen, known] = [catalog.value, options.value, sigils.value];
  if (!found || !offered.value || found.host !== chosen.host || (chosen.edition !== null && found.edition !== chosen.edition)) return null;
  if (tried.value === null) return { sigils: [], skills: offered.value };
  return known?.host === found.host && known.edition === found.edition ? { sigils: known.sigils, skills: offered.value } : null;
});

// ---- verbs ---------------------------------------------------------------------------------------------------------

/**
 * Stores the output that the visitor entered for a shell command or for a prompt of an MCP server.
 * If `by` is "user", a skill that the visitor's prompt invokes needs this output. Otherwise, the
 * simulated call of the host's skill tool needs this output.
 */
export function giveOutput(by: Invocation["by"], request: InvocationRequest, output: RequestOutput): void {
  const add = (outputs: Outputs) => [...outputs.filter(({ id }) => id !== request.id), { id: request.id, run: runOf(request), output }];
  if (by === "user") ofPrompt.value = { prompt: prompt.value, outputs: add(outputsOf(prompt.value)) };
  else if (call.value) call.value = { ...call.value, outputs: add(call.value.outputs) };
}

/** Returns the output that the visitor entered for a request; undefined if there is none. */
export function outputFor(by: Invocation["by"], request: InvocationRequest): RequestOutput | undefined {
  const outputs = by === "user" ? outputsOf(prompt.value) : (call.value?.outputs ?? []);
  return fitting([request], outputs)?.[request.id];
}

/** Simulates that the model calls the host's tool for a skill. */
export function callTool(skill: string, args: string): void {
  call.value = { skill, args, approved: false, outputs: [] };
}

/** Approves the simulated call, as if the user had answered "yes" to the host's question. */
export function approve(): void {
  if (call.value) call.value = { ...call.value, approved: true };
}

function outputsOf(text: string): Outputs {
  return ofPrompt.value.prompt === text ? ofPrompt.value.outputs : [];
}
