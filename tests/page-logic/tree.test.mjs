// The rows of the file tree, and entries at other paths.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./source.mjs";

const { renamed } = await source("state/entries.ts");
const { buildTree, visibleRows } = await source("files/tree/rows.ts");

test("entries that get other paths keep what is in them", () => {
  const moved = renamed({ files: new Map([["/a/b", "1"]]), folders: ["/a/e"] }, (path) => `/x${path}`);
  assert.deepEqual([[...moved.files], moved.folders], [[["/x/a/b", "1"]], ["/x/a/e"]]);
});

const rowsOf = (files, folders, isExpanded = () => true) => visibleRows(buildTree(files, folders), isExpanded);

test("the tree has folders first, by name and number, with empty ones among them", () => {
  const rows = rowsOf(["/r/b.md", "/r/s-10/x", "/r/s-9/x", "/r/A.md", "/h/z"], ["/r/empty"]);
  assert.deepEqual(
    rows.map(({ node: { path } }) => path),
    ["/h", "/h/z", "/r", "/r/empty", "/r/s-9", "/r/s-9/x", "/r/s-10", "/r/s-10/x", "/r/A.md", "/r/b.md"],
  );
});

test("rows say their level, their place among their siblings, and whether they are open", () => {
  const rows = rowsOf(["/r/a/x", "/r/b"], [], ({ path }) => path === "/r");
  assert.deepEqual(
    rows.map(({ node: { name }, level, expanded, position, siblings }) => [name, level, expanded, position, siblings]),
    [
      ["r", 1, true, 1, 1],
      ["a", 2, false, 1, 2],
      ["b", 2, undefined, 2, 2],
    ],
  );
});

test("a file at whose path a folder was given is shown as the folder", () => {
  assert.deepEqual(
    rowsOf(["/r/a"], ["/r/a"]).map(({ node: { path, children } }) => [path, children?.length]),
    [
      ["/r", 1],
      ["/r/a", 0],
    ],
  );
});
