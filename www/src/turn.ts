/** What the Turn view asks of the host: the prompt, the model's own call, and the outputs that were handed back to both. */
import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import * as host from "./host.ts";
import type { Invocation, InvocationRequest, RequestOutput, Skill, Turn } from "./host.ts";
import { answer, catalog, listing, prompt } from "./store.ts";

/** Outputs by request id, each with what was run for it: an edit can put another command in its place. */
type Given = ReadonlyMap<string, { run: string; output: RequestOutput }>;

const NONE: Given = new Map();

/** The outputs for one prompt; another prompt has none. */
const given = signal<{ prompt: string; outputs: Given }>({ prompt: "", outputs: NONE });

/** A call of the host's tool for skills, as the model would make it. */
interface ToolCall {
  skill: string;
  args: string;
  approved: boolean;
  outputs: Given;
}
const call = signal<ToolCall | null>(null);

// ---- what the host makes of it -------------------------------------------------------------------------------------

export const turn: ReadonlySignal<Turn | null> = answer(() => {
  const text = prompt.value;
  const plain = host.turn(text, {});
  const outputs = fitting(plain.invocations.flatMap(({ requests }) => requests), outputsOf(text));
  return outputs ? host.turn(text, outputs) : plain;
});

/** What the model's call came to; null without a call, and where the host has no tool. */
export const called: ReadonlySignal<Invocation | null> = answer(() => {
  if (!call.value || !listing.value?.tool) return null;
  const { outputs: all, ...made } = call.value;
  const plain = host.invoke({ ...made, outputs: {} });
  const outputs = fitting(plain.requests, all);
  return outputs ? host.invoke({ ...made, outputs }) : plain;
});

/** The skills that a user can name in a prompt, each name once; a written name ends at a blank. */
export const offered: ReadonlySignal<Skill[] | null> = answer(() => {
  const names = new Map<string, Skill>();
  for (const skill of catalog.value?.skills ?? []) {
    if (skill.enabled && skill.active && skill.userInvocable && !/\s/.test(skill.name) && !names.has(skill.name)) names.set(skill.name, skill);
  }
  return [...names.values()];
});

/** What may stand before a skill's name. */
export type Sigil = "/" | "$";

/** Those that the host takes at the start of a prompt, found out by trying: no host says it in words. */
export const sigils: ReadonlySignal<Sigil[] | null> = answer(() => {
  const skill = offered.value?.find(({ name }) => /^[\w:-]+$/.test(name));
  if (!skill) return [];
  const sigils: Sigil[] = ["/", "$"];
  return sigils.filter((sigil) => host.turn(sigil + skill.name, {}).mentions.some(({ outcome }) => outcome.status === "selected" || outcome.reason !== "not-offered"));
});

// ---- verbs ---------------------------------------------------------------------------------------------------------

/** Hands an output back, to the prompt's turn or to the model's call. */
export function giveOutput(by: Invocation["by"], request: InvocationRequest, output: RequestOutput): void {
  const add = (outputs: Given) => new Map(outputs).set(request.id, { run: runOf(request), output });
  if (by === "user") given.value = { prompt: prompt.value, outputs: add(outputsOf(prompt.value)) };
  else if (call.value) call.value = { ...call.value, outputs: add(call.value.outputs) };
}

/** The output that was handed back for a request, if one was. */
export function outputFor(by: Invocation["by"], request: InvocationRequest): RequestOutput | undefined {
  const outputs = by === "user" ? outputsOf(prompt.value) : (call.value?.outputs ?? NONE);
  return fitting([request], outputs)?.[request.id];
}

/** Calls the host's tool, as the model would. */
export function callTool(skill: string, args: string): void {
  call.value = { skill, args, approved: false, outputs: NONE };
}

/** Says yes to the host's question about the model's call. */
export function approve(): void {
  if (call.value) call.value = { ...call.value, approved: true };
}

// ---- helpers -------------------------------------------------------------------------------------------------------

function outputsOf(text: string): Given {
  return given.value.prompt === text ? given.value.outputs : NONE;
}

/** The outputs that were given for just these requests; null if there is none. */
function fitting(requests: InvocationRequest[], outputs: Given): Record<string, RequestOutput> | null {
  const fit = requests.flatMap((request) => {
    const one = outputs.get(request.id);
    return one?.run === runOf(request) ? [[request.id, one.output] as const] : [];
  });
  return fit.length > 0 ? Object.fromEntries(fit) : null;
}

function runOf(request: InvocationRequest): string {
  return request.type === "command" ? request.command : JSON.stringify([request.server, request.prompt, request.arguments]);
}
