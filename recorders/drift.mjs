// Prints the answers that differ in a newer release:
//
//   make drift HOST=codex [VERSIONS=0.166.0,0.169.0] [SEED=…] [N=60]
//
// Without VERSIONS, the newest recorded version is compared with the newest release. Nothing is
// written to conformance/.
import { parseArgs } from "node:util";

import { grouped } from "./differences.mjs";
import { driver, HOSTS } from "./drivers/index.mjs";
import { newestVersion } from "./install.mjs";
import { generated, record } from "./record.mjs";
import { FOLDER, readCases, recordings } from "./store.mjs";

/** Returns the newest version of a host's program among the recordings of `make record`. */
function recordedVersion(host) {
  const versions = recordings()
    .filter((name) => name.startsWith(`${host}-`))
    .flatMap((name) => readCases(`${FOLDER}${name}`).slice(0, 1))
    .flatMap(({ program }) => (program ? [program] : []));
  return versions.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1);
}

const shown = (value) => {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { versions: { type: "string" }, seed: { type: "string" }, n: { type: "string", short: "n" }, jobs: { type: "string" } },
});
const [host] = positionals;
if (!HOSTS.includes(host)) {
  console.error(`make drift HOST=… [VERSIONS=a,b] [SEED=…] [N=…]: HOST is one of ${HOSTS.join(", ")}`);
  process.exit(2);
}
const [older, newer] = values.versions ? values.versions.split(",") : [recordedVersion(host), newestVersion((await driver(host)).source)];
if (!older || !newer || older === newer) {
  console.log(
    older === newer ? `${host} ${older} is the newest release, and it is recorded.` : "VERSIONS needs two versions: VERSIONS=a,b",
  );
  process.exit(older === newer ? 0 : 2);
}
const seed = values.seed || `drift-${new Date().toISOString().slice(0, 10)}`;
const answers = [];
for (const version of [older, newer]) {
  console.error(`asking ${host} ${version}`);
  const cases = await generated(host, version, seed, Number(values.n || 60));
  answers.push(await record(host, version, cases, { jobs: Number(values.jobs || 2) }));
}
const [before, after] = answers;
const { differing, groups } = grouped(before.map((answer, index) => [answer, after[index]]));
console.log(
  `${host} ${newer} differs from ${older} in ${differing} of ${before.length} workspaces (seed ${seed})${groups.length > 0 ? ":" : "."}`,
);
for (const { at, kind, cases, example } of groups.slice(0, 20)) {
  console.log(`\n${cases.length} × ${at}: ${kind}`);
  console.log(`  for example ${cases[0]}`);
  console.log(`  ${older}: ${shown(example.before)}`);
  console.log(`  ${newer}: ${shown(example.after)}`);
}
if (groups.length > 20) console.log(`\n${groups.length - 20} more kinds of changes.`);
