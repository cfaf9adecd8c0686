// Copies files of recorded answers into `conformance/`, compressed: node recorders/pack.mjs FILE.jsonl…
import { basename } from "node:path";

import { FOLDER, readLines, writeNew } from "./store.mjs";

for (const path of process.argv.slice(2)) {
  const name = basename(path).replace(/\.br$/, "");
  writeNew(`${FOLDER}${name}.br`, readLines(path));
  console.log(`${name}.br`);
}
