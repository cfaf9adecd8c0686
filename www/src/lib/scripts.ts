/**
 * The addresses that become code: workers and the service worker. Browsers with Trusted Types accept them only from this policy,
 * which accepts only addresses of the page's own folder.
 */

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): string };
}

/** Addresses that this file made, for frames whose origin none of the page's belongs to. */
const made = new Set<string>();

function check(address: string): string {
  if (made.has(address) || address.startsWith(new URL(".", document.baseURI).href)) return address;
  throw new TypeError(`${address} is no script of this page`);
}

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("skillglass", { createScriptURL: check });

function trusted(address: string): string {
  return policy ? policy.createScriptURL(address) : check(address);
}

/** Starts a module of the page's folder as a worker. */
export function startWorker(address: string): Worker {
  const { href } = new URL(address, document.baseURI);
  return new Worker(trusted(isOpaque() ? imported(href) : href), { type: "module" });
}

/** Has the browser run a script of the page's folder as its service worker. */
export function registerServiceWorker(name: string): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(trusted(new URL(name, document.baseURI).href), { updateViaCache: "none" });
}

/** Returns true in a sandboxed frame without `allow-same-origin`. There no address has the page's origin, so none can be a worker's. */
function isOpaque(): boolean {
  return globalThis.origin === "null";
}

/**
 * Returns a module that imports another one, which the server has to allow for every origin. It is a `data:` address, because
 * Chromium runs no module from a blob there.
 */
function imported(href: string): string {
  const address = `data:text/javascript,${encodeURIComponent(`import ${JSON.stringify(href)};`)}`;
  made.add(address);
  return address;
}
