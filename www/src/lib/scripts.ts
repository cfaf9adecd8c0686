/**
 * Makes the addresses from which code is loaded: those of workers and of the service worker. Browsers with Trusted Types accept them only
 * from this policy, which accepts only addresses of the page's own folder.
 */

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): string };
}

/** Addresses that this file made, for frames with an origin to which no address of the page belongs. */
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

/** Registers a script of the page's folder as the service worker. */
export function registerServiceWorker(name: string): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(trusted(new URL(name, document.baseURI).href), { updateViaCache: "none" });
}

/**
 * Returns true in a sandboxed frame without `allow-same-origin`. In such a frame, no address has the page's origin, so a worker cannot be
 * started from an address of the page.
 */
function isOpaque(): boolean {
  return globalThis.origin === "null";
}

/**
 * Returns the address of a module that imports another module. The server has to allow the other module for every origin. The address is a
 * `data:` address, because in such frames Chromium runs no module from a blob.
 */
function imported(href: string): string {
  const address = `data:text/javascript,${encodeURIComponent(`import ${JSON.stringify(href)};`)}`;
  made.add(address);
  return address;
}
