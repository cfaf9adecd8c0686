import { embedding } from "../lib/embedding.ts";
import { registerServiceWorker } from "../lib/scripts.ts";

/** Has the browser keep the built page, so that it opens without a network from the second visit on. */
export function keepOffline(): void {
  // A frame is part of another page, which decides what is stored.
  if (!import.meta.env.PROD || embedding || window.parent !== window || !("serviceWorker" in navigator)) return;
  // Where it is forbidden, as in some private windows, the page works as before.
  const register = () => registerServiceWorker("service-worker.js").catch(() => {});
  // The page waits for its saved workspace before it starts. WebKit does not delay the load event for that, so the page may already have
  // loaded.
  if (document.readyState === "complete") void register();
  else addEventListener("load", () => void register());
}
