// Does what a command line for @skillmds/core would do: lints each SKILL.md below the working
// directory.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lint } from "@skillmds/core";

const found = readdirSync(".", { recursive: true })
  .filter((path) => path.endsWith("SKILL.md"))
  .map((path) => ({ path, ...lint(readFileSync(join(".", path), "utf8")) }));
process.stdout.write(JSON.stringify(found));
