/**
 * Sends prompts to a model in the request formats of several hosts, and reports which skill the
 * model uses for each prompt.
 */

import { readAnswer, skillOf } from "./answer.js";
import { grouped, rateOf, skillRates } from "./rates.js";
import type { EvaluatedRun, EvaluateOptions, EvaluatePrompt, EvaluateReport, ModelRequest } from "./types.js";

/** The number of requests that are sent at the same time, unless the caller sets another number. */
const PARALLEL = 4;

/**
 * A request that the evaluation sends: one prompt, in the form in which one host sends a prompt to
 * the model. Each repetition of a request is planned separately.
 */
interface Planned {
  readonly key: string;
  readonly request: ModelRequest;
  readonly prompt: EvaluatePrompt;
  readonly repetition: number;
}

/**
 * Measures how often a model uses the expected skill. Each prompt is sent to the model in the
 * request of each host, through the caller's function `ask`. The report has the rate of expected
 * uses for each skill in each host, with a confidence interval, and the cost in tokens.
 *
 * If `ask` rejects, or if its answer does not have the request's API format, the evaluation counts
 * this request as failed and continues. Rejects with a `TypeError` if an option is wrong.
 */
export async function evaluate(options: EvaluateOptions): Promise<EvaluateReport> {
  const repeat = whole("repeat", options.repeat ?? 1);
  const parallel = whole("parallel", options.parallel ?? PARALLEL);
  check(options);
  const stop = new AbortController();
  const forward = () => stop.abort(options.signal?.reason);
  if (options.signal?.aborted) forward();
  options.signal?.addEventListener("abort", forward);
  try {
    const planned = await plan(options, repeat);
    const runs: (EvaluatedRun | undefined)[] = new Array(planned.length);
    const counts = { asked: 0, done: 0 };
    const saved = new Map((options.saved?.runs ?? []).map((run) => [run.key, run]));
    const rest = planned.entries();
    const work = async () => {
      for (const [index, one] of rest) {
        if (stop.signal.aborted) return;
        const earlier = saved.get(one.key);
        const run = earlier ? withPrompt(earlier, one) : await ask(one, options, stop.signal, counts);
        if (!run) return;
        runs[index] = run;
        counts.done += 1;
        options.onRun?.(run, counts.done, planned.length);
      }
    };
    const workers = Array.from({ length: Math.min(parallel, planned.length) }, work);
    try {
      await Promise.all(workers);
    } catch (error) {
      // An error of the caller's own function: the other requests end, too.
      stop.abort(error);
      await Promise.allSettled(workers);
      throw error;
    }
    return report(
      runs.filter((run) => run !== undefined),
      planned.length,
      counts.asked,
    );
  } finally {
    options.signal?.removeEventListener("abort", forward);
  }
}

function whole(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new TypeError(`${name}: must be a whole number of at least 1, not ${String(value)}`);
}

function check({ prompts, hosts, ask, saved }: EvaluateOptions): void {
  if (!Array.isArray(prompts)) throw new TypeError("prompts: must be a list");
  for (const [index, one] of prompts.entries())
    if (typeof one?.prompt !== "string") throw new TypeError(`prompts[${index}].prompt: must be a text`);
  if (!Array.isArray(hosts) || hosts.length === 0) throw new TypeError('hosts: must be a list of hosts, such as ["codex"]');
  if (typeof ask !== "function") throw new TypeError("ask: must be a function that sends a request");
  if (saved !== undefined && (saved?.version !== 1 || !Array.isArray(saved.runs)))
    throw new TypeError("saved: must be the `saved` of a report of this version");
}

/** Returns the requests of the evaluation, ordered by host, prompt and repetition. */
async function plan({ workspace, prompts, hosts, format }: EvaluateOptions, repeat: number): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const host of hosts) {
    for (const prompt of prompts) {
      const request = await workspace.requests(prompt.prompt, { host, ...(format ? { format } : {}) } as { host: never });
      const { host: id, edition, body } = request;
      for (let repetition = 0; repetition < repeat; repetition++)
        planned.push({ key: await digest([id, edition, request.format, body, repetition]), request, prompt, repetition });
    }
  }
  return planned;
}

async function digest(value: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(value)));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Returns the result of one planned request, with the skill that the model used. The answer comes
 * from the cache or, if the cache does not have it, from the model. Returns undefined if the
 * evaluation was stopped.
 */
async function ask(
  planned: Planned,
  { ask, cache }: EvaluateOptions,
  signal: AbortSignal,
  counts: { asked: number },
): Promise<EvaluatedRun | undefined> {
  const { key, request, repetition } = planned;
  const known = await cache?.get(key);
  if (known !== undefined && known !== null) return judged(planned, known);
  let answer: unknown;
  try {
    counts.asked += 1;
    answer = await unlessAborted(ask(request, { signal, repetition }), signal);
  } catch (error) {
    return signal.aborted ? undefined : failed(planned, error);
  }
  const run = judged(planned, answer);
  // An answer that cannot be read is not cached, because it would stay in the cache for ever.
  if (run.outcome !== "failed") await cache?.set(key, answer);
  return run;
}

/** Returns the promise's value, or rejects as soon as the signal aborts, even if the promise never ends. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

function head({ key, request, prompt, repetition }: Planned) {
  const skill = prompt.skill ?? null;
  return {
    key,
    host: request.host,
    edition: request.edition,
    prompt: prompt.prompt,
    skill,
    shouldTrigger: skill !== null && (prompt.shouldTrigger ?? true),
    repetition,
  };
}

function failed(planned: Planned, error: unknown): EvaluatedRun {
  const message = error instanceof Error ? error.message : String(error);
  return { ...head(planned), outcome: "failed", used: null, passed: null, tokens: null, error: message };
}

function judged(planned: Planned, answer: unknown): EvaluatedRun {
  try {
    const read = readAnswer(planned.request.format, answer);
    const used = skillOf(planned.request, read);
    const outcome = used === undefined ? "unknown" : used === null ? "none" : "used";
    const run = { ...head(planned), outcome, used: used ?? null, tokens: read.tokens, error: null } as const;
    return { ...run, passed: hasPassed(run) };
  } catch (error) {
    return failed(planned, error);
  }
}

function hasPassed({ skill, shouldTrigger, used, outcome }: Pick<EvaluatedRun, "skill" | "shouldTrigger" | "used" | "outcome">): boolean {
  if (skill === null) return outcome === "none";
  return (used === skill) === shouldTrigger;
}

/**
 * Returns a saved run as a run of the prompt in `planned`, and judges the run by the skill that
 * this prompt expects. The saved run may belong to another prompt that has the same text but
 * expects another skill.
 */
function withPrompt(run: EvaluatedRun, planned: Planned): EvaluatedRun {
  const same = { ...run, ...head(planned) };
  return { ...same, passed: hasPassed(same) };
}

function report(runs: readonly EvaluatedRun[], total: number, asked: number): EvaluateReport {
  const sum = (of: (run: EvaluatedRun) => number) => runs.reduce((all, run) => all + of(run), 0);
  const hosts = grouped(runs, ({ host, edition }) => [host, edition]).flatMap((group) => {
    const [first] = group;
    const failures = group.filter(({ outcome }) => outcome === "failed").length;
    return first ? [{ host: first.host, edition: first.edition, ...rateOf(group), failed: failures }] : [];
  });
  return {
    hosts,
    skills: skillRates(runs),
    runs,
    tokens: { input: sum(({ tokens }) => tokens?.input ?? 0), output: sum(({ tokens }) => tokens?.output ?? 0) },
    asked,
    complete: runs.length === total,
    saved: { version: 1, runs: runs.filter(({ outcome }) => outcome !== "failed") },
  };
}
