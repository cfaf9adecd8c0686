/**
 * The types of an evaluation. An evaluation sends prompts to a model, and reports which skills the
 * model uses.
 */

/**
 * A request to a model, with only the fields that an evaluation reads. The objects that
 * `workspace.requests` returns have these fields.
 */
export interface ModelRequest {
  readonly host: string;
  readonly edition: string;
  readonly format: "anthropic-messages" | "openai-responses" | "openai-chat" | "gemini";
  /** The body of the request. The body does not name a model. */
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * The tool with which the model uses a skill: its name, and the name of the parameter (`input`)
   * that identifies the skill. If the host has no tool for skills, `standIn` is true. The tool then
   * reads a file, and the parameter is the path of the skill's file.
   */
  readonly tool: { readonly name: string; readonly input: string; readonly standIn: boolean };
  readonly skills: readonly {
    readonly name: string;
    readonly aliases: readonly string[];
    readonly path: string;
    readonly found: string;
  }[];
}

/** A prompt with the skill that the model should use. */
export interface EvaluatePrompt {
  readonly prompt: string;
  /** The name of the skill. If it is absent or null, the model should use no skill. */
  readonly skill?: string | null | undefined;
  /** False if the model should not use the skill; true by default. */
  readonly shouldTrigger?: boolean | undefined;
}

/**
 * A store of the model's answers. `key` is a digest of a request to the model and of the number of
 * the repetition, because a request can be sent several times.
 */
export interface AnswerCache {
  get(key: string): unknown;
  set(key: string, answer: unknown): unknown;
}

/** The context of a request: the second argument of `ask`. */
export interface AskContext {
  /** Aborts when the evaluation stops. */
  readonly signal: AbortSignal;
  /** The number of the repetition, from 0. */
  readonly repetition: number;
}

/** A request for an evaluation. */
export interface EvaluateOptions {
  /**
   * The workspace whose method `requests` returns the requests that the hosts send to the model for
   * a prompt. It is a `Workspace`, or a client of a worker that has the workspace.
   */
  readonly workspace: {
    requests(prompt: string, options: { host: never; format?: never }): ModelRequest | Promise<ModelRequest>;
  };
  readonly prompts: readonly EvaluatePrompt[];
  /** The hosts, such as `codex` or `claude-code@2026-08`. */
  readonly hosts: readonly string[];
  /** Sends a request and returns the model's answer, in the shape of the request's `format`. */
  ask(request: ModelRequest, context: AskContext): Promise<unknown>;
  /** The API format of all requests; by default each host's usual format. */
  readonly format?: ModelRequest["format"] | undefined;
  /** The number of times that each request is sent; 1 by default. */
  readonly repeat?: number | undefined;
  /** The number of requests that are sent at the same time; 4 by default. */
  readonly parallel?: number | undefined;
  /** Stops the evaluation. The report then has the runs so far, and `complete` is false. */
  readonly signal?: AbortSignal | undefined;
  /** The store of answers from earlier evaluations. */
  readonly cache?: AnswerCache | undefined;
  /** The value `saved` of an earlier report. The runs in this value are not repeated. */
  readonly saved?: SavedEvaluation | undefined;
  /** Called after each run, with the number of finished runs and the number of all runs. */
  readonly onRun?: ((run: EvaluatedRun, done: number, total: number) => void) | undefined;
}

/** Finished runs as plain data, which `JSON.stringify` stores. */
export interface SavedEvaluation {
  readonly version: 1;
  readonly runs: readonly EvaluatedRun[];
}

/** One request and its answer. */
export interface EvaluatedRun {
  /** The identifier of the run: a digest of the request and of `repetition`. */
  readonly key: string;
  readonly host: string;
  readonly edition: string;
  readonly prompt: string;
  /** The name of the skill that the model should use for the prompt; null if it should use no skill. */
  readonly skill: string | null;
  readonly shouldTrigger: boolean;
  readonly repetition: number;
  /**
   * `used`: the model used a skill; `none`: it used no skill; `unknown`: it named a skill that does not exist; `failed`: there is no usable
   * answer.
   */
  readonly outcome: "used" | "none" | "unknown" | "failed";
  /**
   * The name of the skill that the model used first; null if the model used no skill that the
   * request offers.
   */
  readonly used: string | null;
  /** True if the model did what the prompt expects: it used the skill, or did not use it. Null if there is no usable answer. */
  readonly passed: boolean | null;
  readonly tokens: { readonly input: number; readonly output: number } | null;
  /** The reason why there is no usable answer; null if the answer is usable. */
  readonly error: string | null;
}

/** A share of runs with its confidence interval. */
export interface Rate {
  /** The number of runs with a usable answer. */
  readonly runs: number;
  /** The number of runs that passed. */
  readonly passed: number;
  /** The share of runs that passed: `passed / runs`. Null if there were no runs. */
  readonly share: number | null;
  /**
   * The lower end of the 95 % confidence interval (Wilson's method) of `share`; 0 if there were no
   * runs. The upper end is `high`, which is 1 if there were no runs.
   */
  readonly low: number;
  readonly high: number;
}

/** The rates of passed runs for one skill in one host. */
export interface SkillRate {
  readonly host: string;
  readonly edition: string;
  /** The skill; null for prompts that should use no skill. */
  readonly skill: string | null;
  /** The rate of passed runs for prompts that should use the skill. */
  readonly should: Rate;
  /** The rate of passed runs for prompts that should not use the skill. */
  readonly shouldNot: Rate;
}

/** The result of an evaluation. */
export interface EvaluateReport {
  /** The rate of passed runs for each host. */
  readonly hosts: readonly (Rate & { readonly host: string; readonly edition: string; readonly failed: number })[];
  readonly skills: readonly SkillRate[];
  /** The runs in the order of hosts, prompts and repetitions. */
  readonly runs: readonly EvaluatedRun[];
  /** The sum of the tokens of all runs. */
  readonly tokens: { readonly input: number; readonly output: number };
  /** The number of requests that were sent, without cached and saved runs. */
  readonly asked: number;
  /** False if the evaluation was stopped. */
  readonly complete: boolean;
  /**
   * The runs with a usable answer. Pass this value as the option `saved` of a later evaluation, so
   * that these runs are not repeated. Failed runs are not included.
   */
  readonly saved: SavedEvaluation;
}
