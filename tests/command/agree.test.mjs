// The commands agree: over random workspaces and all hosts, `check`, `explain`, `doctor`, `list` and `compare` give one answer.
// `N=2000 node --test tests/command/agree.test.mjs` tries that many; `SEED` begins elsewhere. All runs share one process.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const PKG = new URL("../../pkg/", import.meta.url);
const N = Number(process.env.N ?? 24);
const SEED = Number(process.env.SEED ?? 1);

const at = (path) => fileURLToPath(new URL(path, PKG));
const { initSync, hosts } = await import(at("skillglass.js"));
const { readFileSync } = await import("node:fs");
initSync({ module: readFileSync(at("skillglass_bg.wasm")) });
const commands = Object.fromEntries(
  await Promise.all(
    ["check", "compare", "doctor", "explain", "list"].map(async (name) => [name, (await import(at(`command/commands/${name}.js`)))[name]]),
  ),
);
const HOSTS = hosts().map(({ host }) => host);
const titles = new Map(hosts().map(({ host, label, default: edition }) => [`${label} ${edition}`, host]));

/** A small generator of numbers, the same for the same seed. */
function random(seed) {
  let state = (seed * 2654435761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { below: (most) => Math.floor(next() * most), one: (some) => some[Math.floor(next() * some.length)] };
}

const ROOTS = [
  "repo/.agents/skills",
  "repo/.claude/skills",
  "repo/.gemini/skills",
  "repo/.github/skills",
  "repo/.opencode/skills",
  "repo/.pi/skills",
  "repo/skills",
  "repo/skills",
  "repo/plugins/office/skills",
  "repo/.claude/commands",
  "repo/packages/app/.claude/skills",
  "home/.agents/skills",
  "home/.claude/skills",
  "home/.codex/skills",
];
const NAMES = ["pdf", "csv", "notes", "review", "deploy"];

const FIELDS = [
  [],
  [],
  ["disable-model-invocation: true"],
  ["user-invocable: false"],
  ["paths: src/**"],
  ["disable-model-invocation: true", "user-invocable: false"],
  ["metadata:", "  openclaw:", "    requires:", "      bins: [no-such-program]"],
];
const DESCRIPTIONS = [
  (name) => `Fills in forms of ${name}. Use when a form of ${name} is handed over.`,
  (name) => `Fills in forms of ${name}. Use when a form of ${name} is handed over.`,
  (name) => `Fills in forms of ${name}. `.repeat(60).trim(),
  () => "",
  (name) => `${name}: reads a: form`,
];

function textOf({ below, one }, name) {
  const body = "\n# Forms\n\n1. Read the form.\n2. Fill it in.\n";
  switch (below(12)) {
    case 0:
      return body;
    case 1:
      return `---\nname: ${name}\ndescription: never closed\n${body}`;
    case 2:
      return `---\nname: [${name}\ndescription: broken\n---\n${body}`;
    case 3:
      return "";
    default: {
      const called = one([name, name, name, "Other Name", "other"]);
      return ["---", `name: ${called}`, `description: ${one(DESCRIPTIONS)(name)}`, ...one(FIELDS), "---", body].join("\n");
    }
  }
}

/** The files of a workspace. */
function workspace(seed) {
  const numbers = random(seed);
  const { below, one } = numbers;
  const files = {};
  const count = below(12) === 0 ? 60 : 1 + below(5);
  for (let index = 0; index < count; index++) {
    const root = one(ROOTS);
    const name = count > 5 ? `skill-${index}` : one(NAMES);
    const file = one(["/SKILL.md", "/SKILL.md", "/SKILL.md", "/SKILL.md", "/skill.md", ".md", "/notes.md"]);
    files[`${root}/${name}${file}`] = textOf(numbers, name);
    if (below(4) === 0) files[`${root}/${name}/references/more.md`] = "# More\n";
  }
  if (below(8) === 0) files["repo/.claude/settings.json"] = '{ "permissions": { "deny": ["Skill(pdf)"] } }';
  if (below(8) === 0) files["repo/.gitignore"] = "skills/csv\n";
  return files;
}

/** What a command prints, without a process of its own. */
async function printed(name, args) {
  const write = process.stdout.write;
  let out = "";
  process.stdout.write = (text) => {
    out += text;
    return true;
  };
  try {
    await commands[name].run(args);
  } finally {
    process.stdout.write = write;
  }
  return out;
}

const EDITION = "--host=all";

async function agree(top) {
  const where = ["--cwd", join(top, "repo"), "--home", join(top, "home")];
  const asked = [EDITION, ...where];
  const json = async (name, ...args) => JSON.parse(await printed(name, [...args, ...asked]));
  const compared = await json("compare", "--format", "json");
  const lists = await json("list", "--format", "json");
  const doctor = await json("doctor", "--json");
  const { diagnostics } = await json("check", join(top, "repo"), "--format", "json", "--min-severity", "hint", "--quiet");
  const rows = compared.skills;
  assert.deepEqual(
    [lists[0], doctor].map(({ asInstalled }) => asInstalled),
    [compared.asInstalled, compared.asInstalled],
  );

  for (const [index, host] of HOSTS.entries()) {
    const { skills, listing } = lists[index];
    const cells = rows.map(({ path, cells }) => ({ path: cells[index].asIfAt ?? path, cell: cells[index] }));
    const there = cells.filter(({ cell }) => cell.loaded && cell.discovered);
    const paths = (some) => some.map(({ path }) => path).sort();
    assert.deepEqual(paths(there), paths(skills), `${host}: compare and list have the same skills`);
    const ofDoctor = doctor.hosts.find((one) => one.host === host).skills;
    assert.deepEqual(paths(ofDoctor), paths(skills), `${host}: doctor and list have the same skills`);
    for (const { path, cell } of there) {
      const entry = listing.entries.find((one) => one.path === path);
      const isListed = entry !== undefined && entry.line !== null;
      const inventory = ofDoctor.find((one) => one.path === path);
      assert.equal(cell.listed.as !== "nothing", isListed, `${host}: compare and list show ${path} to the model or do not`);
      assert.equal(inventory.isListed, isListed, `${host}: doctor and list show ${path} to the model or do not`);
      if (cell.listed.as === "cut") assert.deepEqual([entry.cut, inventory.cut], [cell.listed.by, cell.listed.by], `${host}: ${path}`);
    }
  }

  if (rows.length > 0) {
    const explained = await json("explain", ...rows.map(({ path }) => path), "--format", "json");
    for (const row of explained)
      assert.deepEqual(row.cells, rows.find(({ path }) => path === row.path).cells, `explain and compare agree on ${row.path}`);
    assert.deepEqual(
      explained.map(({ path }) => path),
      rows.map(({ path }) => path),
    );
    const faults = new Set(doctor.problems.map(({ path, line, column, help }) => `${path} ${line}:${column} in the file: ${help}`));
    let row = -1;
    let host;
    for (const line of (await printed("explain", [...rows.map(({ path }) => path), ...asked])).split("\n")) {
      if (titles.has(line)) {
        host = titles.get(line);
        if (host === HOSTS[0]) row++;
      } else if (/^ {2}✔ listed/.test(line)) {
        const { listed } = explained[row].cells[HOSTS.indexOf(host)];
        assert.notEqual(listed.as, "nothing", `explain shows ${explained[row].path} as listed in ${host}`);
      } else if (/ in the file: /.test(line)) {
        const fault = `${explained[row].path} ${line.trim().slice(2)}`;
        assert.ok(faults.has(fault), `check has no fault as explain names it: ${fault}`);
      }
    }
  }

  const key = ({ code, severity, path, message }) => `${path} ${code} ${severity} ${message}`;
  const isInRepo = ({ path }) => path.startsWith(join(top, "repo/"));
  assert.deepEqual(doctor.problems.filter(isInRepo).map(key).sort(), diagnostics.map(key).sort(), "doctor and check find the same");

  const plainly = compared.asInstalled ? (await json("compare", "--format", "json", "--no-as-installed")).skills : rows;
  for (const { severity, path, code, hosts } of diagnostics)
    if (severity === "error")
      for (const { host } of hosts) {
        const cell = plainly.find((row) => row.path === path)?.cells[HOSTS.indexOf(host)];
        if (cell) assert.ok(!(cell.loaded && cell.discovered), `${host} has ${path}, and check says that it drops it: ${code}`);
      }
  for (const { path, cells } of plainly.filter(isInRepo))
    for (const [index, host] of HOSTS.entries()) {
      if (cells[index].obstacles[0]?.reason !== "flat-file" || !/^name: /m.test(readFileSync(path, "utf8"))) continue;
      const found = diagnostics.some(
        (one) => one.path === path && one.severity === "error" && one.hosts.some((other) => other.host === host),
      );
      assert.ok(found, `check names ${path}, a file by itself that ${host} passes over`);
    }
}

test(`check, explain, doctor, list and compare agree on ${N} random workspaces in all hosts`, async () => {
  const failures = [];
  for (let seed = SEED; seed < SEED + N; seed++) {
    const top = realpathSync(mkdtempSync(join(tmpdir(), "skillglass-agree-")));
    try {
      for (const folder of ["repo/.git", "home"]) mkdirSync(join(top, folder), { recursive: true });
      for (const [path, text] of Object.entries(workspace(seed))) {
        mkdirSync(dirname(join(top, path)), { recursive: true });
        writeFileSync(join(top, path), text);
      }
      await agree(top);
    } catch (error) {
      failures.push(`seed ${seed}: ${error.message.replaceAll(top, "")}`);
    } finally {
      rmSync(top, { recursive: true, force: true });
    }
  }
  assert.deepEqual(failures, []);
});
