/**
 * This module opens model.html, the hidden document that sends requests to a model, and exchanges
 * messages with it.
 */
import type { AskContext, ModelRequest } from "skillglass/triggers";
import type { FromFrame, ModelAddress, ToFrame } from "./frame-messages.ts";
import { LOADED } from "./frame-messages.ts";

export interface OpenModel {
  ask(request: ModelRequest, context: AskContext): Promise<unknown>;
  /** Stops all requests to the model, and removes the hidden frame with model.html. */
  close(): void;
}

/** The time in milliseconds within which model.html must load. */
const LOADING = 20_000;

/**
 * Opens model.html in a hidden frame, which may reach only the model's address. Rejects if the
 * document does not load in time or if the signal aborts.
 */
export async function openModel(address: ModelAddress, signal: AbortSignal): Promise<OpenModel> {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = `./model.html#${encodeURIComponent(address.baseUrl)}`;
  await loaded(frame, signal);
  const { port1: port, port2 } = new MessageChannel();
  const post = (message: ToFrame) => port.postMessage(message);
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  port.onmessage = ({ data }: MessageEvent<FromFrame>) => {
    const asker = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.type === "answer") asker?.resolve(data.answer);
    else asker?.reject(new Error(data.message));
  };
  frame.contentWindow?.postMessage(address, location.origin, [port2]);
  let count = 0;
  return {
    ask: (request, { signal }) =>
      new Promise((resolve, reject) => {
        const id = count++;
        waiting.set(id, { resolve, reject });
        signal.addEventListener("abort", () => post({ type: "stop", id }));
        post({ type: "ask", id, request });
      }),
    close() {
      port.close();
      frame.remove();
    },
  };
}

/**
 * Adds the frame to the page and waits until its script runs. If this fails, removes the frame and
 * rejects.
 */
async function loaded(frame: HTMLIFrameElement, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      const take = ({ source, data }: MessageEvent) => source === frame.contentWindow && data === LOADED && resolve();
      addEventListener("message", take, { signal: done.signal });
      signal.addEventListener("abort", () => reject(signal.reason), { signal: done.signal });
      setTimeout(() => reject(new Error("model.html did not load")), LOADING);
      document.body.append(frame);
    });
  } catch (error) {
    frame.remove();
    throw error;
  } finally {
    done.abort();
  }
}
