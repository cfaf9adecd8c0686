/**
 * The script of model.html, a frame that sends requests to a model. The main page cannot send these
 * requests, because its security policy allows only its own server and cannot be relaxed after the
 * page has loaded. So model.html has a policy of its own, which allows only the address in its URL
 * fragment.
 */
import { modelAt } from "skillglass/triggers";
import type { FromFrame, ModelAddress, ToFrame } from "./frame-messages.ts";
import { LOADED, policySourceOf } from "./frame-messages.ts";

const allowed = policySourceOf(decodeURIComponent(location.hash.slice(1)));

if (allowed !== null) {
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = `connect-src ${allowed}`;
  document.head.append(policy);
  addEventListener("message", ({ data, ports: [port], source, origin }) => {
    if (source === parent && origin === location.origin && port) serve(data as ModelAddress, port);
  });
  parent.postMessage(LOADED, location.origin);
}

function serve(address: ModelAddress, port: MessagePort): void {
  const ask = modelAt({ ...address, fetch: (url, options) => fetch(url, { ...options, ...forBrowsers(url, options) }) });
  const asked = new Map<number, AbortController>();
  const send = (message: FromFrame) => port.postMessage(message);
  port.onmessage = async ({ data }: MessageEvent<ToFrame>) => {
    const { id } = data;
    if (data.type === "stop") return asked.get(id)?.abort();
    const stop = new AbortController();
    asked.set(id, stop);
    try {
      send({ type: "answer", id, answer: await ask(data.request, { signal: stop.signal, repetition: 0 }) });
    } catch (error) {
      send({ type: "error", id, message: error instanceof Error ? error.message : String(error) });
    }
    asked.delete(id);
  };
}

/**
 * Returns the options for a request that a browser sends. Cookies are excluded. For Anthropic's
 * server, adds a header, because the server otherwise refuses requests from web pages.
 */
function forBrowsers(url: RequestInfo | URL, options: RequestInit | undefined): RequestInit {
  const headers = new Headers(options?.headers);
  if (new URL(String(url)).hostname === "api.anthropic.com") headers.set("anthropic-dangerous-direct-browser-access", "true");
  return { headers, credentials: "omit", cache: "no-store" };
}
