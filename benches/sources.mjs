// Checks that the time for input from elsewhere grows no faster than its size: archives, the index
// of a website, the answers of an MCP server, and the plan of a large tree. Each case runs three
// times at a size and at twice the size. Prints the processor times and their ratio.
//
//   node benches/sources.mjs [PATTERN]

import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { fromArchive, takeMcpSkills, takeSite } from "../pkg/entries/sources/index.js";
import init, { Workspace } from "../pkg/node.js";
import { tarOf, zipOf } from "../tests/package/archives.mjs";

const PATTERN = new RegExp(process.argv[2] ?? "");
const TOO_FAST = 2.3;
const ROUNDS = 3;
const AT_ONCE = 32;
const LINK = 0o120777;

await init();

const skill = (name, more = "") => `---\nname: ${name}\ndescription: Does ${name}.\n---\n${more}\n`;
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const opened = () => new Workspace({ cwd: "/repo", home: "/home/me" });
const install = { source: "/from", agents: ["codex"], project: "/repo" };

/** Reads all files of an archive. It reads as many at the same time as `mount` does. */
async function readAll(archive) {
  const tree = await fromArchive(archive, { limits: { entries: 1_000_000 } });
  const files = [...tree.files.values()];
  while (files.length > 0) {
    // An entry that is refused while it is read is no failure of the whole archive.
    await Promise.all(files.splice(-AT_ONCE).map((file) => file.read().catch(() => null)));
  }
}

function site(files) {
  return async () => {
    const workspace = opened();
    const get = async (url) => {
      const body = files.get(new URL(url).pathname);
      return new Response(body ?? null, { status: body === undefined ? 404 : 200 });
    };
    await takeSite(workspace, { url: "https://example.com", install }, { fetch: get });
    workspace.free();
  };
}

const digestOf = (text) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

function index(entries) {
  const $schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
  const files = new Map(entries.map(({ url, text }) => [`/${url}`, text]));
  const skills = entries.map(({ name, url, text }) => ({
    name,
    type: "skill-md",
    description: "One.",
    url: `/${url}`,
    digest: digestOf(text),
  }));
  return files.set("/.well-known/agent-skills/index.json", JSON.stringify({ $schema, skills }));
}

function server(pages, perPage) {
  const uri = (page, number) => `skill://s${page}-${number}/SKILL.md`;
  const text = (page, number) => skill(`s${page}-${number}`);
  const entry = (page, number) => ({
    uri: uri(page, number),
    frontmatter: { name: `s${page}-${number}`, description: "One." },
    resources: [{ uri: uri(page, number), digest: digestOf(text(page, number)), size: text(page, number).length }],
  });
  return async () => {
    const workspace = opened();
    const answer = ({ method, params }) => {
      const page = Number(params.cursor ?? 0);
      const next = page + 1 < pages ? { nextCursor: String(page + 1) } : {};
      if (method === "skills/list") return { result: { skills: times(perPage, (number) => entry(page, number)), ...next } };
      const [, at, number] = /s(\d+)-(\d+)/.exec(params.uri);
      return { result: { contents: [{ uri: params.uri, text: text(at, number) }] } };
    };
    await takeMcpSkills(workspace, { supporting: true, install }, async (call) => answer(call));
    workspace.free();
  };
}

/**
 * Returns a function that makes a test for a size: it fills a workspace with that number of files
 * and calls `ask`.
 */
function asked(ask) {
  return (size) => {
    const files = times(size, (index) => [`/repo/.agents/skills/s${index % 100}/r${index}.md`, "x"]);
    const skills = times(100, (index) => [`/repo/.agents/skills/s${index}/SKILL.md`, skill(`s${index}`)]);
    const all = new Map([...files, ...skills]);
    return () => {
      const workspace = opened();
      workspace.writeAll(all);
      ask(workspace);
      workspace.free();
    };
  };
}

const archiveOf = (pack, entries) => (size) => {
  const archive = pack(entries(size));
  return () => readAll(archive);
};
const gzipped = (entries) => gzipSync(tarOf(entries));
const files = (size) => times(size, (index) => ({ path: `s${index % 100}/f${index}.md`, text: "x" }));
const deep = (size) => [{ path: `${"d/".repeat(size)}SKILL.md`, text: "x" }];
const zeros = (size) => [{ path: "bomb/SKILL.md", text: Buffer.alloc(size) }];
const out = (size) => times(size, (index) => ({ path: `${"../".repeat(3)}f${index}`, text: "x" }));
const loops = (size) =>
  times(size, (index) => {
    const target = `l${(index + 1) % size}`;
    return { path: `l${index}`, text: target, target, mode: LINK, type: "2" };
  });

/** Cases by name. Each has the first size, and a function that returns what is timed at a size. */
const CASES = {
  "a zip of many files": [5_000, archiveOf(zipOf, files)],
  "a tar of many files": [5_000, archiveOf(gzipped, files)],
  "a zip bomb (bytes unpacked)": [10_000_000, archiveOf(zipOf, zeros)],
  "a tar bomb (bytes unpacked)": [10_000_000, archiveOf(gzipped, zeros)],
  "a zip of paths that lead out": [5_000, archiveOf(zipOf, out)],
  "a tar of paths that lead out": [5_000, archiveOf(tarOf, out)],
  "a zip of links in a loop": [5_000, archiveOf(zipOf, loops)],
  "a tar of links in a loop": [5_000, archiveOf(tarOf, loops)],
  "a zip of folders in folders": [8_000, archiveOf(zipOf, deep)],
  "a site's index of many skills": [
    500,
    (size) => site(index(times(size, (at) => ({ name: `s${at}`, url: `s${at}.md`, text: skill(`s${at}`) })))),
  ],
  "a site's index, one name": [500, (size) => site(index(times(size, (at) => ({ name: "one", url: `s${at}.md`, text: skill("one") }))))],
  "a server's list of many skills": [500, (size) => server(1, size)],
  "a server's list of many pages": [100, (size) => server(size, 1)],
  "plan of a tree": [10_000, asked((workspace) => workspace.plan())],
};

/**
 * Returns the processor time that a function takes, in milliseconds. Other programs on the machine
 * do not influence it.
 */
async function measured(run) {
  const { user, system } = process.cpuUsage();
  await run();
  const end = process.cpuUsage();
  return (end.user + end.system - user - system) / 1000;
}

let tooFast = 0;
console.log("| what | size | ms | at twice the size | ratio |\n| --- | ---: | ---: | ---: | ---: |");
for (const [name, [size, make]] of Object.entries(CASES).filter(([name]) => PATTERN.test(name))) {
  const [once, twice] = [make(size), make(2 * size)];
  const least = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    least[0] = Math.min(least[0], await measured(once));
    least[1] = Math.min(least[1], await measured(twice));
  }
  const ratio = least[1] / least[0];
  if (ratio >= TOO_FAST) tooFast++;
  console.log(`| ${name} | ${size} | ${least[0].toFixed(0)} | ${least[1].toFixed(0)} | ${ratio.toFixed(2)} |`);
}
process.exitCode = tooFast > 0 ? 1 : 0;
