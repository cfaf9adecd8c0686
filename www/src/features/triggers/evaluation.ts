/**
 * This module evaluates which skills the visitor's model uses for prompts. The result is not
 * stored.
 */
import { signal } from "@preact/signals";
import type { Edition, HostEdition, RequestFormat, TriggerResult } from "skillglass";
import type { EvaluateReport } from "skillglass/triggers";
import { evaluate } from "skillglass/triggers";
import { ask } from "../../engine/client.ts";
import type { ModelAddress } from "./frame-messages.ts";
import { openModel } from "./model.ts";

export interface Evaluation {
  model: ModelAddress;
  format: RequestFormat;
  hosts: readonly Required<HostEdition>[];
  prompts: readonly TriggerResult[];
  repeat: number;
}

export type EvaluationState =
  | { kind: "none" }
  | { kind: "running"; done: number; total: number | null }
  | { kind: "failed"; why: string }
  /**
   * The evaluation has ended. `total` is the number of planned requests, including those that were
   * not sent.
   */
  | { kind: "done"; report: EvaluateReport; total: number };

export const evaluation = signal<EvaluationState>({ kind: "none" });

let stop: AbortController | null = null;

/**
 * The answered runs of the last evaluation, and the model that answered. A new evaluation of the
 * same model can reuse these answers.
 */
let earlier: { of: string; saved: EvaluateReport["saved"] } | null = null;

export function stopEvaluation(): void {
  stop?.abort(new Error("stopped"));
}

/**
 * Starts an evaluation. If `again` is true and the model is the same as in the last evaluation,
 * reuses the answers of the last evaluation. Then only requests that have no answer yet are sent.
 */
export async function startEvaluation({ model, format, hosts, prompts, repeat }: Evaluation, again: boolean): Promise<void> {
  const { signal } = (stop = new AbortController());
  const of = `${model.baseUrl} ${model.model}`;
  const saved = again && earlier?.of === of ? earlier.saved : undefined;
  const total = prompts.length * hosts.length * repeat;
  evaluation.value = { kind: "running", done: 0, total: null };
  let opened: Awaited<ReturnType<typeof openModel>> | undefined;
  try {
    opened = await openModel(model, signal);
    const report = await evaluate({
      workspace: { requests: (prompt, { host }) => requestOf(prompt, host, format, model.model, signal) },
      hosts: hosts.map(({ host, edition }) => `${host}@${edition}`),
      prompts: prompts.map(({ prompt, skill, shouldTrigger }) => ({ prompt, skill, shouldTrigger })),
      repeat,
      signal,
      saved,
      ask: opened.ask,
      onRun: (_, done) => (evaluation.value = { kind: "running", done, total }),
    });
    earlier = { of, saved: report.saved };
    evaluation.value = { kind: "done", report, total };
  } catch (error) {
    evaluation.value = signal.aborted ? { kind: "none" } : { kind: "failed", why: error instanceof Error ? error.message : String(error) };
  } finally {
    opened?.close();
  }
}

async function requestOf(prompt: string, of: string, format: RequestFormat, model: string, signal: AbortSignal) {
  signal.throwIfAborted();
  const [host, edition] = of.split("@") as [HostEdition["host"], Edition];
  const request = await ask("hostRequest", { prompt, host: { host, edition }, format, model }, "evaluation");
  if (!request) throw new Error("the engine stopped");
  return request;
}
