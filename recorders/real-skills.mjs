// Compares answers about real skills with recorded ones. The skills belong to their authors and are
// not in this repository, so only hashes are recorded:
//
//   node recorders/real-skills.mjs SKILLS.jsonl ANSWERS.jsonl…
//   node recorders/real-skills.mjs --write SKILLS.jsonl ANSWERS.jsonl…
//
// The first command compares the files with `conformance/real-skills.jsonl.br`, the second writes
// that file. SKILLS.jsonl has a line `{id, folder, text, …}` for each skill. Every other field of
// the line, and of a line with the same `id` in another file, is the answer of a program. A hash is
// the beginning of the SHA-256 of the text, or of the answer as JSON with sorted keys.
import { createHash } from "node:crypto";

import { FOLDER, readCases, writeNew } from "./store.mjs";

const PATH = `${FOLDER}real-skills.jsonl.br`;
const NOT_ANSWERS = new Set(["id", "folder", "text"]);

/**
 * Returns a value with the keys of all its objects sorted, because two programs may write the same
 * answer in another order.
 */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const hash = (text, digits) => createHash("sha256").update(text).digest("hex").slice(0, digits);

/** Returns one line for each skill: the hash of its text, and the hash of each program's answer. */
export function hashed(files) {
  const skills = new Map();
  for (const line of files.flat()) {
    const skill = skills.get(line.id) ?? { id: line.id };
    skills.set(line.id, skill);
    if (line.text !== undefined) skill.text = hash(line.text, 16);
    for (const [field, answer] of Object.entries(line)) {
      if (!NOT_ANSWERS.has(field)) (skill.answers ??= {})[field] = hash(JSON.stringify(sorted(answer)), 12);
    }
  }
  return [...skills.values()];
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const paths = process.argv.slice(2).filter((argument) => argument !== "--write");
  const lines = hashed(paths.map(readCases));
  if (process.argv.includes("--write")) {
    writeNew(
      PATH,
      lines.map((line) => JSON.stringify(line)),
    );
  } else {
    const recorded = new Map(readCases(PATH).map((line) => [line.id, line]));
    const counts = { same: 0, different: 0, unknown: 0 };
    for (const { id, text, answers = {} } of lines) {
      const known = recorded.get(id);
      for (const [field, found] of Object.entries({ text, ...answers })) {
        const expected = field === "text" ? known?.text : known?.answers[field];
        const kind = expected === undefined ? "unknown" : expected === found ? "same" : "different";
        if (kind === "different") console.log(`${id}: ${field} differs from the recording`);
        counts[kind] += 1;
      }
    }
    console.log(`${counts.same} as recorded, ${counts.different} different, ${counts.unknown} not recorded`);
    process.exitCode = counts.different > 0 ? 1 : 0;
  }
}
