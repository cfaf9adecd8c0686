// `skillglass/sources`: trees from archives, folders and repositories. Paths come first, contents on demand, and what is hostile is
// refused with a reason while all the rest is taken.
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";

import { tarOf, zipOf } from "./archives.mjs";
import { freshProject } from "./project.mjs";

const project = freshProject();
const sources = await project.load("skillglass/sources");
const skillglass = await project.load("skillglass");
await skillglass.default();

const TEXT = "---\nname: pdf\ndescription: Fill in PDF forms.\n---\nUse the script.\n";
const GOOD = { path: "pdf/SKILL.md", text: TEXT };

const read = async (tree, path) => new TextDecoder().decode(await tree.files.get(path).read());
const reasons = (tree) => tree.refused.map(({ path, reason }) => [path, reason]);
const blob = (bytes) => new Blob([bytes]);

/** A file that notes which of its bytes are read. */
class Watched extends Blob {
  reads = [];
  slice(from, to) {
    this.reads.push([from, to]);
    return super.slice(from, to);
  }
}

const LINK = 0o120777;

describe("an archive", () => {
  const KINDS = [
    ["a zip", (entries) => zipOf(entries)],
    ["a zip without compression", (entries) => zipOf(entries.map((entry) => ({ ...entry, method: 0 })))],
    ["a zip with numbers of 64 bits", (entries) => zipOf(entries, { wide: true })],
    ["a tar", (entries) => tarOf(entries)],
    ["a tar in gzip", (entries) => gzipSync(tarOf(entries))],
    ["a tar without its end", (entries) => tarOf(entries, { end: false })],
  ];
  for (const [what, make] of KINDS) {
    test(`that is ${what} gives its files`, async () => {
      const archive = make([GOOD, { path: "pdf/empty.txt" }, { path: "pdf/ünï.md", text: "ü" }]);
      for (const input of [archive, blob(archive), blob(archive).stream()]) {
        const tree = await sources.fromArchive(input);
        assert.deepEqual([...tree.files.keys()], ["pdf/SKILL.md", "pdf/empty.txt", "pdf/ünï.md"]);
        assert.deepEqual(await Promise.all([...tree.files.keys()].map((path) => read(tree, path))), [TEXT, "", "ü"]);
        assert.deepEqual(tree.refused, []);
      }
    });
  }

  test("in portions of one byte is the same", async () => {
    for (const archive of [zipOf([GOOD]), tarOf([GOOD]), gzipSync(tarOf([GOOD]))]) {
      const stream = ReadableStream.from(Array.from(archive, (byte) => Uint8Array.of(byte)));
      assert.equal(await read(await sources.fromArchive(stream), GOOD.path), TEXT);
    }
  });

  test("that is a zip is read where a wanted file is, and nowhere else", async () => {
    const file = new Watched([zipOf([{ path: "big.bin", text: "x".repeat(500_000), method: 0 }, GOOD])]);
    const tree = await sources.fromArchive(file);
    assert.equal(await read(tree, GOOD.path), TEXT);
    const sizes = file.reads.map(([from, to]) => Math.min(to, file.size) - from);
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 100_000, `read ${sizes}`);
  });

  test("of one folder can be taken without it", async () => {
    const tree = await sources.fromArchive(zipOf([{ path: "main/" }, { path: "main/a/SKILL.md" }, { path: "main/b.txt" }]), {
      strip: true,
    });
    assert.deepEqual([...tree.files.keys(), ...tree.folders], ["a/SKILL.md", "b.txt"]);
    assert.equal(sources.commonFolder(await sources.fromArchive(zipOf([GOOD, { path: "other.txt" }]))), null);
  });

  const HOSTILE = [
    ["absolute", [{ path: "/etc/passwd" }]],
    ["absolute", [{ path: "C:/windows" }]],
    ["dots", [{ path: "../../.ssh/authorized_keys" }]],
    ["dots", [{ path: "pdf/./x" }]],
    ["backslash", [{ path: "..\\..\\x" }]],
    ["nameless", [{ path: "pdf//x" }]],
    ["duplicate", [{ path: "pdf/x" }, { path: "pdf/x", text: "later" }]],
    ["link-out", [{ path: "pdf/x", text: "../../outside", target: "../../outside", mode: LINK, type: "2" }]],
    ["link-out", [{ path: "pdf/x", text: "/etc", target: "/etc", mode: LINK, type: "2" }]],
    ["kind", [{ path: "pdf/x", mode: 0o060666, type: "4" }]],
  ];
  for (const [reason, entries] of HOSTILE) {
    for (const [what, make] of [
      ["zip", zipOf],
      ["tar", tarOf],
    ]) {
      test(`${JSON.stringify(entries.at(-1).path)} in a ${what} is refused as ${reason}, and the others are taken`, async () => {
        const tree = await sources.fromArchive(make([...entries, GOOD]));
        assert.deepEqual(reasons(tree), [[entries[0].path, reason]]);
        assert.ok(tree.refused[0].message.length > 20);
        assert.equal(await read(tree, GOOD.path), TEXT);
        if (reason === "duplicate") assert.equal(await read(tree, "pdf/x"), "later");
      });
    }
  }

  const IN_ZIPS = [
    ["nul", { path: "pdf/x\0.md" }],
    ["encrypted", { path: "pdf/x", flags: 1 }],
    ["compression", { path: "pdf/x", method: 99 }],
  ];
  for (const [reason, entry] of IN_ZIPS) {
    test(`an entry of a zip is refused as ${reason}, and the others are taken`, async () => {
      const tree = await sources.fromArchive(zipOf([entry, GOOD]));
      assert.deepEqual(reasons(tree), [[entry.path, reason]]);
      assert.equal(await read(tree, GOOD.path), TEXT);
    });
  }

  test("keeps links that stay inside", async () => {
    const link = { path: "all/pdf", text: "../pdf", target: "../pdf", mode: LINK, type: "2" };
    for (const archive of [zipOf([GOOD, link]), tarOf([GOOD, link])]) {
      const tree = await sources.fromArchive(archive);
      assert.deepEqual([...tree.links], [["all/pdf", "../pdf"]]);
      assert.deepEqual(tree.refused, []);
    }
  });

  test("knows long names and links to the same file in tars", async () => {
    const long = `${"folder/".repeat(30)}SKILL.md`;
    const entries = [
      { path: "cut", text: TEXT, pax: { path: long } },
      { path: "././@LongLink", text: `${long}.txt\0`, type: "L" },
      { path: "cut", text: "b" },
      { path: "same.md", type: "1", target: long.slice(0, 100), pax: { linkpath: long } },
    ];
    const tree = await sources.fromArchive(tarOf(entries));
    assert.deepEqual([...tree.files.keys()], [long, `${long}.txt`, "same.md"]);
    assert.equal(await read(tree, "same.md"), TEXT);
  });

  test("passes over other programs' folders, unless all is wanted", async () => {
    const entries = [
      GOOD,
      { path: "node_modules/a/index.js" },
      { path: ".git/HEAD" },
      { path: ".git/objects/aa/bb" },
      { path: "__MACOSX/._x" },
    ];
    const tree = await sources.fromArchive(zipOf(entries));
    assert.deepEqual([...tree.files.keys()], ["pdf/SKILL.md", ".git/HEAD"]);
    assert.deepEqual(tree.passedOver, [".git", "node_modules"]);
    assert.equal((await sources.fromArchive(zipOf(entries), { whole: true })).files.size, 4);
  });
});

describe("a bomb", () => {
  const ZEROS = Buffer.alloc(60_000_000);

  test("that says its size is refused before it is unpacked", async () => {
    for (const archive of [zipOf([{ path: "bomb", text: ZEROS }, GOOD]), gzipSync(tarOf([{ path: "bomb", text: ZEROS }, GOOD]))]) {
      const tree = await sources.fromArchive(archive);
      assert.deepEqual(reasons(tree), [["bomb", "too-large"]]);
      assert.match(tree.refused[0].message, /60,000,000 bytes; the limit is 50,000,000/);
      assert.equal(await read(tree, GOOD.path), TEXT);
    }
  });

  test("that lies about its size or its contents fails where it is read", async () => {
    const entries = [
      { path: "more", text: ZEROS.subarray(0, 1_000_000), size: 10 },
      { path: "less", text: "short", size: 1_000 },
      { path: "other", text: "text", crc: 1 },
      { path: "stored", text: "text", method: 0, size: 9 },
    ];
    const tree = await sources.fromArchive(zipOf([...entries, GOOD]));
    for (const { path } of entries)
      await assert.rejects(tree.files.get(path).read(), (error) => error instanceof sources.SourceError && error.reason === "damaged");
    assert.equal(await read(tree, GOOD.path), TEXT);
  });

  test("of many files ends at the limit of all of them", async () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ path: `${index}.md`, text: "x".repeat(1_000) }));
    for (const archive of [zipOf(many), gzipSync(tarOf(many))]) {
      const bytes = await sources.fromArchive(archive, { limits: { bytes: 10_500 } });
      assert.equal(bytes.files.size, 10);
      assert.ok(bytes.refused.some(({ reason }) => reason === "too-large"));
      const entries = await sources.fromArchive(archive, { limits: { entries: 10 } });
      assert.equal(entries.files.size, 10);
      assert.deepEqual(reasons(entries), [["10.md", "too-many"]]);
    }
  });

  test("of endless blocks in a tar is not read to its end", async () => {
    const archive = gzipSync(tarOf([GOOD, { path: "bomb", text: ZEROS }]));
    const tree = await sources.fromArchive(archive, { limits: { bytes: 100_000 } });
    assert.deepEqual([...tree.files.keys()], [GOOD.path]);
    assert.deepEqual(reasons(tree).at(-1), ["", "too-large"]);
  });
});

describe("a damaged archive", () => {
  test("that has no entries to show is a SourceError", async () => {
    for (const archive of [
      Buffer.from("no archive"),
      Buffer.alloc(0),
      zipOf([GOOD]).subarray(0, 60),
      gzipSync("no tar, but long".repeat(99)),
    ])
      await assert.rejects(sources.fromArchive(archive), { name: "SourceError", reason: "damaged" });
  });

  test("keeps what came before the damage", async () => {
    const archive = tarOf([GOOD, { path: "cut.md", text: "x".repeat(2_000) }]);
    for (const cut of [archive.subarray(0, 2_200), gzipSync(archive).subarray(0, -30)]) {
      const tree = await sources.fromArchive(cut);
      assert.equal(await read(tree, GOOD.path), TEXT);
      assert.deepEqual(reasons(tree), [["", "damaged"]]);
    }
  });

  test("of any bytes at all gives a tree or a SourceError", async () => {
    let seed = 1;
    const random = (most) => {
      seed = (seed * 48_271) % 0x7fffffff;
      return seed % most;
    };
    const originals = [
      zipOf([GOOD, { path: "a", mode: LINK, text: "pdf" }]),
      zipOf([GOOD], { wide: true }),
      tarOf([{ ...GOOD, pax: { mtime: "1" } }]),
    ];
    for (let round = 0; round < 600; round++) {
      const bytes = Buffer.from(originals[round % originals.length]);
      for (let change = random(8); change >= 0; change--) bytes[random(bytes.length)] = random(256);
      try {
        const tree = await sources.fromArchive(bytes.subarray(0, bytes.length - (round % 3 === 0 ? random(bytes.length) : 0)));
        for (const file of tree.files.values()) await file.read();
      } catch (error) {
        assert.ok(error instanceof sources.SourceError, `${error.stack}`);
      }
    }
  });
});

describe("a directory", () => {
  test("is listed at once and read on demand, with its links", async () => {
    const { fromDirectory } = await project.load("skillglass/sources/node");
    const root = join(project.folder, "directory");
    mkdirSync(join(root, "skills/pdf"), { recursive: true });
    mkdirSync(join(root, "node_modules/a"), { recursive: true });
    writeFileSync(join(root, "skills/pdf/SKILL.md"), "before");
    writeFileSync(join(root, "node_modules/a/SKILL.md"), "");
    symlinkSync("skills", join(root, "inside"));
    symlinkSync("/etc", join(root, "outside"));
    const tree = await fromDirectory(root);
    assert.deepEqual([...tree.files.keys()], ["skills/pdf/SKILL.md"]);
    assert.deepEqual([...tree.links], [["inside", "skills"]]);
    assert.deepEqual(reasons(tree), [["outside", "link-out"]]);
    assert.deepEqual([tree.label, tree.passedOver], ["directory", ["node_modules"]]);
    writeFileSync(join(root, "skills/pdf/SKILL.md"), TEXT);
    assert.equal(await read(tree, "skills/pdf/SKILL.md"), TEXT);
    await assert.rejects(fromDirectory(root, { signal: AbortSignal.abort(new Error("stopped")) }), /stopped/);
    await assert.rejects(fromDirectory(join(root, "nothing")), { name: "SourceError", reason: "unreadable" });
    await assert.rejects(fromDirectory(join(root, "skills/pdf/SKILL.md")), { name: "SourceError", reason: "kind" });
  });
});

describe("what a visitor hands over", () => {
  const file = (path, text) => Object.defineProperty(new File([text], path.split("/").at(-1)), "webkitRelativePath", { value: path });
  const handle = (name, children) => ({
    name,
    kind: typeof children === "string" ? "file" : "directory",
    getFile: async () => new File([children], name),
    async *entries() {
      for (const [child, below] of Object.entries(children)) yield [child, handle(child, below)];
    },
  });

  test("is a list of files, by their paths in the folder", async () => {
    const tree = sources.fromFileList([file("skills/pdf/SKILL.md", TEXT), file("skills/node_modules/x", "")], { strip: true });
    assert.deepEqual([...tree.files.keys()], ["pdf/SKILL.md"]);
    assert.equal(await read(tree, "pdf/SKILL.md"), TEXT);
  });

  test("is a folder's handle", async () => {
    const tree = await sources.fromDirectoryHandle(handle("skills", { pdf: { "SKILL.md": TEXT, scripts: {} } }));
    assert.deepEqual([...tree.files.keys(), ...tree.folders], ["pdf/SKILL.md", "pdf", "pdf/scripts"]);
    assert.equal(await read(tree, "pdf/SKILL.md"), TEXT);
  });

  test("is what was dropped: folders and files, by handles or by entries", async () => {
    const entry = (name, children) => ({
      name,
      isFile: typeof children === "string",
      isDirectory: typeof children !== "string",
      file: (take) => take(new File([children], name)),
      createReader() {
        // One portion for each entry, and an empty one.
        const left = Object.entries(children).map(([child, below]) => entry(child, below));
        return { readEntries: (take) => take(left.splice(0, 1)) };
      },
    });
    const folder = { "SKILL.md": TEXT, scripts: { "run.sh": "run" } };
    const item = (node, file, parts) => ({ kind: "file", webkitGetAsEntry: () => node, getAsFile: () => file, ...parts });
    const items = [
      item(entry("csv", folder), null),
      item(null, null, { getAsFileSystemHandle: async () => handle("pdf", folder) }),
      item(null, new File(["a"], "plain.md")),
      { kind: "string" },
    ];
    const paths = ["csv/SKILL.md", "csv/scripts/run.sh", "pdf/SKILL.md", "pdf/scripts/run.sh", "plain.md"];
    const kept = sources.droppedItems({ items });
    for (const data of [{ items }, kept, kept]) {
      const tree = await sources.fromDrop(data);
      assert.deepEqual([...tree.files.keys()].sort(), paths);
      for (const path of ["csv/SKILL.md", "pdf/SKILL.md"]) assert.equal(await read(tree, path), TEXT);
      assert.equal((await tree.files.get("plain.md").blob()).size, 1);
      assert.deepEqual(tree.refused, []);
    }
  });

  test("is a folder without an end, until the signal ends it", async () => {
    const stop = new AbortController();
    const endless = handle("endless", {});
    endless.entries = async function* () {
      for (let n = 0; ; n++) {
        if (n === 5) stop.abort(new Error("stopped"));
        yield [`f${n}`, handle(`f${n}`, "")];
      }
    };
    await assert.rejects(sources.fromDirectoryHandle(endless, { signal: stop.signal }), /stopped/);
  });

  test("is a folder of which a part cannot be listed", async () => {
    const broken = handle("broken", {});
    broken.entries = () => {
      throw new Error("not allowed");
    };
    const top = handle("skills", {});
    top.entries = async function* () {
      yield ["broken", broken];
      yield ["SKILL.md", handle("SKILL.md", TEXT)];
    };
    const tree = await sources.fromDirectoryHandle(top);
    assert.deepEqual([...tree.files.keys()], ["SKILL.md"]);
    assert.deepEqual(reasons(tree), [["broken", "unreadable"]]);
  });
});

describe("a repository", () => {
  const TREE = {
    tree: [
      { path: "skills", mode: "040000", type: "tree", sha: "t" },
      { path: "skills/pdf/SKILL.md", mode: "100644", type: "blob", size: TEXT.length, sha: "raw" },
      { path: "skills/csv/SKILL.md", mode: "100644", type: "blob", size: TEXT.length, sha: "base64" },
      { path: "skills/same", mode: "120000", type: "blob", size: 3, sha: "link" },
      { path: "other", mode: "160000", type: "commit", sha: "c" },
    ],
    truncated: false,
  };
  const ANSWERS = {
    "/repos/me/skills/git/trees/main?recursive=1": TREE,
    "/repos/me/large/git/trees/HEAD?recursive=1": { ...TREE, truncated: true },
    "/repos/me/skills/git/blobs/raw": TEXT,
    "/repos/me/skills/git/blobs/base64": { content: btoa(TEXT), encoding: "base64" },
    "/repos/me/skills/git/blobs/link": "pdf",
    "/repos/me/large/git/blobs/link": "pdf",
  };
  let server;
  let api;
  const asked = [];
  before(async () => {
    server = createServer(({ url }, response) => {
      asked.push(url);
      const answer = ANSWERS[url];
      if (answer === undefined) return response.writeHead(url.includes("busy") ? 403 : 404).end();
      const isText = typeof answer === "string";
      response.setHeader("content-type", isText ? "application/vnd.github.raw" : "application/json");
      response.end(isText ? answer : JSON.stringify(answer));
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    api = `http://127.0.0.1:${server.address().port}`;
  });
  after(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

  test("is listed by one request, and its files are fetched on demand", async () => {
    const tree = await sources.fromRepository({ owner: "me", repository: "skills", ref: "main", api });
    assert.deepEqual([...tree.files.keys()], ["skills/pdf/SKILL.md", "skills/csv/SKILL.md"]);
    assert.deepEqual([...tree.links], [["skills/same", "pdf"]]);
    assert.deepEqual(reasons(tree), [["other", "kind"]]);
    assert.ok(!asked.some((url) => url.endsWith("/raw")));
    assert.equal(await read(tree, "skills/pdf/SKILL.md"), TEXT);
    assert.equal(await read(tree, "skills/csv/SKILL.md"), TEXT);
  });

  test("can be taken from a folder on, through a fetch of one's own", async () => {
    const seen = [];
    const fetcher = (address, init) => {
      seen.push(init.headers.accept);
      return fetch(address, init);
    };
    const tree = await sources.fromRepository({
      owner: "me",
      repository: "skills",
      ref: "main",
      folder: "skills/pdf",
      api,
      fetch: fetcher,
    });
    assert.deepEqual([...tree.files.keys()], ["SKILL.md"]);
    assert.equal(seen.length, 1);
  });

  test("that is listed in part says so", async () => {
    const tree = await sources.fromRepository({ owner: "me", repository: "large", api });
    assert.deepEqual(reasons(tree).at(-1), ["", "too-many"]);
    assert.equal(tree.files.size, 2);
  });

  test("that cannot be listed is a SourceError with the answer's status", async () => {
    await assert.rejects(sources.fromRepository({ owner: "me", repository: "none", api }), {
      name: "SourceError",
      message: /answered 404/,
    });
    await assert.rejects(sources.fromRepository({ owner: "busy", repository: "x", api }), { message: /too many requests/ });
  });
});

describe("mount", () => {
  const entries = [
    { path: ".agents/skills/pdf/SKILL.md", text: TEXT },
    { path: ".agents/skills/pdf/scripts/fill.py", text: "print()" },
    { path: ".claude/skills/fix/SKILL.md", text: TEXT },
    { path: ".git/HEAD", text: "" },
  ];
  const workspaceOf = (options) => new skillglass.Workspace({ cwd: "/repo", home: "/home/me", ...options });

  test("puts all paths into a workspace and reads what its host wants", async () => {
    const workspace = workspaceOf({ host: "codex" });
    const read = [];
    const note = (path, file) => (signal) => {
      read.push(path);
      return file.read(signal);
    };
    const tree = await sources.fromArchive(zipOf(entries));
    const watched = new Map(Array.from(tree.files, ([path, file]) => [path, { ...file, read: note(path, file) }]));
    const progress = [];
    const mounted = await sources.mount(workspace, { ...tree, files: watched }, { at: "/repo", onProgress: (one) => progress.push(one) });
    assert.deepEqual(
      workspace.catalog().skills.map(({ path }) => path),
      ["/repo/.agents/skills/pdf/SKILL.md"],
    );
    assert.ok(!read.includes(".claude/skills/fix/SKILL.md"));
    assert.ok(!read.includes(".agents/skills/pdf/scripts/fill.py"));
    assert.equal(mounted.files, 4);
    assert.equal(progress.at(-1).done, progress.at(-1).total);
    workspace.setOptions({ host: "claude-code" });
    assert.ok((await mounted.read()) >= 1);
    assert.ok(read.includes(".claude/skills/fix/SKILL.md"));
    assert.equal(await mounted.read(), 0);
    workspace.free();
  });

  test("reads for several hosts", async () => {
    const workspace = workspaceOf({ host: "codex" });
    await sources.mount(workspace, await sources.fromArchive(zipOf(entries)), { at: "/repo", hosts: ["codex", "claude-code"] });
    assert.deepEqual(workspace.plan({ hosts: ["codex", "claude-code"] }), []);
    workspace.free();
  });

  test("reads for lint what rules read besides, but no file above their limit", async () => {
    const workspace = workspaceOf({ host: "codex" });
    const large = { path: ".agents/skills/pdf/data/large.txt", text: "x".repeat(1024 * 1024 + 1) };
    const flat = { path: ".claude/skills/review.md", text: TEXT };
    const read = [];
    const tree = await sources.fromArchive(zipOf([...entries, large, flat]));
    const note = (path, file) => (signal) => {
      read.push(path);
      return file.read(signal);
    };
    const files = new Map(Array.from(tree.files, ([path, file]) => [path, { ...file, read: note(path, file) }]));
    await sources.mount(workspace, { ...tree, files }, { at: "/repo", for: "lint" });
    for (const path of [".agents/skills/pdf/SKILL.md", ".agents/skills/pdf/scripts/fill.py", flat.path])
      assert.ok(read.includes(path), path);
    assert.deepEqual(workspace.plan({ for: "lint" }), [`/repo/${large.path}`]);
    const unread = workspace.lint({}).filter(({ code }) => code === "unread-file");
    assert.deepEqual(
      unread.map(({ related }) => related.map(({ path }) => path)),
      [[`/repo/${large.path}`]],
    );
    workspace.free();
  });

  test("reports a file that cannot be read, and reads the others", async () => {
    const workspace = workspaceOf({ host: "codex" });
    const damaged = { path: ".agents/skills/bad/SKILL.md", text: TEXT, crc: 7 };
    const { refused } = await sources.mount(workspace, await sources.fromArchive(zipOf([...entries, damaged])), { at: "/repo/" });
    assert.deepEqual(
      refused.map(({ path, reason }) => [path, reason]),
      [[damaged.path, "damaged"]],
    );
    assert.equal(workspace.catalog().skills.length, 1);
    workspace.free();
  });

  test("ends by its signal", async () => {
    const workspace = workspaceOf({ host: "codex" });
    const tree = await sources.fromArchive(tarOf(entries));
    const reason = new Error("enough");
    await assert.rejects(sources.mount(workspace, tree, { at: "/repo", signal: AbortSignal.abort(reason) }), reason);
    workspace.free();
  });

  test("reports paths that the workspace cannot hold", async () => {
    const workspace = workspaceOf({ host: "codex" });
    const tree = await sources.fromArchive(zipOf([{ path: "a" }, { path: "a/b" }]));
    const { refused } = await sources.mount(workspace, tree, { at: "/" });
    assert.deepEqual(
      refused.map(({ path, reason }) => [path, reason]),
      [["a/b", "no-place"]],
    );
    workspace.free();
  });
});
