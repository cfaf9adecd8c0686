// Fuzzes the targets in fuzz/ with libFuzzer:
//
//   fuzz.mjs check | run TARGET [SECONDS] | replay TARGET FILE | merge TARGET FOLDER
//
// `check` replays the corpus of each target, in the order of names, and fuzzes the target for ten
// seconds from a fixed seed. SKILLGLASS_FUZZ_SECONDS sets another time. `run` continues from the
// corpus and keeps new inputs in target/fuzz. `replay` runs one input. `merge` adds those inputs of
// a folder to the corpus that reach new code.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

/**
 * The compiler's options that measure coverage for libFuzzer. The stable compiler accepts them as
 * options of LLVM.
 */
const COVERAGE = [
  "-Cpasses=sancov-module",
  "-Cllvm-args=-sanitizer-coverage-level=3",
  "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
  "-Cllvm-args=-sanitizer-coverage-pc-table",
].join(" ");

const FOLDER = "target/fuzz";
const CHECK_SECONDS = Number(process.env.SKILLGLASS_FUZZ_SECONDS ?? 10);

/**
 * Options of libFuzzer: limits on memory, time and input size, and no adaptation of its search,
 * which would take time.
 */
const LIMITS = ["-rss_limit_mb=2048", "-timeout=10", "-max_len=768", "-len_control=0", "-entropic=0"];

const targets = readdirSync("fuzz/src/targets")
  .filter((file) => file !== "mod.rs")
  .map((file) => basename(file, ".rs"));

function host() {
  const version = spawnSync("rustc", ["-vV"], { encoding: "utf8" }).stdout;
  return /^host: (.*)$/m.exec(version)[1];
}

/**
 * Builds the fuzzer. Because the target platform is named, Cargo does not apply the options for
 * coverage to build scripts and macros.
 */
function build() {
  const triple = host();
  const env = { ...process.env, [`CARGO_TARGET_${triple.toUpperCase().replaceAll("-", "_")}_RUSTFLAGS`]: COVERAGE };
  const options = ["--release", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", FOLDER, "--target", triple];
  const built = spawnSync("cargo", ["build", ...options], { stdio: "inherit", env });
  if (built.status !== 0) process.exit(built.status ?? 1);
  return `${FOLDER}/${triple}/release/fuzz`;
}

/** Runs libFuzzer on a target. Returns true if libFuzzer found no fault. */
async function fuzz(binary, target, values) {
  const found = `${FOLDER}/found/${target}/`;
  mkdirSync(found, { recursive: true });
  const env = { ...process.env, SKILLGLASS_FUZZ_TARGET: target };
  const child = spawn(binary, [...LIMITS, `-artifact_prefix=${found}`, ...values], { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (part) => {
    said += part;
  });
  const status = await new Promise((resolve) => child.on("close", resolve));
  const lines = said.split("\n");
  if (status === 0) {
    const last = lines.findLast((line) => /^#\d+\s+DONE/.test(line));
    console.log(`${target}: ${last ?? "done"}`);
    return true;
  }
  console.log(lines.slice(-80).join("\n"));
  const input = /Test unit written to (\S+)/.exec(said)?.[1] ?? values.at(-1);
  console.log(`${target}: found something. The input is ${input}; replay it with\n    node scripts/fuzz.mjs replay ${target} ${input}`);
  return false;
}

/** Returns a folder with a copy of the target's corpus. libFuzzer adds new inputs to the folder. */
function grown(target) {
  const folder = `${FOLDER}/corpus/${target}`;
  mkdirSync(folder, { recursive: true });
  if (existsSync(`fuzz/corpus/${target}`)) cpSync(`fuzz/corpus/${target}`, folder, { recursive: true });
  return folder;
}

async function check() {
  const binary = build();
  const left = [...targets];
  let failed = 0;
  const work = async () => {
    for (let target = left.shift(); target; target = left.shift()) {
      // The files are listed by name, because libFuzzer would read a folder in the order of the
      // disk.
      const corpus = readdirSync(`fuzz/corpus/${target}`).map((name) => `fuzz/corpus/${target}/${name}`);
      // The time limit of a case is measured by the clock, so it is high enough for a busy machine.
      const options = ["-seed=20261121", "-timeout=60", `-max_total_time=${CHECK_SECONDS}`];
      if (!(await fuzz(binary, target, [...options, `-seed_inputs=${corpus.sort().join()}`]))) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  // The last line has the form in which `cargo test` ends.
  console.log(`test result: ${failed > 0 ? "FAILED" : "ok"}. ${targets.length - failed} passed; ${failed} failed; 0 ignored;`);
  return failed === 0;
}

async function run(target, seconds) {
  const binary = build();
  let failed = 0;
  for (const one of target ? [target] : targets) {
    if (!(await fuzz(binary, one, [`-max_total_time=${seconds}`, grown(one)]))) failed += 1;
  }
  return failed === 0;
}

function help() {
  console.log(`usage: node scripts/fuzz.mjs check | run [TARGET [SECONDS]] | replay TARGET FILE | merge TARGET FOLDER
targets: ${targets.join(", ")}`);
  return false;
}

const [command, target, value] = process.argv.slice(2);
if (target && !targets.includes(target)) {
  console.error(`error: there is no target ${target}`);
  help();
  process.exit(2);
}
const commands = {
  check,
  run: () => run(target, Number(value || 60)),
  replay: () => (target && value ? fuzz(build(), target, [value]) : help()),
  merge: () => (target && value ? fuzz(build(), target, ["-merge=1", `fuzz/corpus/${target}`, value]) : help()),
};
process.exitCode = (await (commands[command] ?? help)()) ? 0 : 1;
