/** Has the browser keep the built page, so that it opens without a network from the second visit on. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    // Where it is forbidden, as in some private windows, the page works as before.
    navigator.serviceWorker.register("./service-worker.js", { updateViaCache: "none" }).catch(() => {});
  });
}
