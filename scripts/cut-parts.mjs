// cut-parts.mjs MODULE FOLDER: divides a module that was linked with relocations into a main module
// and parts, and optimizes each.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [input, folder] = process.argv.slice(2);

/**
 * The names of all parts that the module can be divided into. The module imports a function for
 * each.
 */
const PARTS = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(input))).flatMap(
  ({ name }) => /^__wasm_split_00(\w+)00_import_/.exec(name)?.[1] ?? [],
);
/** Parts that run the rules of the linter. */
const RULES = ["lint", "safety", "support", "change", "build", "health", "compare"];
/**
 * Parts that read texts. Those in `FILES` read and change files. Neither needs the rules of the
 * linter.
 */
const TEXTS = ["search", "passages", "dependencies", "triggers", "usage"];
const FILES = ["install", "sources", "locks", "budget_plan"];
/**
 * Hosts with more code than the others. They share more code with each other than with the hosts in
 * `MIDDLE`.
 */
const LARGE = ["codex", "claude_code"];
const MIDDLE = ["opencode", "openclaw"];
/** Hosts that are SDKs in Python. No other host reads YAML as they do. */
const SDKS = ["deep_agents", "openai_agents", "agent_framework", "google_adk", "strands_agents", "agno"];
/**
 * Parts that run turns of a conversation. They share one file, because an app usually needs only
 * one of them.
 */
const CONVERSATION = ["conversation", "compare", "support", "change"];
/** Parts with the code of one host that only conversations need. */
const OF_CONVERSATIONS = PARTS.filter((part) => part.endsWith("_conversation"));
const without = (...others) => PARTS.filter((part) => !["conversation", ...OF_CONVERSATIONS, ...others].includes(part));
/**
 * The files for code that several parts share.
 * Code is in the first file whose list contains all parts that share it, otherwise in the main
 * module.
 * So an app with only Codex does not load code that is shared only by other hosts.
 */
const SHARED = {
  "shared-checks": ["lint", "safety"],
  // Code for changes is used by rules and by the table "Can I use". An app without these parts does
  // not load it.
  "shared-change-lint": ["lint", "safety", "change", "health"],
  "shared-build": ["lint", "change", "build"],
  "shared-change-support": ["support", "change"],
  ...Object.fromEntries(OF_CONVERSATIONS.map((part) => [`shared-${part.replaceAll("_", "-")}`, [part.replace("_conversation", ""), part]])),
  "shared-calls": [...OF_CONVERSATIONS, "safety", "lint"],
  "shared-rooms": RULES,
  "shared-texts": [...RULES, ...TEXTS],
  "shared-files": [...RULES, ...FILES],
  "shared-sdks": SDKS,
  "shared-conversation": CONVERSATION,
  "shared-small": without(...LARGE, ...MIDDLE),
  "shared-middle": without(...LARGE),
  "shared-claude-code": without("codex"),
  "shared-codex": without("claude_code"),
};

/**
 * The options of `wasm-opt` for the whole module, from `wasm/Cargo.toml`. They are used for each
 * part as well.
 */
const OPTIMISE = /wasm-opt = \[(.*)\]/
  .exec(readFileSync("wasm/Cargo.toml", "utf8"))[1]
  .split(", ")
  .map((flag) => JSON.parse(flag));

const run = (program, args, env = {}) => execFileSync(program, args, { stdio: "inherit", env: { ...process.env, ...env } });
const optimise = (from, to) =>
  run("wasm-opt", [...OPTIMISE, "--strip-debug", "--strip-producers", "--strip-target-features", from, "-o", to]);
const digest = (bytes, algorithm) => createHash(algorithm).update(bytes);

rmSync(folder, { recursive: true, force: true });
const cut = join(folder, "cut");
mkdirSync(cut, { recursive: true });
const chunks = Object.values(SHARED).map((parts) => parts.join());
run("wasm-split-cli", [input, cut], { WASM_SPLIT_CHUNKS: chunks.join(";") });
run("wasm-bindgen", [join(cut, "main.wasm"), "--target", "web", "--out-dir", folder, "--out-name", "skillglass", "--keep-lld-exports"]);

// The tool gives each chunk of shared code a number. The generated loader names the parts of each
// chunk.
const loader = readFileSync(join(cut, "__wasm_split.js"), "utf8");
const partsOf = new Map(
  [...loader.matchAll(/\/\* ([\w, ]+) \*\/\s*const __chunk_(\d+) /g)].map(([, parts, chunk]) => [`chunk_${chunk}`, parts.split(", ")]),
);
const nameOf = (parts) => Object.keys(SHARED).find((name) => SHARED[name].toSorted().join() === parts.toSorted().join());

const build = digest(readFileSync(input), "sha256").digest("hex").slice(0, 16);
/**
 * Adds a custom section with the id of the build to a module, so that parts of different builds
 * refuse each other.
 */
function mark(path) {
  const text = ["skillglass build", build].map((text) => Buffer.from(text));
  const section = Buffer.concat([Buffer.from([text[0].length]), ...text]);
  writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from([0, section.length]), section]));
}

const files = {};
const parts = {};
const add = (name, from) => {
  const path = join(folder, `${name}.wasm`);
  optimise(from, path);
  mark(path);
  const bytes = readFileSync(path);
  files[name] = { bytes: bytes.length, integrity: `sha384-${digest(bytes, "sha384").digest("base64")}` };
};
add("main", join(folder, "skillglass_bg.wasm"));
for (const file of readdirSync(cut).sort()) {
  const [, kind, id] = /^(chunk|split)_(\w+)\.wasm$/.exec(file) ?? [];
  if (kind === undefined) continue;
  const users = kind === "split" ? [id] : partsOf.get(`chunk_${id}`);
  const name = kind === "split" ? id.replaceAll("_", "-") : nameOf(users);
  if (name === undefined) throw new Error(`${file} is shared by ${users}, which is no set of SHARED`);
  add(name, join(cut, file));
  for (const user of users) (parts[user.replaceAll("_", "-")] ??= []).push(name);
}
renameSync(join(folder, "skillglass_bg.wasm"), join(folder, "named.wasm"));
rmSync(cut, { recursive: true });
writeFileSync(join(folder, "parts.json"), `${JSON.stringify({ build, parts, files }, null, 2)}\n`);
