// Checks that time grows no faster than the length of malicious input. Each input has three sizes,
// each twice the one before, and goes through the methods of one host. The check fails if doubling
// the size multiplies a processor time by 2.3 or more, and prints these cases.
//
//   node benches/hostile.mjs [PATTERN] [HOST,HOST…] [FACTOR]

import init, { hosts, Workspace } from "../pkg/node.js";
import { INPUTS } from "../tests/package/hostile-inputs.mjs";

const PATTERN = new RegExp(process.argv[2] ?? "");
const FACTOR = Number(process.argv[4] ?? 1);
const TOO_FAST = 2.3;
/**
 * The processor time in milliseconds below which a ratio depends more on the machine than on the
 * input.
 */
const TOO_SHORT = 10;
const ROUNDS = 3;

await init();
const HOSTS = process.argv[3]?.split(",") ?? hosts().map(({ host }) => host);

const METHODS = {
  write(workspace, { files, links = [] }) {
    workspace.writeAll(files);
    for (const [path, target] of links) workspace.symlink(path, target);
  },
  catalog: (workspace) => workspace.catalog(),
  listing: (workspace) => workspace.listing(),
  turn: (workspace, { turn }) => workspace.turn(turn ?? "Use $bad, /bad and $good"),
  command: (workspace) => workspace.turn("/bad a 'b c' d"),
  candidates: (workspace, { turn }) => workspace.candidates(turn ?? "About bad"),
  search: (workspace, { turn }) => workspace.search(turn ?? "About bad"),
  nearDuplicates: (workspace) => workspace.nearDuplicates(0.5),
  resources: (workspace) => workspace.resources(),
  install: (workspace) => workspace.install({ source: "/repo", project: "/copy" }),
  lint: (workspace, _, host) => workspace.lint({ hosts: [{ host }] }),
  fix: (workspace, _, host) => workspace.fix({ hosts: [{ host }] }),
  compare: (workspace, _, host) => workspace.compare({ hosts: [{ host }] }),
};

/**
 * Returns the processor time of this process in milliseconds. Other programs on the machine do not
 * influence it.
 */
function processor() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function measured(input, host) {
  const workspace = new Workspace({ host, cwd: "/repo", home: "/home/me" });
  const times = Object.entries(METHODS).map(([name, ask]) => {
    const start = processor();
    ask(workspace, input, host);
    return [name, processor() - start];
  });
  workspace.free();
  return Object.fromEntries(times);
}

/** Returns a function that returns the shortest time of a method in several rounds. */
function least(input, host) {
  const rounds = Array.from({ length: ROUNDS }, () => measured(input, host));
  return (name) => Math.min(...rounds.map((times) => times[name]));
}

let tooFast = 0;
let most = { ratio: 0 };
for (const [name, { size, make }] of Object.entries(INPUTS).filter(([name]) => PATTERN.test(name))) {
  for (const host of HOSTS) {
    const times = [1, 2, 4].map((times) => least(make(size * times * FACTOR), host));
    for (const method of Object.keys(METHODS)) {
      const [first, , last] = times.map((of) => of(method));
      if (last < TOO_SHORT) continue;
      const ratio = Math.sqrt(last / first);
      if (ratio > most.ratio) most = { ratio, what: `${name}, ${host}, ${method}` };
      if (ratio < TOO_FAST) continue;
      tooFast++;
      console.log(
        `${name}, ${host}, ${method}: ${first.toFixed(1)} ms, then ${last.toFixed(1)} ms at 4 times the size (${ratio.toFixed(2)})`,
      );
    }
  }
}
console.log(`${tooFast} grow by ${TOO_FAST} or more at a doubling; the most is ${most.ratio.toFixed(2)} (${most.what})`);
process.exitCode = tooFast > 0 ? 1 : 0;
