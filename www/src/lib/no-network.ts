/** The globals of a worker that give access to a network. */
const NETWORK = ["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "importScripts", "Worker"];

/**
 * Removes these globals from a worker after it has loaded everything that it needs. The policy of the page does not apply to workers; only
 * a policy of the server would.
 */
export function cutOff(): void {
  for (const way of NETWORK) Object.defineProperty(globalThis, way, { value: undefined });
}
