// Runs every suite of tests, even after one that fails, and prints the sums as `N passed, N
// failed`. A suite that stops before it reports, or that has no test, counts as one failure. If a
// browser engine is missing, its suite is skipped, and the report says why. The page and the
// package are built while suites run that need neither, because the compiler takes minutes for each
// module.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

/**
 * Returns the command that runs the test files in a folder. The time limit applies to a whole file
 * as well as to a test.
 */
const nodeTest = (folder, ...options) => [
  "node",
  "--test",
  "--test-reporter=spec",
  "--test-timeout=900000",
  ...options,
  ...readdirSync(folder)
    .filter((name) => name.endsWith(".test.mjs"))
    .map((name) => `${folder}/${name}`),
];

/**
 * The number of test files that run at the same time: one for each core. Node's default would leave
 * one core free.
 */
const EACH_CORE = `--test-concurrency=${availableParallelism()}`;

/**
 * The number of files of page tests that run at the same time. It exceeds the number of cores,
 * because Chromium often waits.
 */
const AT_ONCE = availableParallelism() + 1;

const SUITES = [
  { name: "native tests", run: ["cargo", "test", "--locked", "--no-fail-fast"], count: countCargo },
  { name: "recorded answers", run: ["cargo", "run", "--locked", "--example", "conformance"], count: countRecorded },
  { name: "recorders", run: nodeTest("tests/recorders"), count: countNode },
  { name: "wasm tests in Chromium", run: ["scripts/test-wasm.sh"], count: countCargo },
  { name: "wasm tests in Firefox", needs: "engines", run: ["scripts/test-wasm.sh", "firefox"], count: countCargo },
  { name: "wasm tests in WebKit", needs: "engines", run: ["scripts/test-wasm.sh", "webkit"], count: countCargo },
  { name: "page logic", run: nodeTest("tests/page-logic"), count: countNode },
  { name: "fuzzing", run: ["node", "scripts/fuzz.mjs", "check"], count: countCargo },
  { name: "package tests", needs: "pkg", run: nodeTest("tests/package", EACH_CORE), count: countNode },
  { name: "command tests", needs: "pkg", run: nodeTest("tests/command", EACH_CORE), count: countNode },
  { name: "page tests", needs: "page", run: nodeTest("tests/page", `--test-concurrency=${AT_ONCE}`), count: countNode },
  { name: "site tests", needs: "page", run: nodeTest("tests/site"), count: countNode },
  { name: "journeys in three engines", needs: "page", run: nodeTest("tests/engines", `--test-concurrency=${AT_ONCE}`), count: countNode },
];

/** Returns the sums of the `test result:` lines in the log of cargo test or wasm-bindgen-test. */
function countCargo(log) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, ignored] of log.matchAll(/^test result: .*? (\d+) passed; (\d+) failed; (\d+) ignored;/gm)) {
    total.passed += Number(passed);
    total.failed += Number(failed);
    total.skipped += Number(ignored);
  }
  return total;
}

/** Returns the counts in the last line of the log of the recorded answers. */
function countRecorded(log) {
  const [, passed = 0, failed = 0] = /^(\d+) passed, (\d+) failed$/m.exec(log) ?? [];
  return { passed: Number(passed), failed: Number(failed), skipped: 0 };
}

/**
 * Returns the totals at the end of a report of Node's test runner. The output of a test may look
 * the same, so the last lines count.
 */
function countNode(log) {
  const last = (word) => Number([...log.matchAll(new RegExp(`^ℹ ${word} (\\d+)$`, "gm"))].at(-1)?.[1] ?? 0);
  return { passed: last("pass"), failed: last("fail") + last("cancelled"), skipped: last("skipped") + last("todo") };
}

// The property tests use the same random cases in every run, so that a failure is due to a change
// and not to chance. `cargo test` alone uses new cases.
process.env.PROPTEST_RNG_SEED ??= "20261121";

function succeeds([command, ...values]) {
  const child = spawn(command, values, { stdio: ["ignore", "inherit", "inherit"] });
  return new Promise((resolve) => {
    child.on("error", () => resolve(false));
    child.on("close", (status) => resolve(status === 0));
  });
}

/** Runs a command that builds or installs something. Its output is shown in one piece. */
function prepare(command, ...values) {
  const build = spawn(command, values, { stdio: ["ignore", "pipe", "pipe"] });
  const said = [];
  for (const stream of [build.stdout, build.stderr]) stream.on("data", (part) => said.push(part));
  return new Promise((resolve) => {
    build.on("error", () => resolve(false));
    build.on("close", (status) => {
      process.stdout.write(Buffer.concat(said));
      resolve(status === 0);
    });
  });
}

const make = (target) => prepare("make", "--no-print-directory", target);
const page = make("page");
const engines = prepare("scripts/setup.sh", "engines");
const built = { page, pkg: page.then((isBuilt) => isBuilt && make("pkg")), engines };

async function runSuite({ name, needs, run, count }) {
  if (needs && !(await built[needs])) return { passed: 0, failed: 1, skipped: 0 };
  const log = `target/logs/${name.replaceAll(" ", "-")}.log`;
  rmSync(log, { force: true });
  const ok = await succeeds(["scripts/step.sh", name, ...run]);
  const text = readFileSync(log, "utf8");
  const total = count(text);
  const ran = total.passed + total.failed > 0;
  const reasons = [...new Set([...text.matchAll(/SKIP: .*/g)].map(([reason]) => reason))];
  for (const reason of reasons) console.log(`    ${name}: ${reason}`);
  if (ok && !ran && reasons.length > 0) total.skipped ||= 1;
  else if (total.failed === 0 && (!ok || !ran)) total.failed = 1;
  return total;
}

const describe = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const suite of SUITES) {
  const total = await runSuite(suite);
  console.log(`    ${suite.name}: ${describe(total)}`);
  for (const key of Object.keys(sum)) sum[key] += total[key];
}
console.log(describe(sum));
process.exitCode = sum.failed > 0 ? 1 : 0;
