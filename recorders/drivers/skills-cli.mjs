// Records the `skills` CLI: runs `skills add SOURCE --list`, and an installation.
import { workspace } from "../workspaces.mjs";
import { buildSorted, clear, plainVariables, run, snapshot } from "../world.mjs";

export const source = { name: "skills" };
export const node = 24;

const HOME = "/home/u";
const PROJECT = "/w/project";
const REPOSITORY = "/w/repo";

const PLACES = [
  ["", 8],
  ["skills", 26],
  ["skills/category", 7],
  ["skills/category/two", 5],
  ["skills/c/d/e", 3],
  ["skills/.curated", 5],
  ["skills/.experimental", 3],
  ["skills/.system", 3],
  ["skills/.hidden", 2],
  [".claude/skills", 6],
  [".agents/skills", 6],
  [".codex/skills", 2],
  [".github/skills", 3],
  [".cursor/skills", 3],
  [".gemini/skills", 2],
  ["agent/skills", 1],
  ["plugins/p1/skills", 4],
  ["plugins/p1/custom", 3],
  ["plugins/p2", 2],
  ["extra", 3],
  ["extra/in", 2],
  ["examples", 3],
  ["a/b", 2],
  ["a/b/c/d", 2],
  ["a/b/c/d/e/f", 1],
  ["skills/node_modules", 2],
  ["skills/dist", 1],
  ["node_modules", 2],
  ["build", 1],
  ["packages/x/skills", 2],
];

/** Folders in which the program finds skills only if no other folder has a skill. */
const DEEP = PLACES.filter(([place]) => /^(a\/|examples|packages|extra|node_modules|build|plugins\/p1\/custom|skills\/c\/d)/.test(place));

const AGENTS = [
  "codex",
  "claude-code",
  "cursor",
  "gemini-cli",
  "opencode",
  "github-copilot",
  "windsurf",
  "goose",
  "roo",
  "openclaw",
  "trae",
  "universal",
  "pi",
];

/** Returns random manifests of plugins: a marketplace, a plugin, both or none. */
function manifests(tree, random, folders) {
  const skills = () =>
    random.sample(
      [
        ...folders.map((folder) => `./${folder.slice(REPOSITORY.length + 1)}`),
        "./extra/s0",
        "extra/in/s1",
        "../outside/x",
        "./skills/../extra/s1",
        "./",
      ],
      random.integer(1, 4),
    );
  const plugin = () => ({
    ...(random.chance(0.9) && { name: random.pick(["my-plugin", "zed-tools", "p1", "a b"]) }),
    ...(random.chance(0.8) && {
      source: random.pick(["./", "./plugins/p1", "./plugins/p2", "plugins/p1", "p1", "../outside", { source: "github", repo: "x/y" }]),
    }),
    ...(random.chance(0.75) && { skills: random.chance(0.85) ? skills() : random.pick(["./skills", []]) }),
  });
  if (random.chance(0.7)) {
    const marketplace = { name: "market", plugins: Array.from({ length: random.integer(1, 3) }, plugin) };
    if (random.chance(0.25)) marketplace.metadata = { pluginRoot: random.pick(["./plugins", "plugins", "./", "../outside"]) };
    const text = random.chance(0.92) ? JSON.stringify(marketplace) : random.pick(["{broken", "[]", "null"]);
    tree.file(`${REPOSITORY}/.claude-plugin/marketplace.json`, text);
  }
  if (random.chance(0.45)) {
    const content = { skills: skills(), ...(random.chance(0.8) && { name: "plug-one" }) };
    tree.file(`${REPOSITORY}/.claude-plugin/plugin.json`, JSON.stringify(content));
  }
}

export function generate(seed) {
  let isDeep = false;
  return workspace(seed, {
    home: HOME,
    directories: [PROJECT],
    sameName: 0.15,
    roots: (_cwd, random) => {
      isDeep = random.chance(0.14);
      return (isDeep ? DEEP : PLACES).map(([place, weight]) => [place ? `${REPOSITORY}/${place}` : REPOSITORY, weight]);
    },
    finish(tree, { random, names, folders }) {
      tree.folder(REPOSITORY);
      tree.file(`${REPOSITORY}/README.md`, "readme\n");
      if (random.chance(0.3)) manifests(tree, random, folders);
      if (random.chance(0.3)) tree.folder(`${PROJECT}/${random.pick([".claude", ".cursor", ".windsurf", ".goose", ".roo"])}`);
      const source = random.weighted([
        ["../repo", 70],
        [REPOSITORY, 10],
        ["../repo/", 4],
        ["../repo/skills", 4],
        ["../repo/.claude/skills", 2],
        ["../repo/plugins/p1", 2],
        ["../gone", 1],
        ["../repo/README.md", 1],
      ]);
      const list_args = [];
      const install_args = ["--yes", "--agent", ...random.sample(AGENTS, random.integer(1, 4))];
      if (random.chance(0.35)) install_args.push("--copy");
      if (random.chance(0.09)) install_args.push("--global");
      if (random.chance(0.14))
        install_args.push(
          "--skill",
          ...random.pick([[random.pick(names).toUpperCase()], [random.pick(names), "missing-one"], ["*"], [random.pick(names)]]),
        );
      if (random.chance(0.12)) for (const list of [list_args, install_args]) list.push("--full-depth");
      const env = random.chance(0.12) ? { INSTALL_INTERNAL_SKILLS: random.pick(["1", "true", "yes", "0"]) } : {};
      return { host: "skills-cli", source, list_args, install_args, env };
    },
  });
}

export const start = ({ program, node }) => ({
  command: [node, "--import", "data:text/javascript,process.stdout.columns=100000", `${program}/node_modules/skills/bin/cli.mjs`],
});

/**
 * Runs the program's command `add` on an empty disk with the files of the case. Returns its output,
 * and the files before and after.
 */
async function add(question, args, [command, ...rest], env = {}) {
  clear();
  const tree = buildSorted(question.tree);
  const before = snapshot(["/w", "/home"]);
  const variables = {
    ...plainVariables(question.home),
    CI: "1",
    DISABLE_TELEMETRY: "1",
    DO_NOT_TRACK: "1",
    NODE_DISABLE_COMPILE_CACHE: "1",
    GIT_CONFIG_NOSYSTEM: "1",
    ...question.env,
    ...env,
  };
  const ran = await run(command, [...rest, "add", question.source, ...args], { env: variables, cwd: question.cwd });
  return { ...ran, tree, before, after: snapshot(["/w", "/home"]) };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the program writes codes of a terminal.
const CODES_OF_TERMINAL = /\x1b\[[0-9;?]*[A-Za-z]/g;

/**
 * Matches Node's warning about a deprecated feature of YAML, which appears between the program's
 * own lines.
 */
const OF_NODE = /\n*\(node:\d+\) (?:\[\w+\] )?YAMLWarning: .*?\n*\(Use `node --trace-warnings[^\n]*\)\n?/gs;

/** Returns the files that the program reports as skipped, each with the reason. */
function warnings(text) {
  const found = [];
  for (const part of text.replace(OF_NODE, "\n").split(/^(?=⚠ Skipped )/m)) {
    const [, path, reason] = /^⚠ Skipped (.*?) — (.*)$/s.exec(part) ?? [];
    if (path !== undefined) found.push({ path, reason: reason.replace(/\n+$/, "") });
  }
  return found;
}

/** Returns the skills in the list that the program prints, null if it prints no list. */
function listed(text) {
  const begin = text.indexOf("Available Skills");
  if (begin < 0) return null;
  const skills = [];
  let group = null;
  for (const line of text.slice(begin).replace(CODES_OF_TERMINAL, "").split("\n").slice(1)) {
    if (line.startsWith("└")) break;
    if (line.startsWith("│      ")) skills.at(-1).description = line.slice(7);
    else if (line.startsWith("│    ")) skills.push({ name: line.slice(5), description: "", group });
    else if (line && !line.startsWith("│")) group = line;
  }
  for (const skill of skills) if (skill.group === "General" && group === "General") skill.group = null;
  return skills;
}

/**
 * Returns the folders of the source whose `SKILL.md` is the same as that of an installed skill,
 * sorted.
 */
function sources(installed, { before, after }) {
  const file = after.get(`${PROJECT}/.agents/skills/${installed}/SKILL.md`);
  if (file?.type !== "file") return [];
  const same = [...before].filter(([path, entry]) => path.endsWith("/SKILL.md") && entry.type === "file" && entry.bytes.equals(file.bytes));
  return same.map(([path]) => path.slice(0, -"/SKILL.md".length)).sort();
}

/**
 * Sets the source folder of each listed skill, as far as an installation of all skills shows it.
 * If several folders have the same `SKILL.md`, the skill gets the list of these folders.
 */
async function locate(skills, question, command) {
  const env = question.list_args.includes("--skill") ? { INSTALL_INTERNAL_SKILLS: "1" } : {};
  const depth = question.list_args.filter((word) => word === "--full-depth");
  const all = await add(question, ["--yes", "--json", "--agent", "codex", "--copy", ...depth, "--skill", "*"], command, env);
  let entries = [];
  try {
    entries = JSON.parse(all.stdout);
  } catch {
    // The installation failed, so its output has no folders.
  }
  for (const skill of skills) {
    const index = entries.findIndex?.(({ name }) => name === skill.name) ?? -1;
    const [entry] = index < 0 ? [] : entries.splice(index, 1);
    const installed = (entry?.path ?? entry?.installPath ?? entry?.canonicalPath ?? "").split("/").filter(Boolean).at(-1);
    const folders = installed ? sources(installed, all) : [];
    const links = question.tree.some(({ type }) => type === "symlink");
    skill.path = folders.length === 1 && !links ? folders[0] : folders.length > 1 ? folders : null;
  }
}

/**
 * Returns the entries that an installation added or changed, without lock files.
 * A file that is a copy has the path of the original instead of its text.
 */
function changes({ before, after }) {
  const found = [];
  for (const [path, entry] of [...after].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))) {
    const old = before.get(path);
    const { type, target, bytes, mode } = entry;
    if (old && old.type === type && old.target === target && (bytes === undefined || bytes.equals(old.bytes))) continue;
    if (type === "symlink") found.push({ path, type, target });
    else if (type === "dir") {
      if (![...after.keys()].some((other) => other.startsWith(`${path}/`))) found.push({ path, type });
    } else if (!/skills?-lock\.json$/.test(path)) {
      const from = [...before].filter(([, known]) => known.type === "file" && known.bytes.equals(bytes)).map(([known]) => known);
      const text = bytes.toString("utf8");
      const content = Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString("base64") };
      found.push({ path, type, ...(from.length === 1 ? { from: from[0] } : content), ...(mode !== 0o644 && { mode: mode.toString(8) }) });
    }
  }
  return found;
}

const DATE = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

function lock({ before, after }, path) {
  const file = after.get(path);
  if (file?.type !== "file" || (before.get(path)?.bytes ?? Buffer.alloc(0)).equals(file.bytes)) return null;
  return JSON.parse(file.bytes.toString("utf8").replace(DATE, "<date>"));
}

export async function ask(question, { command }) {
  const list = await add(question, ["--list", ...question.list_args], command);
  const skills = listed(list.stdout);
  if (skills) await locate(skills, question, command);
  const installed = await add(question, question.install_args, command);
  const removed = [...installed.before.keys()].filter((path) => !installed.after.has(path)).sort();
  return {
    ...question,
    tree: list.tree,
    expect: {
      list: { exit: list.code, skills, warnings: warnings(list.stderr) },
      install: {
        exit: installed.code,
        tree: changes(installed),
        removed,
        lock: lock(installed, `${question.cwd}/skills-lock.json`),
        global_lock: lock(installed, `${question.home}/.agents/.skill-lock.json`),
      },
    },
  };
}
