// package.mjs: assembles pkg/, the npm package, out of wasm-pack's output, pkg-template/ and the licences.
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

import { arranged, withHostNames } from "./declarations.mjs";
import { addressesOf, links, manifestAddresses, published } from "./published.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const read = (path) => readFileSync(path, "utf8");

/**
 * Replaces `pattern` in a text. Fails if the pattern does not match, with `what` as the name of the
 * text.
 */
function replace(text, pattern, replacement, what) {
  if (!pattern.test(text)) throw new Error(`${what} has changed: ${pattern} matches nothing in it`);
  return text.replace(pattern, replacement);
}

const addresses = addressesOf(read("Cargo.toml"));

const built = "target/wasm-pack-skillglass";
const cut = "target/wasm-pack-parts";

rmSync("pkg", { recursive: true, force: true });
mkdirSync("pkg");
for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(file, `pkg/${file}`);
const readme = replace(read("pkg-template/README.md"), /^# skillglass\n/, `$&\n${links(addresses)}\n`, "pkg-template/README.md");
writeFileSync("pkg/README.md", published(readme, "pkg-template/README.md", addresses));
copyFileSync("pkg-template/node.js", "pkg/node.js");
cpSync("pkg-template/skill", "pkg/skill", { recursive: true });

/** The id of the build, and the files that each part of the module needs. */
const { build, parts } = JSON.parse(read(`${cut}/parts.json`));
// The JavaScript for the module in parts works for the whole module as well.
const glue = `${cut}/skillglass.js`;
const imported = (path) => WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(path))).map(({ name }) => name);
const missing = imported(`${built}/skillglass_bg.wasm`).filter((name) => !read(glue).includes(name));
if (missing.length > 0) throw new Error(`the glue of the module in parts has no ${missing.join(", ")}: build both of one source`);

/**
 * Returns the JavaScript that loads the parts of the module.
 * If `hasFiles` is false, its table of parts is empty, for a package file that contains the whole
 * module.
 */
function loader(hasFiles) {
  const files = ["main", ...new Set(Object.values(parts).flat())].sort();
  const tables = [
    `const BUILD = "${build}";`,
    `const NAMES = ${JSON.stringify(Object.keys(parts).filter((part) => !part.endsWith("-conversation")))};`,
    `const PARTS = ${JSON.stringify(hasFiles ? parts : {})};`,
    // Each address is written in full, because bundlers look for exactly this expression.
    `const FILES = {${(hasFiles ? files : []).map((file) => `"${file}": () => new URL("parts/${file}.wasm", import.meta.url)`)}};`,
  ];
  return `${read("pkg-template/parts.js")}${tables.join("\n")}\n`;
}

// Methods of a freed object throw an error with this reason, before the module gets a null pointer.
const guarded = replace(
  read(glue),
  /\bwasm\.(workspace|session|codex)_(\w+)\(this\.__wbg_ptr\b/g,
  (_, kind, method) => `wasm.${kind}_${method}(alive(this, "${kind[0].toUpperCase()}${kind.slice(1)}")`,
  "wasm-bindgen's module",
);
const freed = replace(guarded, /(?=\bwasm\.__wbg_\w+_free\(ptr, 0\);)/g, "if (ptr !== 0 && isOfThis(this)) ", "wasm-bindgen's module");
// A module that has not started throws an error with this reason. So does a stopped module, which
// can be started again. An object knows the instance of the module to which it belongs.
const restartable = [
  [/\bwasm = instance\.exports;/, "wasm = watched(instance.exports);"],
  [/\bif \(wasm !== undefined\) return wasm;/g, "if (isRunning()) return wasm;"],
  [/\b(this|obj)\.__wbg_ptr = (ptr|ret\[0\]);/g, "$&\n        made($1);"],
  [/(?<=Finalization\.register\()(this|obj), \1\.__wbg_ptr(?=, \1\);)/g, "$1, [$1.__wbg_ptr, instances]"],
  [
    /new FinalizationRegistry\(ptr => (wasm\.__wbg_\w+_free\(ptr, 1\))\)/g,
    "new FinalizationRegistry(([ptr, instance]) => instance === instances && stopped === null && $1)",
  ],
  [/\bmodule_or_path = fetch\(module_or_path\);/, "module_or_path = fetched(module_or_path);"],
].reduce((text, [pattern, by]) => replace(text, pattern, by, "wasm-bindgen's module"), freed);
// Texts are converted by the engine's encoder, which is twice as fast as a loop over the
// characters. The loop is still used for short texts, and for texts so long that reserving three
// bytes for each character would cost more than the time saved.
const encoded = replace(
  restartable,
  /(?<=function passStringToWasm0\(.*?for \(;) offset < len(?=; offset\+\+\))/s,
  " (len <= 64 || len > 2 ** 18) && offset < len",
  "wasm-bindgen's module",
);
// `init` and `load` from the loader of parts replace the code that only starts the module.
const started = [
  [/^export \{ initSync, __wbg_init as default \};$/m, "export { initSync };"],
  [/^export (?=function __enter\()/m, ""],
  // The module calls this function when it starts, so the package need not export it.
  [/^export function start\(\) \{.*?^\}\n/ms, ""],
].reduce((text, [pattern, by]) => replace(text, pattern, by, "wasm-bindgen's module"), encoded);
writeFileSync("pkg/skillglass.js", started + read("pkg-template/module.js") + loader(true));

// A variant with the compressed module inside: a single file that fetches no other file.
const wasm = readFileSync(`${built}/skillglass_bg.wasm`);
const inside = replace(started, /new URL\('\w+\.wasm', import\.meta\.url\)/, "await unpacked(PACKED)", "wasm-bindgen's module");
const packed = `const PACKED = "${gzipSync(wasm, { level: 9 }).toString("base64")}";\n`;
writeFileSync("pkg/inline.js", inside + read("pkg-template/module.js") + loader(false) + read("pkg-template/inline.js") + packed);
for (const entry of ["node", "inline"])
  writeFileSync(`pkg/${entry}.d.ts`, 'export * from "./skillglass.js";\nexport { default } from "./skillglass.js";\n');

// The hosts and rules are read from the module itself.
const module = await import(pathToFileURL(resolve("pkg/skillglass.js")));
module.initSync({ module: wasm });
const hosts = module.hosts();
const codes = module.rules().map(({ code }) => code);

mkdirSync("pkg/docs/rules", { recursive: true });
copyFileSync("docs/doctor.schema.json", "pkg/docs/doctor.schema.json");
const pages = codes.map((code) => `docs/rules/${code}.md`);
for (const page of pages)
  writeFileSync(
    `pkg/${page}`,
    published(read(page), page, addresses, (path) => pages.includes(path)),
  );

const union = (values) => [...new Set(values)].map((value) => JSON.stringify(value)).join(" | ");
const vocabulary = `/** A host. */
export type HostId = ${union(hosts.map(({ host }) => host))};

/** An edition of some host; \`hosts()\` says which are whose. */
export type Edition = ${union(hosts.flatMap(({ editions }) => editions))};

/** A host in its default edition, \`"codex"\`, or in another, \`"codex@2026-02"\`; or the same as an object. */
export type HostChoice =
    | HostId
    | ${union(hosts.flatMap(({ host, editions }) => editions.map((edition) => `${host}@${edition}`)))}
    | HostEdition;

/** A host, in its default edition without one. */
export interface HostEdition {
    host: HostId;
    edition?: Edition | null;
}

/** The code of a rule of \`lint\`. It stays the same for ever. */
export type DiagnosticCode = ${union(codes)};
`;

// The module's raw exports are no public interface, and only their types contain `any`. Links of
// Rust lead nowhere in TypeScript, so their names are written as in JavaScript.
const named = (_, name) => `\`${name.replaceAll("::", ".").replace(/_(\w)/g, (_, letter) => letter.toUpperCase())}\``;
let types = replace(
  read(`${built}/skillglass.d.ts`),
  /export interface InitOutput \{.*?^\}/ms,
  "/** The module's raw exports: no interface. */\nexport interface InitOutput {\n    readonly memory: WebAssembly.Memory;\n}",
  "wasm-bindgen's .d.ts",
).replace(/\[`([\w:]+)`\](?:\([\w:@]+\))?/g, named);

// The types of other formats get files of their own, so that the main file contains only the types
// of Skillglass.
const DECLARATION = /(?:\/\*\*(?:(?!\*\/).)*\*\/\n)?^export (?:interface (\w+) \{.*?^\}|type (\w+) =.*?;)\n/gms;
const names = (text) => [...text.matchAll(DECLARATION)].map(([, one, other]) => one ?? other);
const importOf = (text, among, from) => {
  const used = among.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).sort();
  return used.length > 0 ? `import type { ${used.join(", ")} } from "${from}";\n\n` : "";
};
const imports = [];
const OTHER_FORMATS = [
  ["lsp", "Lsp"],
  ["sarif", "Sarif"],
];
for (const [entry, prefix] of OTHER_FORMATS) {
  const own = [];
  types = types.replace(DECLARATION, (declaration, one, other) => {
    if (!(one ?? other).startsWith(prefix)) return declaration;
    own.push(declaration);
    return "";
  });
  const text = own.join("\n");
  writeFileSync(`pkg/${entry}.d.ts`, importOf(text, [...names(types), ...names(vocabulary)], "./skillglass.js") + text);
  imports.push(importOf(types, names(text), `./${entry}.js`));
}
for (const start of ["default function __wbg_init ", "function start\\("]) {
  const declaration = new RegExp(`/\\*\\*(?:(?!\\*/).)*\\*/\\nexport ${start}.*?;\\n`, "s");
  types = replace(types, declaration, "", "wasm-bindgen's .d.ts");
}
types += read("pkg-template/parts.d.ts");
const declarations = withHostNames(`${vocabulary}${types}${read("pkg-template/module.d.ts")}`);
writeFileSync("pkg/skillglass.d.ts", imports.join("") + arranged(declarations));

mkdirSync("pkg/parts");
for (const file of readdirSync(cut).filter((file) => /^(?!named|skillglass).*\.wasm$|^parts\.json$/.test(file)))
  copyFileSync(`${cut}/${file}`, `pkg/parts/${file}`);
copyFileSync(`${built}/skillglass_bg.wasm`, "pkg/skillglass_bg.wasm");

// This file is written last, because make uses its time as the time of the whole package.
const { name, version: _, ...rest } = JSON.parse(read("pkg-template/package.json"));
const manifest = { name, version: addresses.version, ...manifestAddresses(addresses), ...rest };
writeFileSync("pkg/package.json", `${JSON.stringify(manifest, null, 2)}\n`);
