// Records answers of a released program: make record HOST=codex [VERSION=…] [SEED=…] [N=…]
//
//   node recorders/record.mjs HOST [--version V] [--seed S] [-n N] [--jobs J] [--out FILE] [--cases
// FILE]
//
// `--cases` uses the cases of a file in place of new ones. The answers go to the file
// conformance/<host>-<version>-<seed>.jsonl.br. An existing recording is never replaced.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";

import { driver, HOSTS } from "./drivers/index.mjs";
import { install, newestVersion, nodeFor } from "./install.mjs";
import { askInside } from "./sandbox.mjs";
import { ENDING, FOLDER, readCases, writeNew } from "./store.mjs";

/**
 * Installs a program, asks it about all cases in several parallel sandboxes, and returns the
 * answered cases in their order.
 */
export async function record(host, version, cases, { jobs = 2, notify } = {}) {
  const loaded = await driver(host);
  const program = install(host, loaded.source, version);
  const node = nodeFor(loaded);
  const slices = Array.from({ length: Math.min(jobs, cases.length) }, (_, job) => cases.filter((_, index) => index % jobs === job));
  const answered = (await Promise.all(slices.map((slice) => askInside(host, version, slice, { program, node, notify })))).flat();
  const byId = new Map(answered.map((answer) => [answer.id, answer]));
  return cases.map(({ id }) => byId.get(id));
}

/** Returns `count` random cases for a host. The same seed gives the same cases. */
export async function generated(host, version, seed, count) {
  const { generate } = await driver(host);
  return Array.from({ length: count }, (_, number) => {
    const id = `${host}/${seed}/${String(number).padStart(5, "0")}`;
    return { id, host, program: version, seed: `${seed}/${number}`, ...generate(`${host}/${seed}/${number}`) };
  });
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      version: { type: "string" },
      seed: { type: "string" },
      n: { type: "string", short: "n" },
      jobs: { type: "string" },
      out: { type: "string" },
      cases: { type: "string" },
    },
  });
  const [host] = positionals;
  if (!HOSTS.includes(host)) {
    console.error(`make record HOST=… [VERSION=…] [SEED=…] [N=…]: HOST is one of ${HOSTS.join(", ")}`);
    process.exit(2);
  }
  const version = values.version || newestVersion((await driver(host)).source);
  const seed = values.seed || new Date().toISOString().slice(0, 10);
  const out = values.out || `${FOLDER}${host}-${version}-${seed}${ENDING}`;
  if (existsSync(out)) {
    console.error(`${out} exists. A recording is never replaced: choose another SEED.`);
    process.exit(2);
  }
  const cases = values.cases
    ? readCases(values.cases).map(({ expect, ...question }) => question)
    : await generated(host, version, seed, Number(values.n || 100));
  const began = Date.now();
  let done = 0;
  const notify = ({ id, failure }) => {
    done += 1;
    if (failure) console.error(`${id}: ${failure}`);
    if (done % 20 === 0) console.error(`${done} of ${cases.length} asked, ${Math.round((Date.now() - began) / 1000)} s`);
  };
  const answered = await record(host, version, cases, { jobs: Number(values.jobs || 4), notify });
  const good = answered.filter(({ failure }) => failure === undefined);
  writeNew(
    out,
    good.map((line) => JSON.stringify(line)),
  );
  console.log(`${good.length} of ${cases.length} workspaces answered by ${host} ${version}, seed ${seed}: ${out}`);
  if (good.length < cases.length) process.exitCode = 1;
}
