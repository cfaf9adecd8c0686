/** Sends requests to a model's API over HTTP. */

import type { AskContext, ModelRequest } from "./types.js";

/** The model, and the API to which requests are sent. */
export interface ModelOptions {
  /** The address of the API with its version, such as `https://api.openai.com/v1`. Nothing is sent elsewhere. */
  readonly baseUrl: string;
  /** The name of the model. */
  readonly model: string;
  /**
   * The key for the API. If there is no key, requests are sent without a key. The key is sent only
   * to `baseUrl`, and no error message contains the key.
   */
  readonly key?: string | undefined;
  /** The maximum number of tokens of an answer; 1024 by default. */
  readonly maxTokens?: number | undefined;
  /** The time limit for one request in milliseconds; 60,000 by default. */
  readonly timeout?: number | undefined;
  /**
   * The number of times that a request is sent again if the server reports a limit, if the server
   * fails, or if the connection breaks; 3 by default.
   */
  readonly retries?: number | undefined;
  /** The function that fetches; by default the platform's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** The function that waits for a number of milliseconds; by default a timer. */
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** The error for a request to which the model gave no answer. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  /**
   * The reason for the error:
   * - `limit`: the server received too many requests.
   * - `timeout`: no answer arrived in time.
   * - `unreachable`: the connection failed.
   * - `refused`: the HTTP status reports an error in the request, such as 401.
   * - `server`: the HTTP status reports an error of the server, such as 500.
   * - `not-json`: the answer is not JSON.
   */
  readonly reason: "limit" | "timeout" | "unreachable" | "refused" | "server" | "not-json";
  /** The HTTP status of the answer; null if there is no answer. */
  readonly status: number | null;
  /**
   * The time after which the server accepts the request, in milliseconds; null if the server does
   * not give the time.
   */
  readonly retryAfter: number | null;

  constructor(reason: ModelError["reason"], message: string, status: number | null = null, retryAfter: number | null = null) {
    super(message);
    this.reason = reason;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The longest time in milliseconds that a server may make a request wait. */
const MOST_WAIT = 120_000;
/** The first pause before a request is sent again, in milliseconds; each further pause is twice as long. */
const FIRST_WAIT = 1000;
/** The version of Anthropic's API. */
const ANTHROPIC_VERSION = "2023-06-01";

/** Returns a function that sends requests to a model, for the option `ask` of an evaluation. */
export function modelAt(options: ModelOptions): (request: ModelRequest, context: AskContext) => Promise<unknown> {
  const { retries = 3, wait = pause } = options;
  const base = addressOf(options.baseUrl);
  return async (request, { signal }) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await send(options, base, request, signal);
      } catch (error) {
        if (!(error instanceof ModelError) || signal.aborted) throw error;
        const isPassing = !["refused", "not-json"].includes(error.reason);
        if (!isPassing || attempt >= retries || (error.retryAfter ?? 0) > MOST_WAIT) throw error;
        await wait(error.retryAfter ?? FIRST_WAIT * 2 ** attempt, signal);
      }
    }
  };
}

function addressOf(text: string): string {
  let address: URL;
  try {
    address = new URL(text);
  } catch {
    throw new TypeError(`baseUrl: must be an address such as "https://api.openai.com/v1", not ${JSON.stringify(text)}`);
  }
  if (!["http:", "https:"].includes(address.protocol) || address.username !== "" || address.password !== "" || address.search !== "")
    throw new TypeError("baseUrl: must be an address with http or https, without a user, a password and a query");
  return address.href.replace(/\/$/, "");
}

/**
 * Returns the parts of a request that depend on its API format: the path below `baseUrl`, the
 * headers with the key, and the properties of the body that name the model.
 */
function formOf({ format }: ModelRequest, { model, key, maxTokens = 1024 }: ModelOptions) {
  const bearer: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  switch (format) {
    case "anthropic-messages": {
      const headers = { ...(key === undefined ? {} : { "x-api-key": key }), "anthropic-version": ANTHROPIC_VERSION };
      return { path: "/messages", headers, members: { model, max_tokens: maxTokens } };
    }
    case "openai-responses":
      return { path: "/responses", headers: bearer, members: { model, max_output_tokens: maxTokens, store: false } };
    case "openai-chat":
      return { path: "/chat/completions", headers: bearer, members: { model, max_tokens: maxTokens } };
    case "gemini": {
      const headers: Record<string, string> = key === undefined ? {} : { "x-goog-api-key": key };
      const path = `/models/${encodeURIComponent(model)}:generateContent`;
      return { path, headers, members: { generationConfig: { maxOutputTokens: maxTokens } } };
    }
  }
}

async function send(options: ModelOptions, base: string, request: ModelRequest, stop: AbortSignal): Promise<unknown> {
  const { key, timeout = 60_000, fetch: get = fetch } = options;
  const { path, headers, members } = formOf(request, options);
  const hidden = (text: string) => (key === undefined || key === "" ? text : text.replaceAll(key, "…"));
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeout);
  const abort = () => late.abort();
  if (stop.aborted) abort();
  stop.addEventListener("abort", abort);
  try {
    const response = await get(base + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ ...request.body, ...members }),
      // A redirect could send the key to another address.
      redirect: "error",
      signal: late.signal,
    });
    const text = await response.text();
    if (!response.ok) throw refusal(response, hidden(text));
    try {
      return JSON.parse(text);
    } catch {
      throw new ModelError("not-json", `the answer is not JSON: ${start(hidden(text))}`, response.status);
    }
  } catch (error) {
    if (error instanceof ModelError) throw error;
    if (stop.aborted) throw stop.reason;
    if (late.signal.aborted) throw new ModelError("timeout", `no answer within ${timeout} ms`);
    const { cause } = error as { cause?: { message?: unknown } };
    const why = String(cause?.message || (error instanceof Error ? error.message : error));
    throw new ModelError("unreachable", `${base} cannot be reached: ${hidden(why)}`);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", abort);
  }
}

function refusal(response: Response, text: string): ModelError {
  const { status } = response;
  const reason = status === 429 ? "limit" : status >= 500 || status === 408 ? "server" : "refused";
  const message = messageIn(text) ?? start(text);
  const words = message === "" ? "" : `: ${message}`;
  return new ModelError(
    reason,
    `the model's interface answered ${status}${words}`,
    status,
    retryAfter(response.headers.get("retry-after")),
  );
}

/**
 * Returns the error message in an answer of a known API; null if the answer has no such message.
 */
function messageIn(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } };
    return typeof error?.message === "string" ? start(error.message) : null;
  } catch {
    return null;
  }
}

function start(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 200)} …` : line;
}

/**
 * Returns the milliseconds of the header `retry-after`, which has seconds or a date. Returns null
 * if the header is missing or wrong.
 */
function retryAfter(header: string | null): number | null {
  if (header === null || header.trim() === "") return null;
  const seconds = Number(header);
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
  });
}
