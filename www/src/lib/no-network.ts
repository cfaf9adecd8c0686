/** Ways to a network that a worker has. */
const NETWORK = ["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "importScripts", "Worker"];

/** Takes them from a worker that has all it needs: the page's policy does not hold there, only its server's would. */
export function cutOff(): void {
  for (const way of NETWORK) Object.defineProperty(globalThis, way, { value: undefined });
}
