// The entry for Node, whose fetch() reads no files: init() without an argument takes the module from the disk.
import { readFile } from "node:fs/promises";

import start from "./skillglass.js";

export * from "./skillglass.js";

// Parts save a download, and here is none: whatever is asked for, everything is there.
export default function init(input) {
  if (input !== undefined && !isPartsRequest(input)) return start(input);
  return start({ module_or_path: fromDisk(new URL("./skillglass_bg.wasm", import.meta.url)) });
}

async function fromDisk(address) {
  try {
    return await readFile(address);
  } catch (cause) {
    throw new Error(`the module is not at ${address}: a bundler that does not copy it, such as esbuild, takes skillglass/inline`, {
      cause,
    });
  }
}

function isPartsRequest(input) {
  return typeof input === "object" && input !== null && ("hosts" in input || "parts" in input);
}
