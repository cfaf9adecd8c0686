/** The global names of a worker that give access to a network. */
const NETWORK = ["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "importScripts", "Worker"];

/**
 * Removes a worker's access to the network. Call this function after the worker has loaded
 * everything that it needs. A Content Security Policy in the page does not apply to workers, so the
 * worker removes the functions for network access.
 */
export function cutOff(): void {
  for (const way of NETWORK) Object.defineProperty(globalThis, way, { value: undefined });
}
