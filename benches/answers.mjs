// Measures the answers of a workspace after an edit: dependencies, health, passages, triggers and the
// budget plan. Each skill has a reference. Prints a Markdown table.
//
//   node benches/answers.mjs [SKILLS] [ROUNDS]

import { performance } from "node:perf_hooks";
import init, { Workspace } from "../pkg/node.js";
import { median, project } from "./measure.mjs";
import { texts } from "./texts.mjs";

const SKILLS = Number(process.argv[2] ?? 3000);
const ROUNDS = Number(process.argv[3] ?? 15);

await init();
const all = texts();
const { files, options, edited } = project(all, SKILLS);
const reference = (skill) => skill.replace("SKILL.md", "references/more.md");
for (const [index, path] of [...files.keys()].filter((path) => path.endsWith("SKILL.md")).entries()) {
  files.set(reference(path), all[(index * 7 + 1) % all.length]);
}
const workspace = new Workspace(options);
workspace.writeAll(files);

let edits = 0;
const body = files.get(edited);
const EDITS = {
  reference: () => workspace.write(reference(edited), `# Keys ${++edits}\n\nRotate \`KEY_${edits}\`.\n`),
  body: () => workspace.write(edited, `${body}\nMore ${++edits}.\n`),
  description: () => workspace.write(edited, `---\nname: edited\ndescription: Edits pages ${++edits}.\n---\n# Pages\n`),
};
const ANSWERS = {
  "dependencies()": () => workspace.dependencies(),
  "health()": () => workspace.health({ today: "2026-11-26" }),
  "passages()": () => workspace.passages("rotate the pages of a document"),
  "triggers()": () => workspace.triggers(),
  "budgetPlan()": () => workspace.budgetPlan({ host: "codex" }),
};

function time(step) {
  const start = performance.now();
  step();
  return performance.now() - start;
}

console.log(`| ms for ${SKILLS} skills | first | ${Object.keys(EDITS).join(" | ")} |`);
console.log(`| --- | ---: |${" ---: |".repeat(Object.keys(EDITS).length)}`);
for (const [name, answer] of Object.entries(ANSWERS)) {
  const cells = [time(answer).toFixed(0)];
  for (const edit of Object.values(EDITS)) {
    // The first answer after another kind of edit computes more, so it is not measured.
    edit();
    answer();
    const rounds = Array.from({ length: ROUNDS }, () => {
      edit();
      return time(answer);
    });
    cells.push(median(rounds).toFixed(1));
  }
  console.log(`| \`${name}\` | ${cells.join(" | ")} |`);
}
