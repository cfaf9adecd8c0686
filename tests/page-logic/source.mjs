// The page's source is TypeScript for a browser: this imports a file of it into Node.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// What some files read of the browser as they load. Node has a navigator of its own from version 21 on.
globalThis.navigator ??= { language: "en" };
globalThis.location ??= new URL("http://localhost/");

/** The exports of a file below `www/src`. Each call gives a module of its own, with a state of its own. */
export async function source(path) {
  const file = fileURLToPath(new URL(`../../www/src/${path}`, import.meta.url));
  const { module } = await runnerImport(file, { configFile: false, logLevel: "error" });
  return module;
}
