// Assembles pkg/, the npm package, out of wasm-pack's output, pkg-template/ and the licences.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const read = (path) => readFileSync(path, "utf8");

/** `text` with `pattern` replaced; it has to be there. */
function replace(text, pattern, replacement, what) {
  if (!pattern.test(text)) throw new Error(`${what} has changed: ${pattern} matches nothing in it`);
  return text.replace(pattern, replacement);
}

const version = /^\[workspace\.package\][^[]*?^version = "(.+?)"/ms.exec(read("Cargo.toml"))[1];

rmSync("pkg", { recursive: true, force: true });
mkdirSync("pkg");

for (const file of ["skillglass.js", "skillglass_bg.wasm"]) copyFileSync(`target/wasm-pack/${file}`, `pkg/${file}`);
for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(file, `pkg/${file}`);
for (const file of ["README.md", "node.js"]) copyFileSync(`pkg-template/${file}`, `pkg/${file}`);

// The module's raw exports are no interface, and their types are the only place with an `any`.
writeFileSync(
  "pkg/skillglass.d.ts",
  replace(
    read("target/wasm-pack/skillglass.d.ts"),
    /export interface InitOutput \{.*?^\}/ms,
    "/** The module's raw exports: no interface. */\nexport interface InitOutput {\n    readonly memory: WebAssembly.Memory;\n}",
    "wasm-bindgen's .d.ts",
  ),
);

// Last, since make takes it for the sign that the package is whole.
writeFileSync(
  "pkg/package.json",
  replace(read("pkg-template/package.json"), /"version": ".*?"/, `"version": "${version}"`, "pkg-template/package.json"),
);
