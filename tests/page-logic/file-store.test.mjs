// The files of the page and their engine, which here only records the changes that it gets.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./source.mjs";

const { FileStore } = await source("state/file-store.ts");

/** A store of these files, with the changes that its engine gets; the engine refuses the paths in `refuses`. */
function storeOf(files, { refuses = [], onDisplay = null } = {}) {
  const changes = [];
  const engine = {
    async change(all) {
      const taken = [...all];
      changes.push(...taken);
      return taken.filter(({ path }) => refuses.includes(path)).map(({ path }) => ({ path, message: "no" }));
    },
    write: (path, contents) => changes.push({ type: "write", path, contents }),
  };
  const store = new FileStore(
    () => engine,
    (path) => path === onDisplay,
    Object.entries(files),
  );
  return { store, changes };
}

const unread = (contents) => ({ size: async () => contents.length, read: async () => contents });
const write = (path, contents = null) => ({ type: "write", path, contents });

test("the engine gets an edited text only of a file whose contents it has", async () => {
  const { store, changes } = storeOf({ "/a": "1", "/b": "2" });
  await store.contentsForEngine("/a");
  store.edit("/a", "11");
  store.edit("/b", "22");
  assert.deepEqual(changes, [write("/a", "11"), write("/b")]);
  assert.equal(store.edits.value, 2);
});

test("a file that is overwritten is asked for anew", async () => {
  const { store, changes } = storeOf({ "/a": "1" });
  await store.contentsForEngine("/a");
  store.overwrite([["/a", "2"]]);
  store.edit("/a", "3");
  assert.deepEqual(changes, [write("/a"), write("/a")]);
});

test("an unread file is read into the store, and counts as a change only on display", async () => {
  const bytes = new Uint8Array([1]);
  const { store } = storeOf({ "/a": unread(bytes), "/b": unread(bytes) }, { onDisplay: "/b" });
  assert.equal(await store.contentsOf("/a"), bytes);
  assert.equal(store.files.get("/a"), bytes);
  assert.equal(store.paths.value, 0);
  await store.contentsOf("/b");
  assert.equal(store.paths.value, 1);
});

test("a file that cannot be read is null", async () => {
  const { store } = storeOf({ "/a": { ...unread(""), read: () => Promise.reject(new Error("gone")) } });
  assert.equal(await store.contentsOf("/a"), null);
  assert.equal(store.files.get("/a"), null);
});

test("contents that arrive after the file was replaced do not replace the new ones", async () => {
  let arrive;
  const { store } = storeOf({ "/a": { ...unread(""), read: () => new Promise((resolve) => (arrive = resolve)) } });
  const reading = store.contentsOf("/a");
  store.edit("/a", "new");
  arrive(new Uint8Array([1]));
  await reading;
  assert.equal(store.files.get("/a"), "new");
});

test("a refused file is not kept, and the engine forgets it", async () => {
  const { store, changes } = storeOf({}, { refuses: ["/a"] });
  assert.deepEqual(await store.add("/a", "1"), { path: "/a", message: "no" });
  assert.equal(store.exists("/a"), false);
  assert.equal(store.paths.value, 0);
  assert.deepEqual(changes, [write("/a"), { type: "remove", path: "/a" }]);
});

test("entries of a folder are its files and folders, not those of a longer name", () => {
  const { store } = storeOf({ "/a/x": "1", "/ab": "2" });
  store.put([], ["/a/empty", "/abc"]);
  assert.deepEqual(store.entriesAt("/a"), { files: new Map([["/a/x", "1"]]), folders: ["/a/empty"] });
  assert.equal(store.exists("/a"), true);
  assert.equal(store.exists("/a/e"), false);
});

test("a swap removes all below a folder before it puts the new entries there", async () => {
  const { store, changes } = storeOf({ "/a/x": "1", "/b": "2" });
  await store.swap(["/a"], { files: new Map([["/c/x", "1"]]), folders: ["/c/empty"] });
  assert.deepEqual([...store.files.keys()], ["/b", "/c/x"]);
  assert.deepEqual(changes, [{ type: "remove", path: "/a" }, write("/c/x"), { type: "folder", path: "/c/empty" }]);
});

test("a reset leaves nothing of the former entries", () => {
  const { store } = storeOf({ "/a": "1" });
  store.put([], ["/folder"]);
  assert.deepEqual(store.reset([["/b", "2"]], ["/other"]), [{ type: "clear" }, write("/b"), { type: "folder", path: "/other" }]);
  assert.deepEqual([[...store.files], [...store.folders]], [[["/b", "2"]], ["/other"]]);
});
