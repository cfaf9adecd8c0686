// The built package, which tables of the site are asked of.
import { PACKAGE } from "./places.mjs";

let loaded;

/** The package, once it runs. */
export const skillglass = () => (loaded ??= load());

async function load() {
  const module = await import(`${PACKAGE}/node.js`);
  await module.default();
  return module;
}
