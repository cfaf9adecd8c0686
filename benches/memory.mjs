// Checks the memory of the module. It may use at most 4 MB more than twice the bytes of its files,
// the same after any number of edits, and reuse the memory after `free`. With `lint`, each edit
// changes the next skill's description, and the linter runs after it.
//
//   node benches/memory.mjs [SKILLS] [EDITS] [lint]

import init, { Workspace } from "../pkg/node.js";
import { project } from "./measure.mjs";
import { texts } from "./texts.mjs";

const SKILLS = Number(process.argv[2] ?? 3000);
const EDITS = Number(process.argv[3] ?? 4000);
const LINTS = process.argv[4] === "lint";

const { memory } = await init();
const megabytes = () => (memory.buffer.byteLength / 1e6).toFixed(1);
const { files, options, edited } = project(texts().slice(0, SKILLS), SKILLS);
const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
const text = files.get(edited);

console.log("| the module's memory | MB |\n| --- | ---: |");
const say = (what) => console.log(`| ${what} | ${megabytes()} |`);
say("at the start");
let workspace = new Workspace(options);
workspace.writeAll(files);
say(`${SKILLS} files of ${(bytes / 1e6).toFixed(1)} MB`);
workspace.catalog();
workspace.listing();
say("their catalog and list");
const described = [...files].filter(([, text]) => /^description: /m.test(text));
if (LINTS) {
  workspace.lint();
  say("their diagnostics");
}
for (let edit = 1; edit <= EDITS; edit++) {
  const more = "x".repeat(edit % 97);
  if (LINTS) {
    const [path, text] = described[edit % described.length];
    workspace.write(path, text.replace(/^description: .*/m, `$& ${more}`));
  } else workspace.write(edited, text.replace(/\n*$/, `\n${more}\n`));
  workspace.catalog();
  if (LINTS) workspace.lint();
  if (edit % (EDITS / 4) === 0) say(`${edit} edits, each with a catalog${LINTS ? " and diagnostics" : ""}`);
}
for (let round = 0; round < 3; round++) {
  workspace.free();
  workspace = new Workspace(options);
  workspace.writeAll(files);
  workspace.catalog();
}
say("freed and made again three times");
