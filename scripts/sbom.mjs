// sbom.mjs FILE: writes the bill of materials of a release as CycloneDX JSON. It names the crates
// in the module, and the npm packages that the package and the static pages contain. Only the lock
// files are read, so the same commit gives the same bytes with the same compiler on every machine.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { Contrib, Enums, Models, Serialize, Spec, Validation } from "@cyclonedx/cyclonedx-library";
import parseExpression from "spdx-expression-parse";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SPEC = Spec.Spec1dot6;

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const run = (command, ...values) => execFileSync(command, values, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 28 });

/**
 * Returns Cargo's metadata of the workspace. If a platform is given, only its features and
 * dependencies are included.
 */
export function cargoMetadata(platform) {
  if (!said.has(platform)) {
    const filter = platform ? ["--filter-platform", platform] : [];
    said.set(platform, JSON.parse(run("cargo", "metadata", "--format-version", "1", "--locked", ...filter)));
  }
  return said.get(platform);
}
const said = new Map();

/** Returns a license as an SPDX expression. Older crates write a slash in place of `OR`. */
export const expression = (license) => license.replaceAll(/\s*\/\s*/g, " OR ");

export const versionOf = (cargoToml) => /^\[workspace\.package\][^[]*?^version = "(.+?)"/ms.exec(cargoToml)[1];

/**
 * Returns the crates that the module contains, by their ids: `{ name, version, license, checksum,
 * needs }`. The module's own crate is first.
 */
export function moduleCrates() {
  const { packages, resolve } = cargoMetadata("wasm32-unknown-unknown");
  const checksums = new Map(
    [...read("Cargo.lock").matchAll(/^name = "(.+?)"\nversion = "(.+?)"\n(?:source = .*\n)?(?:checksum = "(.+?)")?/gm)].map(
      ([, name, version, checksum]) => [`${name} ${version}`, checksum],
    ),
  );
  const byId = new Map(packages.map((crate) => [crate.id, crate]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  // The crates of a procedural macro run only while the module is built, and are not in the module.
  const isMacro = (id) => byId.get(id).targets.some(({ kind }) => kind.includes("proc-macro"));
  const crates = new Map();
  const visit = (id) => {
    if (crates.has(id)) return;
    const { name, version, license } = byId.get(id);
    const needs = nodes
      .get(id)
      .deps.filter(({ pkg, dep_kinds }) => dep_kinds.some(({ kind }) => kind === null) && !isMacro(pkg))
      .map(({ pkg }) => pkg);
    crates.set(id, { name, version, license: expression(license), checksum: checksums.get(`${name} ${version}`), needs });
    needs.forEach(visit);
  };
  visit(packages.find(({ name }) => name === "skillglass-wasm").id);
  return crates;
}

/**
 * Returns the npm packages that `names` need, from the lock file. `from` is the path of the
 * workspace that needs them.
 * The result has each package by its path: `{ name, version, license, integrity, needs }`.
 * The dependencies of packages in `tools` are left out, because a tool only builds pages.
 */
export function npmPackages(names, from = "", tools = []) {
  const { packages } = JSON.parse(read("package-lock.json"));
  const resolve = (name, path) => {
    for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
      const found = `${folder}${folder === "" ? "" : "/"}node_modules/${name}`;
      if (packages[found]) return found;
      if (folder === "") throw new Error(`package-lock.json has no ${name}, which ${path || "the workspace"} needs`);
    }
  };
  const found = new Map();
  const visit = (path) => {
    if (found.has(path)) return;
    const { version, license, integrity, dependencies = {} } = packages[path];
    const name = path.slice(path.lastIndexOf("node_modules/") + 13);
    const needs = tools.includes(name) ? [] : Object.keys(dependencies).map((needed) => resolve(needed, path));
    found.set(path, { name, version, license, integrity, needs });
    needs.forEach(visit);
  };
  const direct = names.map((name) => resolve(name, from));
  direct.forEach(visit);
  return { direct, packages: found };
}

/**
 * The npm packages that are in the pages of the site. The site's generator is a tool, but its theme
 * puts these into the pages.
 */
const IN_THE_SITE = ["vitepress", "vue", "@vueuse/core", "@vueuse/integrations", "focus-trap", "mark.js", "minisearch"];

/**
 * Returns the static pages, each with its folder, its description, and the npm packages that it
 * contains.
 */
export function pages() {
  return JSON.parse(read("package.json"))
    .workspaces.filter((folder) => existsSync(`${ROOT}/${folder}/package.json`))
    .map((folder) => {
      const { description, dependencies } = JSON.parse(read(`${folder}/package.json`));
      const names = dependencies ? Object.keys(dependencies) : IN_THE_SITE;
      return { folder, description, npm: npmPackages(names, folder, dependencies ? [] : ["vitepress"]) };
    });
}

/**
 * Returns the npm packages that the package's own manifest names, in the versions with which it is
 * tested.
 */
export const packageDependencies = () => npmPackages(Object.keys(JSON.parse(read("pkg-template/package.json")).dependencies));

const licenses = new Contrib.License.Factories.LicenseFactory(parseExpression);

function component(type, name, version, { license, ...more }) {
  const made = new Models.Component(type, name, { version, ...more });
  if (license) made.licenses.add(licenses.makeFromString(license));
  return made;
}

/** Returns the bill of materials of the checked-out commit. */
export function billOfMaterials() {
  const version = versionOf(read("Cargo.toml"));
  const ours = "MIT OR Apache-2.0";
  const { Library, Application, Framework } = Enums.ComponentType;
  const bom = new Models.Bom();
  const take = (made) => {
    bom.components.add(made);
    return made;
  };

  const crates = moduleCrates();
  const crateOf = new Map();
  for (const [id, { name, version, license, checksum }] of crates) {
    const purl = `pkg:cargo/${name}@${encodeURIComponent(version)}`;
    const hashes = new Models.HashDictionary(checksum ? [[Enums.HashAlgorithm["SHA-256"], checksum]] : []);
    crateOf.set(id, take(component(Library, name, version, { license, purl, bomRef: purl, hashes })));
  }
  for (const [id, { needs }] of crates) for (const need of needs) crateOf.get(id).dependencies.add(crateOf.get(need).bomRef);
  const [module] = crateOf.values();
  const rustc = run("rustc", "--version").split(" ")[1];
  const std = take(
    component(Framework, "std", rustc, { license: ours, bomRef: `rust-std@${rustc}`, description: "Rust's standard library" }),
  );
  module.dependencies.add(std.bomRef);

  const packageOf = new Map();
  const npm = (owner, { direct, packages }) => {
    for (const [path, { name, version, license, integrity }] of packages) {
      if (packageOf.has(path)) continue;
      const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
      const [algorithm, hash] = integrity.split("-", 2);
      const hashes = new Models.HashDictionary(
        algorithm === "sha512" ? [[Enums.HashAlgorithm["SHA-512"], Buffer.from(hash, "base64").toString("hex")]] : [],
      );
      packageOf.set(path, take(component(Library, name, version, { license, purl, bomRef: purl, hashes })));
    }
    for (const [path, { needs }] of packages) for (const need of needs) packageOf.get(path).dependencies.add(packageOf.get(need).bomRef);
    for (const path of direct) owner.dependencies.add(packageOf.get(path).bomRef);
  };

  const root = component(Application, "skillglass", version, { license: ours, bomRef: `skillglass@${version}` });
  bom.metadata.component = root;
  bom.metadata.timestamp = new Date(run("git", "log", "-1", "--format=%cI").trim());
  const product = (name, description, purl) => {
    const made = take(component(Application, name, version, { license: ours, description, bomRef: `${name}@${version}`, purl }));
    root.dependencies.add(made.bomRef);
    made.dependencies.add(module.bomRef);
    return made;
  };
  npm(product("skillglass-package", "the npm package, with the command", `pkg:npm/skillglass@${version}`), packageDependencies());
  for (const { folder, description, npm: inside } of pages()) npm(product(`skillglass-${folder}`, description), inside);
  return bom;
}

/**
 * Returns a bill of materials as JSON text. Fails if it does not follow the schema of CycloneDX.
 */
export async function serialize(bom) {
  const text = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(SPEC)).serialize(bom, { sortLists: true, space: 2 });
  const wrong = await new Validation.JsonStrictValidator(SPEC.version).validate(text);
  if (wrong) throw new Error(`the bill of materials does not follow CycloneDX ${SPEC.version}: ${JSON.stringify(wrong)}`);
  return `${text}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(process.argv[2], await serialize(billOfMaterials()));
}
