/**
 * Serves the page from the files of one build, with or without a network. vite.config.ts puts `BUILD` (a hash) and `FILES`
 * (path → integrity) before this text.
 */
const CACHE = `skillglass-${BUILD}`;

/** True once the build that waits was told to take over: it may take longer than the next navigation, which then is tried again. */
let isGivingWay = false;

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(dropOthers()));
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(registration.scope)) event.respondWith(answer(event));
});

/** All files or none: one that is not of this build has another hash, and the browser refuses it. */
async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(Object.entries(FILES).map(([path, integrity]) => new Request(path, { integrity, cache: "no-cache" })));
}

async function dropOthers() {
  for (const name of await caches.keys()) if (name.startsWith("skillglass-") && name !== CACHE) await caches.delete(name);
}

async function answer({ request, isReload }) {
  const cache = await caches.open(CACHE);
  if (request.mode !== "navigate") return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  const { pathname } = new URL(request.url);
  const root = new URL(registration.scope).pathname;
  if (pathname !== root && pathname !== `${root}index.html`) return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  // An open tab keeps its build. The reload of the only tab takes the waiting build, and so does
  // the first tab that opens.
  const leaving = isReload || request.cache === "no-cache" || request.cache === "reload" ? 1 : 0;
  if (registration.waiting && (isGivingWay || (await clients.matchAll()).length <= leaving)) {
    isGivingWay = true;
    registration.waiting.postMessage("take over");
    return new Response("", { headers: { refresh: "0" } });
  }
  return (await cache.match("./")) ?? fetch(request);
}
