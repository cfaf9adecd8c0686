// Times the command `skillglass check` and other linters of skills, each as a process, in a
// repository of real skills.
// The time is that from the start of the process to its end. The output is discarded.
//
//   node benches/command.mjs [ROUNDS] [SKILLS…]
//
// skill-check and agnix are installed in benches/peers (`npm ci` there). agnix is also taken from
// `PATH`, because its npm package downloads the program from GitHub, while the PyPI package
// contains it. @skillmds has no command line, so a short script calls @skillmds/core. Real skills
// are those of performance.mjs. Without them, nothing is timed.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./measure.mjs";

const ROUNDS = Number(process.argv[2] ?? 5);
const SIZES = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [500, 3000];

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const CORPUS = join(process.env.SKILLGLASS_SHARED ?? file("../shared"), "corpus/skills.jsonl");
const PEERS = file("benches/peers/node_modules");
const MAIN = file("pkg/command/main.js");
const WORK = file("target/bench-command");

const COUNTS = {
  skillglass: "100 rules through four hosts, with the fix of each finding and the source around it",
  one: "the same through one host",
  github: "four hosts, without fixes, as CI asks for it",
  skillCheck: "frontmatter, name, description, length, links and duplicates by one set of rules; its scan by another program left out",
  agnix: "skills and other files of agents by one set of rules, in Rust",
  skillmds: "each file on its own, by one set of rules",
};

const tools = [
  tool("skillglass check", COUNTS.skillglass, process.execPath, [MAIN, "check"], version("pkg")),
  tool("skillglass check --host codex", COUNTS.one, process.execPath, [MAIN, "check", "--host", "codex"], version("pkg")),
  tool("skillglass check --format github", COUNTS.github, process.execPath, [MAIN, "check", "--format", "github"], version("pkg")),
  skillCheck(),
  agnix(),
  tool(
    "a script over @skillmds/core",
    COUNTS.skillmds,
    process.execPath,
    [file("benches/skillmds.mjs")],
    version("node_modules/@skillmds/core"),
  ),
].filter((one) => one !== null);

if (existsSync(CORPUS)) measure();
else console.log(`\nNO REAL SKILLS AT HAND (${CORPUS}): the command is not timed.`);

function measure() {
  const skills = readFileSync(CORPUS, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const times = SIZES.map((size) => timesOn(skills.slice(0, size)));
  console.log("\n## The command, start-up included\n");
  console.log(
    `| seconds of wall-clock time | ${SIZES.map((size) => `${size.toLocaleString("en")} skills`).join(" | ")} | what it checks |`,
  );
  console.log(`| --- | ${SIZES.map(() => "---:").join(" | ")} | --- |`);
  for (const [index, { name, version, checks }] of tools.entries())
    console.log(`| ${name}, ${version} | ${times.map((all) => all[index].toFixed(2)).join(" | ")} | ${checks} |`);
}

/**
 * Returns the median time of each tool for a repository of these skills, in seconds. In each round,
 * every tool runs once.
 */
function timesOn(skills) {
  const top = join(WORK, String(skills.length));
  rmSync(top, { recursive: true, force: true });
  const seen = new Map();
  mkdirSync(join(top, "repo/.git"), { recursive: true });
  mkdirSync(join(top, "home"), { recursive: true });
  for (const { folder, text } of skills) {
    // Several repositories have a skill of the same name.
    const times = seen.get(folder) ?? 0;
    seen.set(folder, times + 1);
    const at = join(top, "repo/skills", times === 0 ? folder : `${folder}-${times + 1}`);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, "SKILL.md"), text);
  }
  const taken = tools.map(() => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [index, { name, program, args }] of tools.entries()) {
      const start = performance.now();
      const { status, error } = spawnSync(program, args, {
        cwd: join(top, "repo"),
        env: { PATH: process.env.PATH, HOME: join(top, "home"), NO_COLOR: "1" },
        stdio: "ignore",
      });
      // The exit code 1 means that the tool has findings.
      if (error || (status !== 0 && status !== 1)) throw new Error(`${name} ended with ${error?.message ?? status}`);
      if (round >= 0) taken[index].push((performance.now() - start) / 1000);
    }
  }
  rmSync(top, { recursive: true, force: true });
  return taken.map(median);
}

function tool(name, checks, program, args, version) {
  return { name, checks, program, args, version };
}

function version(folder) {
  return JSON.parse(readFileSync(file(`${folder}/package.json`), "utf8")).version;
}

function skillCheck() {
  const main = join(PEERS, "skill-check/bin/skill-check.js");
  if (!existsSync(main)) return missing("skill-check");
  const args = [main, "check", ".", "--no-security-scan", "--format", "json"];
  return tool("skill-check", COUNTS.skillCheck, process.execPath, args, version("benches/peers/node_modules/skill-check"));
}

function agnix() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), join(PEERS, ".bin")];
  const program = folders.map((folder) => join(folder, "agnix")).find((path) => existsSync(path));
  if (!program) return missing("agnix");
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return tool("agnix", COUNTS.agnix, program, ["."], stdout.trim().split(" ").at(-1));
}

function missing(name) {
  console.log(`${name} is not here, and not timed: npm ci --prefix benches/peers${name === "agnix" ? ", or pip install agnix" : ""}`);
  return null;
}
