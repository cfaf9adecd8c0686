// The module's memory holds what is alive, and no more. Each case has a module of its own: memory that was used once stays.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { freshProject, run } from "./project.mjs";

const SCRIPT = fileURLToPath(new URL("memory-growth.mjs", import.meta.url));
/** A page of WebAssembly's memory, in bytes. */
const PAGE = 64 << 10;

const project = freshProject();

describe("the module's memory", () => {
  for (const [sentence, method] of [
    ["catalogs of earlier texts take no room", "catalog"],
    ["lists of earlier texts take no room", "listing"],
    ["diagnostics of earlier texts take no room", "lint"],
    ["comparisons of earlier texts take no room", "compare"],
    ["searches of earlier texts take no room", "search"],
    ["a workspace that is freed leaves its room to the next", "free"],
  ]) {
    test(sentence, () => {
      const entry = pathToFileURL(`${project.folder}/node_modules/skillglass/node.js`).href;
      const bytes = Number(run("node", [SCRIPT, entry, method], project.folder));
      // Hashing is another one in each run, and so are the places of what is allocated.
      assert.ok(bytes <= 2 * PAGE, `${bytes} bytes more than at first`);
    });
  }
});
