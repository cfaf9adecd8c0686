// `triggers` with a model of the user: asks which skill the model uses for each prompt, with the requests of each host.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { HostEdition, RequestFormat, RequestOptions } from "skillglass";
import type { EvaluateReport, Rate, SavedEvaluation } from "skillglass/triggers";
import { evaluate, modelAt } from "skillglass/triggers";
import { oneOf } from "../arguments.ts";
import { FORMATS } from "../choices.ts";
import { UsageError } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { titleOf } from "../print/hosts.ts";
import { notice } from "../print/notice.ts";
import { counted, grouped, percent, plainLine } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { wordsFor } from "../tree/trouble.ts";

/**
 * The environment variable that contains the key for the model. No other variable is used, so that
 * the key of another service is never sent to the model's address.
 */
export const KEY = "SKILLGLASS_MODEL_KEY";

export const MODEL_OPTIONS = {
  model: { type: "string" },
  "base-url": { type: "string" },
  interface: { type: "string" },
  repeat: { type: "string" },
  saved: { type: "string" },
} as const;

export const MODEL_HELP = `  --model NAME           Asks this model, in the request that each host would send
  --base-url ADDRESS     The address of the model's interface, such as https://api.openai.com/v1. The key in the variable
                         ${KEY} is sent there and nowhere else
  --interface NAME       anthropic-messages, openai-responses, openai-chat, gemini (that of the host)
  --repeat NUMBER        How often each request is sent (1)
  --saved FILE           Keeps finished requests in this file, so that a stopped evaluation continues`;

/** The values of the options in `MODEL_OPTIONS`. */
export interface ModelValues {
  readonly model?: string | undefined;
  readonly "base-url"?: string | undefined;
  readonly interface?: string | undefined;
  readonly repeat?: string | undefined;
  readonly saved?: string | undefined;
}

/** The model to ask, and how to ask it. */
export interface AskedModel {
  readonly name: string;
  readonly ask: ReturnType<typeof modelAt>;
  readonly format: RequestFormat | undefined;
  readonly repeat: number;
  readonly file: string | undefined;
  readonly saved: SavedEvaluation | undefined;
}

export function readModel(values: ModelValues): AskedModel | null {
  const { model, "base-url": baseUrl } = values;
  if (model === undefined) {
    const other = (["base-url", "interface", "repeat", "saved"] as const).find((name) => values[name] !== undefined);
    if (other) throw new UsageError(`--${other} is about a model: name one with --model`);
    return null;
  }
  if (baseUrl === undefined) throw new UsageError("--model needs --base-url, such as https://api.openai.com/v1");
  const repeat = Number(values.repeat ?? 1);
  if (!Number.isSafeInteger(repeat) || repeat < 1)
    throw new UsageError(`--repeat takes a whole number of at least 1, not \`${values.repeat}\``);
  const format = values.interface === undefined ? undefined : oneOf("interface", values.interface, FORMATS);
  try {
    const ask = modelAt({ model, baseUrl, key: process.env[KEY] });
    return { name: model, ask, format, repeat, file: values.saved, saved: savedIn(values.saved) };
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`--base-url: ${error.message.replace(/^baseUrl: /, "")}`);
    throw error;
  }
}

function savedIn(file: string | undefined): SavedEvaluation | undefined {
  if (file === undefined || !existsSync(file)) return undefined;
  try {
    const saved = JSON.parse(readFileSync(file, "utf8")) as SavedEvaluation;
    if (saved?.version === 1 && Array.isArray(saved.runs)) return saved;
  } catch (error) {
    throw new UsageError(`--saved ${file}: ${wordsFor(error)}`);
  }
  throw new UsageError(`--saved ${file}: it is no file of an earlier evaluation`);
}

/** A prompt to send to the model, and the skill that it should trigger. */
interface Asked {
  readonly prompt: string;
  readonly skill: string | null;
  readonly shouldTrigger: boolean;
}

/**
 * Sends the prompts of each host to the model. If the user interrupts the command, returns the
 * results so far.
 */
export async function askModel(
  project: Project,
  model: AskedModel,
  prompts: readonly (readonly [HostEdition, readonly Asked[]])[],
): Promise<EvaluateReport[]> {
  const stop = new AbortController();
  const interrupt = () => stop.abort(new Error("interrupted"));
  process.once("SIGINT", interrupt);
  const reports: EvaluateReport[] = [];
  let runs = model.saved?.runs ?? [];
  try {
    for (const [one, asked] of prompts) {
      const { host, edition } = one;
      const workspace = project.through(one);
      const report = await evaluate({
        workspace: { requests: (prompt, options) => workspace.requests(prompt, options as RequestOptions) },
        prompts: asked,
        hosts: [`${host}@${edition}`],
        ask: model.ask,
        format: model.format,
        repeat: model.repeat,
        signal: stop.signal,
        saved: { version: 1, runs },
      });
      reports.push(report);
      const known = new Set(report.saved.runs.map(({ key }) => key));
      runs = [...runs.filter(({ key }) => !known.has(key)), ...report.saved.runs];
      if (model.file !== undefined) writeFileSync(model.file, `${JSON.stringify({ version: 1, runs })}\n`);
    }
  } finally {
    process.off("SIGINT", interrupt);
  }
  if (stop.signal.aborted) notice(`stopped${model.file === undefined ? "; --saved FILE would have kept the finished requests" : ""}`);
  return reports;
}

function shown({ passed, runs, share, low, high }: Rate): string {
  return share === null
    ? colour.dim("none")
    : `${percent(share)} ${colour.dim(`(${passed} of ${runs}; ${percent(low)} to ${percent(high)})`)}`;
}

/**
 * Describes the results of one evaluation: the rates of each host and skill, errors, and the number
 * of tokens.
 */
export function describedRates({ hosts, skills, runs, tokens, asked }: EvaluateReport): string {
  const lines = hosts.flatMap((host) => [
    `${colour.bold(titleOf(host as HostEdition))}  ${shown(host)}${host.failed > 0 ? `  ${colour.red(`${host.failed} failed`)}` : ""}`,
    ...skills.map(
      ({ skill, should, shouldNot }) =>
        `  ${skill === null ? "no skill" : plainLine(skill)}: ${should.runs > 0 ? shown(should) : ""}${shouldNot.runs > 0 ? `${should.runs > 0 ? ", " : ""}not used ${shown(shouldNot)}` : ""}`,
    ),
  ]);
  const errors = [...new Set(runs.flatMap(({ error }) => (error === null ? [] : [error])))].slice(0, 3);
  const cost = `${counted(asked, "request")}, ${grouped(tokens.input)} tokens in, ${grouped(tokens.output)} out`;
  return [...lines, ...errors.map((error) => `  ${colour.red(plainLine(error))}`), `  ${colour.dim(cost)}`].join("\n");
}
