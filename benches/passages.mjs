// Measures passages and dependencies in 3,000 skills with references: the time of the first answer,
// and of the answer after an edit of one file.
//
//   node benches/passages.mjs [ROUNDS]

import init, { Workspace } from "../pkg/node.js";
import { rounds } from "./measure.mjs";
import { texts } from "./texts.mjs";

const ROUNDS = Number(process.argv[2] ?? 5);
const SKILLS = 3000;

await init();
const all = texts();
const folder = (index) => `/repo/.agents/skills/k${index}`;
const files = new Map();
for (let index = 0; index < SKILLS; index++) {
  const text = all[index % all.length];
  files.set(`${folder(index)}/SKILL.md`, text);
  // The text of another skill serves as the reference.
  files.set(`${folder(index)}/references/more.md`, all[(index * 7 + 1) % all.length]);
}
const options = { cwd: "/repo", host: "codex" };
const edit = (made, round, what) =>
  made.write(`${folder(17)}/references/more.md`, `# ${what} ${round}\n\nRotate the pages, \`A_${round}_KEY\`.\n`);
const request = "rotate the pages of a document and fill in the form";

const times = await rounds(ROUNDS, {
  made: () => {
    const made = new Workspace(options);
    made.writeAll(files);
    return made;
  },
  "passages, first": ({ made }) => void made.passages(request),
  edited: ({ made, round }) => void edit(made, round, "one"),
  "passages, after an edit": ({ made }) => void made.passages(request),
  "dependencies, first": ({ made }) => void made.dependencies(),
  "edited again": ({ made, round }) => void edit(made, round, "two"),
  "dependencies, after an edit": ({ made }) => void made.dependencies(),
});
for (const [step, ms] of Object.entries(times)) if (step.includes(",")) console.log(`${step.padEnd(28)} ${ms.toFixed(1).padStart(8)} ms`);
