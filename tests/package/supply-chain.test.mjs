// What the module, the package and the pages are made from: licences, sources, versions, and that nothing runs at installation.
// `make audit` asks cargo-deny for more, and for known advisories.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import parse from "spdx-expression-parse";

import { billOfMaterials, cargoMetadata, expression, moduleCrates, packageDependencies, pages, serialize } from "../../scripts/sbom.mjs";
import { pack, repository, run } from "./project.mjs";

const read = (path) => readFileSync(join(repository, path), "utf8");
const json = (path) => JSON.parse(read(path));
const tracked = (name) =>
  run("git", ["ls-files", "-z", "--", name, `**/${name}`], repository)
    .split("\0")
    .filter(Boolean);

const allowed = [.../^allow = \[(.*?)\]/ms.exec(read("deny.toml"))[1].matchAll(/"(.+?)"/g)].map(([, id]) => id);

/** Whether the licence lets us choose among those that `ids` has. */
function permits(license, ids = allowed) {
  const holds = (node) => {
    if (node.conjunction === "or") return holds(node.left) || holds(node.right);
    if (node.conjunction === "and") return holds(node.left) && holds(node.right);
    return ids.includes(node.license);
  };
  return holds(parse(expression(license)));
}

const shipped = () => [packageDependencies(), ...pages().map(({ npm }) => npm)].flatMap(({ packages }) => [...packages.values()]);

describe("crates", () => {
  const { packages } = cargoMetadata();

  test("each has a licence that deny.toml allows", () => {
    assert.deepEqual(
      packages.filter(({ license }) => !license || !permits(license)).map(({ name, license }) => [name, license]),
      [],
    );
  });

  test("all but our own come from one registry", () => {
    const sources = new Set(packages.map(({ source }) => source).filter((source) => source !== null));
    assert.equal(sources.size, 1);
    assert.match([...sources][0], /^registry\+/);
    assert.deepEqual(
      packages
        .filter(({ source }) => source === null)
        .map(({ name }) => name)
        .sort(),
      ["skillglass", "skillglass-wasm"],
    );
  });

  test("the module has one version of each", () => {
    const names = [...moduleCrates().values()].map(({ name }) => name);
    assert.ok(names.includes("skillglass") && names.includes("serde_yaml"), names.join(" "));
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    );
  });
});

describe("npm packages", () => {
  test("what the package, the command and the pages bring has a licence that deny.toml allows", () => {
    const found = shipped();
    assert.ok(["picocolors", "preact", "vue"].every((expected) => found.some(({ name }) => name === expected)));
    assert.deepEqual(
      found.filter(({ license }) => !license || !permits(license)).map(({ name, license }) => [name, license]),
      [],
    );
  });

  test("none that we install runs a script at installation", () => {
    const { packages } = json("package-lock.json");
    assert.deepEqual(
      Object.keys(packages).filter((path) => packages[path].hasInstallScript),
      [],
    );
  });

  test("the packed package runs nothing at installation", () => {
    const folder = mkdtempSync(join(tmpdir(), "skillglass-pack-"));
    try {
      const { path, files } = pack(folder);
      const manifest = JSON.parse(execFileSync("tar", ["-xzOf", path, "package/package.json"], { encoding: "utf8" }));
      assert.equal(manifest.name, "skillglass");
      assert.equal(manifest.scripts, undefined);
      assert.deepEqual(
        files.filter((file) => file.endsWith(".gyp")),
        [],
        "npm builds what has such a file",
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  for (const lock of tracked("package-lock.json")) {
    test(`${lock} names no registry, and has a checksum of each package`, () => {
      const packages = Object.entries(json(lock).packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
      assert.ok(packages.length > 0);
      assert.deepEqual(
        packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path),
        [],
      );
      assert.deepEqual(
        packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path),
        [],
      );
    });
  }

  // The template is the package's own: whoever installs it gets mended versions of what it brings.
  for (const manifest of tracked("package.json").filter((path) => path !== "pkg-template/package.json")) {
    test(`${manifest} names exact versions`, () => {
      const { dependencies, devDependencies, optionalDependencies } = json(manifest);
      const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
      assert.deepEqual(
        versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
        [],
      );
    });
  }
});

describe("the bill of materials", () => {
  test("follows its schema, and has every crate of the module and every npm package that is shipped", async () => {
    const { metadata, components } = JSON.parse(await serialize(billOfMaterials()));
    const version = /^version = "(.+?)"/m.exec(read("Cargo.toml"))[1];
    assert.equal(metadata.component.version, version);
    const listed = new Set(components.map((component) => `${component.name} ${component.version}`));
    for (const { name, version } of [...moduleCrates().values(), ...shipped()])
      assert.ok(listed.has(`${name} ${version}`), `${name} ${version}`);
  });

  test("is the same twice, and names no place of this machine", async () => {
    const text = await serialize(billOfMaterials());
    assert.equal(text, await serialize(billOfMaterials()));
    for (const place of [repository, homedir(), tmpdir()]) assert.ok(!text.includes(place), place);
  });
});
