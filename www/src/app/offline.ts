import { embedding } from "../lib/embedding.ts";
import { registerServiceWorker } from "../lib/scripts.ts";

/**
 * Registers a service worker that stores the built page. From the second visit on, the page opens
 * without a network.
 */
export function keepOffline(): void {
  // A frame is part of another page, which decides what is stored.
  if (!import.meta.env.PROD || embedding || window.parent !== window || !("serviceWorker" in navigator)) return;
  // Registration may be forbidden, for example in private windows. The page then works without it.
  const register = () => registerServiceWorker("service-worker.js").catch(() => {});
  // The page waits for its saved workspace before it starts. WebKit does not delay the load event for that, so the page may already have
  // loaded.
  if (document.readyState === "complete") void register();
  else addEventListener("load", () => void register());
}
