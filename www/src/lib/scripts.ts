/**
 * This module creates the addresses of workers and of the service worker. Browsers with Trusted
 * Types accept such addresses only from the policy in this module, which allows only the page's own
 * folder.
 */

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): string };
}

/**
 * The `data:` addresses that this module created for workers in sandboxed frames. They are allowed
 * in addition to the addresses in the page's folder.
 */
const made = new Set<string>();

function check(address: string): string {
  if (made.has(address) || address.startsWith(new URL(".", document.baseURI).href)) return address;
  throw new TypeError(`${address} is no script of this page`);
}

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("skillglass", { createScriptURL: check });

function trusted(address: string): string {
  return policy ? policy.createScriptURL(address) : check(address);
}

/** Starts a worker from a script in the page's folder. */
export function startWorker(address: string): Worker {
  const { href } = new URL(address, document.baseURI);
  return new Worker(trusted(isOpaque() ? imported(href) : href), { type: "module" });
}

/** Registers a script in the page's folder as the service worker. */
export function registerServiceWorker(name: string): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(trusted(new URL(name, document.baseURI).href), { updateViaCache: "none" });
}

/**
 * Returns true if the page is in a sandboxed frame without `allow-same-origin`. Such a page has no
 * origin, so it cannot start a worker from its own address.
 */
function isOpaque(): boolean {
  return globalThis.origin === "null";
}

/**
 * Returns a `data:` address of a module that only imports the script at `href`. The server must
 * allow this script for every origin. A blob is no replacement, because Chromium runs no module
 * from a blob in a sandboxed frame.
 */
function imported(href: string): string {
  const address = `data:text/javascript,${encodeURIComponent(`import ${JSON.stringify(href)};`)}`;
  made.add(address);
  return address;
}
