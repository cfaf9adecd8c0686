// What is different on a terminal. `script` makes one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import test from "node:test";
import { stripVTControlCharacters } from "node:util";
import { COLON, skill, world } from "./run.mjs";

const PDF = "repo/.agents/skills/pdf/SKILL.md";
const skip =
  spawnSync("script", ["-qec", "true", "/dev/null"]).status !== 0 && "`script` of util-linux is not there, so no terminal is tested";

test("lines are as wide as the terminal", { skip }, (t) => {
  const { onTerminal } = world(t, { [PDF]: COLON });
  const { stdout, status } = onTerminal(["check"], { columns: 60 });
  assert.equal(status, 1);
  assert.ok(stdout.includes("\x1b[33m"));
  for (const line of stripVTControlCharacters(stdout).split("\r\n")) assert.ok(line.length <= 60 || !line.trim().includes(" "), line);
});

test("sentences fit into twenty columns", { skip }, (t) => {
  const { onTerminal } = world(t, { [PDF]: COLON });
  for (const args of [["check"], ["explain", "pdf", "--host", "codex"]]) {
    const { stdout } = onTerminal(args, { columns: 20, env: { NO_COLOR: "1" } });
    // A word of its own, such as a path, may be longer.
    for (const line of stdout.split("\r\n"))
      assert.ok(
        line.length <= 20 ||
          !line
            .trim()
            .replace(/^\S+ {1,2}/, "")
            .includes(" "),
        `${args}: ${line}`,
      );
  }
});

test("FORCE_COLOR brings the colours to where there is no terminal", async (t) => {
  const { run } = world(t, { [PDF]: COLON });
  assert.ok((await run(["check"], { env: { FORCE_COLOR: "1" } })).out.includes("\u001b[33m"));
});

test("NO_COLOR takes the colours away", { skip }, (t) => {
  const { onTerminal } = world(t, { [PDF]: COLON });
  const { stdout } = onTerminal(["check"], { env: { NO_COLOR: "1" } });
  assert.equal(stripVTControlCharacters(stdout), stdout);
});

test("a table gives way where the terminal is narrow", { skip }, (t) => {
  const { onTerminal } = world(t, {
    "repo/.agents/skills/a-rather-long-name-of-a-skill-that-nobody-types/SKILL.md": skill(
      "a-rather-long-name-of-a-skill-that-nobody-types",
    ),
  });
  const { stdout } = onTerminal(["compare", "--host", "codex"], { columns: 40 });
  assert.match(stripVTControlCharacters(stdout), /^a-rather-long[\w-]*… {2}✔\r$/m);
});

test("--watch prints again when a file changed, and ends by Ctrl+C", async (t) => {
  const { start, at } = world(t, { [PDF]: skill("pdf") });
  const child = start(["check", "--watch"]);
  t.after(() => child.kill("SIGKILL"));
  const said = reader(child);
  await said(/no problem[\s\S]*watching; Ctrl\+C ends/);
  writeFileSync(at(PDF), COLON);
  await said(/unquoted-colon[\s\S]*watching; Ctrl\+C ends/);
  appendFileSync(at(PDF), "More.\n");
  await said(/unquoted-colon[\s\S]*watching; Ctrl\+C ends/);
  // Editors replace a file when they save.
  for (const [text, expected] of [
    [skill("pdf"), /no problem[\s\S]*watching/],
    [COLON, /unquoted-colon[\s\S]*watching/],
  ]) {
    writeFileSync(`${at(PDF)}.tmp`, text);
    renameSync(`${at(PDF)}.tmp`, at(PDF));
    await said(expected);
  }
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.kill("SIGINT");
  assert.equal(await ended, 0);
});

/** Waits until what a process prints, since it was last asked, is as expected. */
function reader(child) {
  let text = "";
  let look = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (part) => {
      text += part;
      look();
    });
  }
  return (pattern) =>
    new Promise((resolve, reject) => {
      child.on("close", () => reject(new Error(`it ended, having said: ${text}`)));
      look = () => {
        const found = pattern.exec(text);
        if (!found) return;
        text = text.slice(found.index + found[0].length);
        look = () => {};
        resolve();
      };
      look();
    });
}
