// The texts of real skills if they are available, otherwise made-up texts.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Returns 3,000 texts of skills. Prints a note if they are not those of real skills. */
export function texts() {
  const shared = process.env.SKILLGLASS_SHARED ?? fileURLToPath(new URL("../../shared", import.meta.url));
  const corpus = join(shared, "corpus/skills.jsonl");
  try {
    return readFileSync(corpus, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).text);
  } catch {
    console.log(`NO REAL SKILLS AT HAND (${corpus}): the figures below are for made-up ones.`);
    return Array.from(
      { length: 3000 },
      (_, index) =>
        `---\nname: skill-${index}\ndescription: "Use when the user asks for number ${index}: ${"words ".repeat(30)}"\n---\n${"Do this, then that.\n".repeat(150)}`,
    );
  }
}
