// The floors of the page's source: each may import from its own and from those below, and nothing imports in a circle.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("../../www/src", import.meta.url));

/** The children of `www/src`, the ground first. */
const FLOORS = [["lib", "i18n"], ["state"], ["engine"], ["ui"], ["editor", "files"], ["features"], ["app"], ["main.tsx"]];

/** Every way to name another file: types, dynamic imports, styles and workers count, too. */
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*"(\.[^"?]+)(?:\?[^"]*)?"/g;

const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => pathOf(join(entry.parentPath, entry.name)));

const imports = files
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => {
    const names = readFileSync(join(SOURCE, file), "utf8").matchAll(IMPORT);
    return Array.from(names, ([, name]) => ({ from: file, to: pathOf(join(SOURCE, dirname(file), name)) }));
  });

function pathOf(path) {
  return relative(SOURCE, path).replaceAll(sep, "/");
}

const floorOf = (file) => FLOORS.findIndex((floor) => floor.includes(file.split("/")[0]));

test("every import names a file of the page's source", () => {
  assert.ok(imports.length > files.length, "too few imports were found");
  assert.deepEqual(
    imports.filter(({ to }) => !existsSync(join(SOURCE, to))),
    [],
  );
});

test("every file belongs to a floor", () => {
  assert.deepEqual(
    files.filter((file) => floorOf(file) < 0),
    [],
  );
});

test("no floor imports from one above it", () => {
  const upward = imports.filter(({ from, to }) => floorOf(from) < floorOf(to));
  assert.deepEqual(upward.map(arrow), []);
});

test("no file imports itself through others", () => {
  const found = circle(imports);
  assert.equal(found, null, found?.map(arrow).join("\n"));
});

for (const folder of [".", ...new Set(files.flatMap(foldersOf))]) {
  test(`the children of ${folder === "." ? "www/src" : folder} import each other in no circle`, () => {
    const found = circle(betweenChildren(folder));
    assert.equal(found, null, found?.map(arrow).join("\n"));
  });
}

function foldersOf(file) {
  const segments = file.split("/").slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}

/** The imports between different children of a folder, each with the files that it is of. */
function betweenChildren(folder) {
  const childOf = (file) => {
    if (folder === ".") return file.split("/")[0];
    return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split("/")[0] : null;
  };
  return imports
    .map((files) => ({ from: childOf(files.from), to: childOf(files.to), files }))
    .filter(({ from, to }) => from !== null && to !== null && from !== to);
}

/** The edges of a circle; null if there is none. */
function circle(edges) {
  const outgoing = new Map(edges.map(({ from }) => [from, []]));
  for (const edge of edges) outgoing.get(edge.from).push(edge);
  const done = new Set();
  const path = [];
  const search = (node) => {
    for (const edge of outgoing.get(node) ?? []) {
      path.push(edge);
      const start = path.findIndex(({ from }) => from === edge.to);
      if (start >= 0) return path.slice(start);
      const found = done.has(edge.to) ? null : search(edge.to);
      if (found) return found;
      path.pop();
    }
    done.add(node);
    return null;
  };
  for (const node of outgoing.keys()) {
    const found = done.has(node) ? null : search(node);
    if (found) return found;
  }
  return null;
}

function arrow({ from, to, files }) {
  return files ? arrow(files) : `${from} imports ${to}`;
}
