// The page's files, kept in step with the engine, and the tree that shows them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./source.mjs";

const { FileStore } = await source("state/file-store.ts");
const { renamed } = await source("state/entries.ts");
const { buildTree, visibleRows } = await source("files/tree/rows.ts");

/** A store whose engine notes what it is told, and refuses these paths. */
function storeOf(files, { refuses = [], shown = () => false } = {}) {
  const told = [];
  const engine = {
    change: async (changes) => {
      told.push(...changes.map(({ type, path }) => (path === undefined ? type : `${type} ${path}`)));
      return refuses.map((path) => ({ path, message: "refused" }));
    },
    write: (path, contents) => void told.push(`edit ${path} ${contents}`),
  };
  return { told, store: new FileStore(() => engine, shown, files) };
}

test("the engine gets what is typed of files whose contents it has, of others only that they changed", async () => {
  const { store, told } = storeOf([["/a", "1"], ["/b", "1"]]);
  await store.contentsForEngine("/a");
  store.edit("/a", "2");
  store.edit("/b", "2");
  assert.deepEqual(told, ["edit /a 2", "edit /b null"]);
  assert.equal(store.files.get("/b"), "2");
});

test("a file that is overwritten is no longer one whose contents the engine has", async () => {
  const { store, told } = storeOf([["/a", "1"]]);
  await store.contentsForEngine("/a");
  store.overwrite([["/a", "2"]]);
  store.edit("/a", "3");
  assert.deepEqual(told, ["write /a", "edit /a null"]);
});

const unread = (read) => ({ size: async () => 1, read });

test("a file on disk is read once, and what is on display is shown then", async () => {
  let reads = 0;
  const { store } = storeOf([["/a", unread(async () => new Uint8Array([++reads]))]], { shown: (path) => path === "/a" });
  assert.deepEqual([...(await store.contentsOf("/a")), ...(await store.contentsOf("/a"))], [1, 1]);
  assert.equal(store.paths.value, 1);
});

test("what was typed while a file was read stays", async () => {
  let arrive;
  const { store } = storeOf([["/a", unread(() => new Promise((resolve) => (arrive = resolve)))]]);
  const reading = store.contentsOf("/a");
  store.edit("/a", "typed");
  arrive(new Uint8Array([1]));
  await reading;
  assert.equal(store.files.get("/a"), "typed");
});

test("a file that cannot be read any more is one without contents", async () => {
  const { store } = storeOf([["/a", unread(async () => { throw new Error("gone"); })]]);
  assert.equal(await store.contentsOf("/a"), null);
  assert.equal(store.files.get("/a"), null);
});

test("a new file that the workspace refuses goes again, with the reason", async () => {
  const { store, told } = storeOf([], { refuses: ["/a/../b"] });
  assert.deepEqual(await store.add("/a/../b", ""), { path: "/a/../b", message: "refused" });
  assert.deepEqual([[...store.files], store.paths.value], [[], 0]);
  assert.deepEqual(told, ["write /a/../b", "remove /a/../b"]);
  assert.equal(await store.add("/c", ""), undefined);
  assert.deepEqual([[...store.files.keys()], store.paths.value], [["/c"], 1]);
});

test("a folder goes with all below it, and nothing beside it", async () => {
  const { store, told } = storeOf([["/a/b", ""], ["/a/c/d", ""], ["/ab", ""]]);
  store.put([], ["/a/e", "/f"]);
  await store.swap(["/a"], { files: new Map([["/g", "new"]]), folders: ["/h"] });
  assert.deepEqual([[...store.files.keys()], [...store.folders]], [["/ab", "/g"], ["/f", "/h"]]);
  assert.deepEqual(told, ["remove /a", "write /g", "folder /h"]);
});

test("what is at and below paths is given as it is, and can be put elsewhere", () => {
  const { store } = storeOf([["/a/b", "1"], ["/ab", "2"]]);
  store.put([], ["/a/e", "/f"]);
  const entries = store.entriesAt("/a");
  assert.deepEqual([[...entries.files], entries.folders], [[["/a/b", "1"]], ["/a/e"]]);
  const moved = renamed(entries, (path) => `/x${path}`);
  assert.deepEqual([[...moved.files], moved.folders], [[["/x/a/b", "1"]], ["/x/a/e"]]);
});

test("a folder exists by what is in it", () => {
  const { store } = storeOf([["/a/b/c", ""]]);
  store.put([], ["/d/e"]);
  assert.deepEqual(["/a", "/a/b", "/a/b/c", "/d", "/d/e", "/a/b/cd", "/"].map((path) => store.exists(path)), [true, true, true, true, true, false, false]);
});

test("everything is told from the beginning after a reset", () => {
  const { store } = storeOf([["/a", ""]]);
  const changes = store.reset([["/b", ""]], ["/c"]);
  assert.deepEqual(changes, [{ type: "clear" }, { type: "write", path: "/b", contents: null }, { type: "folder", path: "/c" }]);
  store.forget(["/b", "/c"]);
  assert.deepEqual(store.everything(), [{ type: "clear" }]);
});

// ---- the tree ------------------------------------------------------------------------------------------------------

const rowsOf = (files, folders, isExpanded = () => true) => visibleRows(buildTree(files, folders), isExpanded);

test("the tree has folders first, by name and number, with empty ones among them", () => {
  const rows = rowsOf(["/r/b.md", "/r/s-10/x", "/r/s-9/x", "/r/A.md", "/h/z"], ["/r/empty"]);
  assert.deepEqual(rows.map(({ node: { path } }) => path), ["/h", "/h/z", "/r", "/r/empty", "/r/s-9", "/r/s-9/x", "/r/s-10", "/r/s-10/x", "/r/A.md", "/r/b.md"]);
});

test("rows say their level, their place among their siblings, and whether they are open", () => {
  const rows = rowsOf(["/r/a/x", "/r/b"], [], ({ path }) => path === "/r");
  assert.deepEqual(rows.map(({ node: { name }, level, expanded, position, siblings }) => [name, level, expanded, position, siblings]), [
    ["r", 1, true, 1, 1], ["a", 2, false, 1, 2], ["b", 2, undefined, 2, 2],
  ]);
});

test("a file at whose path a folder was given is shown as the folder", () => {
  assert.deepEqual(rowsOf(["/r/a"], ["/r/a"]).map(({ node: { path, children } }) => [path, children?.length]), [["/r", 1], ["/r/a", 0]]);
});
