/** The global names of a worker that give access to a network. */
const NETWORK = ["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "importScripts", "Worker"];

/**
 * Removes a worker's access to the network. Call this function after the worker has loaded
 * everything that it needs. The page's own policy does not apply to workers; only a policy of the
 * server would.
 */
export function cutOff(): void {
  for (const way of NETWORK) Object.defineProperty(globalThis, way, { value: undefined });
}
