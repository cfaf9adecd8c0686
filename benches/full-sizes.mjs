// Measures the package with input of full size, each host in a process of its own: the processor
// time of each method in seconds, and the module's memory.
//
//   node benches/full-sizes.mjs [PATTERN] [HOST,HOST…]

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import init, { hosts, Workspace } from "../pkg/node.js";

const ROOTS = ["/repo/.agents/skills", "/repo/.claude/skills"];
const skill = (name, body = "") => `---\nname: ${name}\ndescription: Does ${name}.\n---\n${body}`;
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const good = (files) => new Map([...ROOTS.map((root) => [`${root}/good/SKILL.md`, skill("good")]), ...files]);

/** Large inputs by name. Each has files, and may have symbolic links. */
const CASES = {
  "100,000 paths beside skills": () => ({ files: good(times(100_000, (index) => [`/repo/docs/d${index % 100}/f${index}.md`, "x"])) }),
  "100,000 paths in 10,000 folders of skills": () => ({
    files: good(
      times(100_000, (index) => {
        const name = `s${Math.floor(index / 10)}`;
        const file = index % 10 < 2 ? ["SKILL.md", skill(name, "Read r2.md.\n")] : [`r${index % 10}.md`, "x"];
        return [`${ROOTS[index % 2]}/${name}/${file[0]}`, file[1]];
      }),
    ),
  }),
  "10,000 links in a loop": () => ({
    files: good([]),
    links: ROOTS.flatMap((root) => times(5_000, (index) => [`${root}/l${index}`, `${root}/l${(index + 1) % 5_000}`])),
  }),
  "100 MB of body": () => ({
    files: good(ROOTS.map((root) => [`${root}/bad/SKILL.md`, skill("bad", "Do this, then that.\n".repeat(2_500_000))])),
  }),
  "100 MB beside a skill": () => ({ files: good([[`${ROOTS[0]}/good/large.bin`, new Uint8Array(100_000_000)]]) }),
};

const METHODS = {
  catalog: (workspace) => workspace.catalog(),
  listing: (workspace) => workspace.listing(),
  turn: (workspace) => workspace.turn("Use $bad, /bad and $good"),
  search: (workspace) => workspace.search("About bad"),
  compare: (workspace, host) => workspace.compare({ hosts: [{ host }] }),
  lint: (workspace, host) => workspace.lint({ hosts: [{ host }] }),
};

/** Returns the processor time that a function takes, in seconds. */
function seconds(run) {
  const { user, system } = process.cpuUsage();
  run();
  const end = process.cpuUsage();
  return ((end.user + end.system - user - system) / 1e6).toFixed(2);
}

const { memory } = await init();
const [pattern = "", chosen, only] = process.argv.slice(2);
if (only) {
  const { files, links = [] } = CASES[pattern]();
  const workspace = new Workspace({ host: only, cwd: "/repo", home: "/home/me" });
  const write = () => {
    workspace.writeAll(files);
    for (const [path, target] of links) workspace.symlink(path, target);
  };
  const row = [seconds(write), ...Object.values(METHODS).map((ask) => seconds(() => ask(workspace, only)))];
  console.log(`| ${pattern} | ${only} | ${row.join(" | ")} | ${(memory.buffer.byteLength / 1e6).toFixed(0)} |`);
} else {
  const columns = ["what", "host", "write", ...Object.keys(METHODS), "MB"];
  console.log(`| ${columns.join(" | ")} |\n|${" --- |".repeat(columns.length)}`);
  for (const name of Object.keys(CASES).filter((name) => new RegExp(pattern).test(name))) {
    for (const host of chosen?.split(",") ?? hosts().map(({ host }) => host)) {
      const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name, "-", host], { stdio: "inherit" });
      if (status !== 0) process.exitCode = 1;
    }
  }
}
