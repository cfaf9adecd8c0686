import { embedding } from "../lib/embedding.ts";
import { registerServiceWorker } from "../lib/scripts.ts";

/** Has the browser keep the built page, so that it opens without a network from the second visit on. */
export function keepOffline(): void {
  // A frame is part of somebody else's page, which decides what is kept.
  if (!import.meta.env.PROD || embedding || window.parent !== window || !("serviceWorker" in navigator)) return;
  // Where it is forbidden, as in some private windows, the page works as before.
  const register = () => registerServiceWorker("service-worker.js").catch(() => {});
  // The page waits for what is kept before it begins, and WebKit does not wait with it: the page may have loaded by now.
  if (document.readyState === "complete") void register();
  else addEventListener("load", () => void register());
}
