// Answers `skillglass conform` with the port of the reference validator to JavaScript. The first argument is its entry file.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { validate } = await import(pathToFileURL(process.argv[2]).href);
const codes = JSON.parse(readFileSync(new URL("codes.json", import.meta.url), "utf8"));
for await (const line of createInterface({ input: process.stdin })) {
  const { id, folder, text } = JSON.parse(line);
  const top = mkdtempSync(join(tmpdir(), "skillglass-conform-"));
  mkdirSync(join(top, folder));
  writeFileSync(join(top, folder, "SKILL.md"), text);
  const messages = await validate(join(top, folder));
  rmSync(top, { recursive: true });
  const findings = messages.map((message) => codes.find(([parts]) => parts.every((part) => message.includes(part)))?.[1] ?? message);
  console.log(JSON.stringify({ id, findings }));
}
