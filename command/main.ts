#!/usr/bin/env node
// The command `skillglass`.
import { readFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
process.stdout.write(`skillglass ${version}\n`);
