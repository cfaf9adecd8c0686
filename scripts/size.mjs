// size.mjs [--rooms | --record]: prints the sizes of what users of the package download, including
// an app that only reads catalogs, and compares them with size.json. It fails if one is more than 2
// % larger than recorded. `--record` writes the sizes to size.json. `--rooms` also prints the size
// of each folder of src/ and of each dependency.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { appFiles } from "./app-size.mjs";

const RECORD = new URL("../size.json", import.meta.url);
/** The factor by which a module may exceed its recorded size. */
const SLACK = 1.02;

const built = (path) => readFileSync(new URL(`../${path}`, import.meta.url));
const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const kB = (size) => `${(size / 1000).toFixed(1)} kB`.padStart(11);

/** The files that each part of the module needs, by the part's name. */
const { parts: PARTS } = JSON.parse(built("pkg/parts/parts.json"));
const filesOf = (names) => ["main", ...new Set(names.flatMap((name) => PARTS[name]))];
const inParts = (names) => [...filesOf(names).map((file) => built(`pkg/parts/${file}.wasm`)), built("pkg/skillglass.js")];

/** What is measured: a name, the name of the wasm-pack build, and the loaded files. */
const LOADED = [
  ["parts: Codex", "parts", inParts(["codex"])],
  ["parts: Codex, conversation", "parts", inParts(["codex", "conversation", "codex-conversation"])],
  ["parts: Claude Code", "parts", inParts(["claude-code"])],
  ["parts: Codex, lint", "parts", inParts(["codex", "lint"])],
  ["parts: Codex, lint, safety", "parts", inParts(["codex", "lint", "safety"])],
  [
    "parts: usual hosts, compare",
    "parts",
    inParts(["codex", "codex-conversation", "claude-code", "claude-code-conversation", "opencode", "standard", "compare"]),
  ],
  ["skillglass", "skillglass", ["skillglass_bg.wasm", "skillglass.js"].map((file) => built(`pkg/${file}`))],
  ["an app of catalogs", "parts", await loadedByApp()],
];

/**
 * Returns the files that an app with a catalog downloads.
 * These are all files of its build except the whole module and the parts that it does not use.
 */
async function loadedByApp() {
  const wanted = new Set(filesOf(["codex"]).map((file) => `${file}.wasm`));
  const isLoaded = (name) => !name.endsWith(".wasm") || wanted.has(name.replace(/-[\w-]{8}\.wasm$/, ".wasm"));
  return [...(await appFiles())].flatMap(([name, contents]) => (isLoaded(name) ? [contents] : []));
}

/** The sizes of contents that were measured before, raw, gzip and Brotli, by the contents' hash. */
const weights = new Map();
function weightOf(bytes) {
  const key = createHash("sha256").update(bytes).digest("hex");
  if (!weights.has(key)) weights.set(key, [bytes.length, gzipSync(bytes, { level: 9 }).length, brotli(bytes)]);
  return weights.get(key);
}

const record = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")) : {};
const measured = {};
console.log(`    ${"".padEnd(28)}${["raw", "gzip", "brotli", "recorded"].map((word) => word.padStart(11)).join("")}`);
for (const [entry, name, files] of LOADED) {
  const sizes = files.map(weightOf);
  const [raw, gzip, packed] = [0, 1, 2].map((column) => sizes.reduce((sum, row) => sum + row[column], 0));
  measured[entry] = { raw, brotli: packed };
  const recorded = record[entry]?.brotli;
  console.log(`    ${entry.padEnd(28)}${kB(raw)}${kB(gzip)}${kB(packed)}${recorded === undefined ? "" : kB(recorded)}`);
  if (built(`target/wasm-pack-${name}/std`).toString() !== "built") {
    console.log(`    ${entry} has the standard library as it is shipped: it is not held against its record`);
  } else if (recorded !== undefined && packed > recorded * SLACK && !process.argv.includes("--record")) {
    const grown = ((packed / recorded - 1) * 100).toFixed(1);
    console.error(`error: ${entry} is ${grown} % heavier than size.json says. Make it lighter, or record it: make size RECORD=1`);
    process.exitCode = 1;
  }
}

console.log(
  "\n    each part alone, beside the main module".padEnd(34) + ["raw", "brotli", "files"].map((word) => word.padStart(11)).join(""),
);
for (const part of ["main", ...Object.keys(PARTS).sort()]) {
  const files = part === "main" ? ["main"] : PARTS[part];
  const sizes = files.map((file) => weightOf(built(`pkg/parts/${file}.wasm`)));
  const [raw, packed] = [0, 2].map((column) => sizes.reduce((sum, row) => sum + row[column], 0));
  console.log(`    ${part.padEnd(28)}${kB(raw)}${kB(packed)}   ${files.join(" ")}`);
}
if (process.argv.includes("--record")) writeFileSync(RECORD, `${JSON.stringify({ ...record, ...measured }, null, 2)}\n`);

/** Returns the functions of a module that still has names, as `{ name, bytes }`. */
function functions(module) {
  let at = 8;
  const number = () => {
    let [value, scale, byte] = [0, 1, 0];
    do {
      byte = module[at++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte & 128);
    return value;
  };
  const text = () => {
    const length = number();
    at += length;
    return module.toString("utf8", at - length, at);
  };
  const limits = () => {
    const flags = number();
    number();
    if (flags & 1) number();
  };
  const readers = [number, () => limits(at++), limits, () => (at += 2)];
  let imported = 0;
  const found = [];
  const names = new Map();
  const sections = {
    0: (end) => {
      if (text() !== "name") return;
      while (at < end) {
        const isFunctions = module[at++] === 1;
        const inner = number() + at;
        if (isFunctions) for (let left = number(); left > 0; left--) names.set(number(), text());
        at = inner;
      }
    },
    2: () => {
      for (let left = number(); left > 0; left--) {
        text();
        text();
        const kind = module[at++];
        if (kind === 0) imported++;
        readers[kind]();
      }
    },
    10: () => {
      for (let left = number(); left > 0; left--) {
        const bytes = number();
        at += bytes;
        found.push(bytes);
      }
    },
    11: (end) => names.set("data", end - at),
  };
  while (at < module.length) {
    const id = module[at++];
    const end = number() + at;
    sections[id]?.(end);
    at = end;
  }
  const list = found.map((bytes, index) => ({ name: names.get(index + imported) ?? "", bytes }));
  return { list, data: names.get("data") };
}

/**
 * Returns the path that begins at a crate's root in a mangled name, such as `["skillglass", "lint",
 * "rules"]`.
 */
function path(mangled, at) {
  const identifier = /^(?:s[0-9A-Za-z]*_)?(\d+)_?/;
  const words = [];
  for (let rest = mangled.slice(at); ; ) {
    const length = identifier.exec(rest);
    if (length === null || length[1] === "0") return words;
    const end = length[0].length + Number(length[1]);
    words.push(rest.slice(length[0].length, end));
    rest = rest.slice(end);
  }
}

/**
 * Returns where a function's size is counted: the folder of `src/` that it was compiled for,
 * otherwise its crate.
 */
function payer(name) {
  // A crate's root without a path, at the end of the name, is the crate in which generic code was
  // compiled.
  const crates = [...name.matchAll(/C(?=s[0-9A-Za-z]*_\d)/g)].map(({ index }) => path(name, index + 1)).filter(({ length }) => length > 1);
  const ours = crates.find(([crate]) => crate === "skillglass");
  if (ours) {
    const depth = ["hosts", "lint"].includes(ours[1]) ? 3 : 2;
    return `src/${ours.slice(1, depth).join("/")}`;
  }
  if (crates.some(([crate]) => crate === "skillglass_wasm") || !name.startsWith("_R")) return "wasm/";
  return crates[0]?.[0] ?? "wasm/";
}

if (process.argv.includes("--rooms")) {
  const { list, data } = functions(built("target/wasm-pack-skillglass/named.wasm"));
  const rows = new Map([["tables and texts", data]]);
  for (const { name, bytes } of list) {
    // wasm-bindgen reads these functions and removes them.
    if (name.startsWith("__wbindgen_describe")) continue;
    const who = payer(name);
    rows.set(who, (rows.get(who) ?? 0) + bytes);
  }
  const total = [...rows.values()].reduce((sum, bytes) => sum + bytes, 0);
  console.log("\n    before wasm-opt, raw; generic code counts for the room that it is compiled for");
  for (const [who, bytes] of [...rows].sort(([, a], [, b]) => b - a)) {
    console.log(`    ${who.padEnd(34)}${kB(bytes)}${`${((bytes / total) * 100).toFixed(1)} %`.padStart(8)}`);
  }
}
