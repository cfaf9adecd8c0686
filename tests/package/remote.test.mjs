// Skills from sites and MCP servers: what a workspace asks for is fetched and unpacked until it needs no more, and hosts find what is installed.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";

import { tarOf, zipOf } from "./archives.mjs";
import { startPackage } from "./project.mjs";

const HOSTS = ["codex", "claude-code"];
const INSTALL = { source: "/source", project: "/repo", agents: HOSTS };

const textOf = (name) => `---\nname: ${name}\ndescription: About ${name}.\n---\nBody.\n`;
const digestOf = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const TEXT = textOf("pdf");
const GOOD = { path: "pdf/SKILL.md", text: TEXT };

const { project, skillglass } = await startPackage();
const sources = await project.load("skillglass/sources");

const workspaces = [];
after(() => {
  for (const workspace of workspaces) workspace.free();
});
function opened() {
  const workspace = new skillglass.Workspace({ cwd: "/repo" });
  workspaces.push(workspace);
  return workspace;
}

/** Serves on loopback while `act` runs with the origin. */
async function serving(answer, act) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await act(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The hosts that can use each skill once it is installed, by its file. */
function usable(workspace) {
  workspace.remove(INSTALL.source);
  const { hosts, skills } = workspace.compare({ hosts: HOSTS });
  const names = ({ cells }) => hosts.filter((_, index) => cells[index].loaded).map(({ host }) => host);
  return Object.fromEntries(skills.map((skill) => [skill.path, names(skill)]));
}

describe("what a workspace needs of a site", () => {
  const PAGES = {
    "/index.json": "{}",
    "/good.zip": zipOf([GOOD, { path: "../out" }]),
    "/good.tar.gz": gzipSync(tarOf([GOOD])),
    "/dots.tar.gz": gzipSync(tarOf([{ path: "./a.md" }, { path: "b.md", type: "1", target: "./a.md" }])),
    "/bad.zip": "PK",
  };
  let server;
  let origin;
  before(async () => {
    server = createServer(({ url }, response) => response.writeHead(url in PAGES ? 200 : 404).end(PAGES[url]));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${server.address().port}`;
  });
  after(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

  const fetching = (path, sameOrigin = true) => ({ type: "fetch", url: origin + path, sameOrigin });
  const unpacking = (path, format) => ({ type: "unpack", url: origin + path, format });

  /** A workspace that asks for these in turn, and notes what it is given. */
  const asking = (rounds) => ({
    given: [],
    takeSite(_request, files, archives) {
      this.given.push({ files: new Map(files), archives: new Map(archives) });
      return { needs: rounds[this.given.length - 1] ?? [], index: null, problems: [], install: { skills: [] } };
    },
  });

  test("is fetched and unpacked until nothing is needed", async () => {
    const workspace = asking([
      [fetching("/index.json")],
      [fetching("/good.zip"), fetching("/good.tar.gz"), fetching("/bad.zip"), fetching("/gone")],
      [unpacking("/good.zip", "zip"), unpacking("/good.tar.gz", "tar.gz"), unpacking("/bad.zip", "zip"), unpacking("/gone", "zip")],
    ]);
    assert.deepEqual((await sources.takeSite(workspace, { url: origin })).needs, []);
    const { files, archives } = workspace.given.at(-1);
    assert.deepEqual([files.size, files.get(`${origin}/gone`)], [5, null]);
    const pathsOf = (path) => archives.get(origin + path)?.map(({ path, type }) => `${type} ${path}`) ?? null;
    assert.deepEqual(pathsOf("/good.zip"), ["file pdf/SKILL.md", "file ../out"]);
    assert.deepEqual(pathsOf("/good.tar.gz"), ["file pdf/SKILL.md"]);
    assert.deepEqual([pathsOf("/bad.zip"), pathsOf("/gone")], [null, null]);
  });

  test("is unpacked as the archive has it, since whoever takes the entries judges them", async () => {
    const workspace = asking([[fetching("/dots.tar.gz")], [unpacking("/dots.tar.gz", "tar.gz")]]);
    await sources.takeSite(workspace, { url: origin });
    const entries = workspace.given.at(-1).archives.get(`${origin}/dots.tar.gz`);
    assert.deepEqual(
      entries.map(({ path, type }) => [path, type]),
      [
        ["./a.md", "file"],
        ["b.md", "link"],
      ],
    );
  });

  test("is not fetched from another origin, unless that is allowed", async () => {
    const rounds = [[fetching("/index.json", false)]];
    const [careful, trusting] = [asking(rounds), asking(rounds)];
    await sources.takeSite(careful, {});
    await sources.takeSite(trusting, {}, { allow: (url) => url.endsWith(".json") });
    assert.deepEqual(
      [careful, trusting].map(({ given }) => given[1].files.get(`${origin}/index.json`)?.length ?? null),
      [null, 2],
    );
  });

  test("has limits", async () => {
    const workspace = asking([[fetching("/good.zip")]]);
    await sources.takeSite(workspace, {}, { bytes: 10 });
    assert.equal(workspace.given[1].files.get(`${origin}/good.zip`), null);
  });

  describe("gives its files as a tree", () => {
    const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
    const entryOf = (name, type, path, contents) => ({ name, type, description: name, url: path, digest: digestOf(contents) });
    const skillOf = (name) => TEXT.replace("pdf", name);
    /** What is written to the disk of a site with these pages: every file that would be installed, with its text. */
    const written = async (pages, url = "https://example.org") => {
      const fetch = async (address) => {
        const page = pages[new URL(address).pathname];
        return new Response(page ?? null, { status: page === undefined ? 404 : 200 });
      };
      const workspace = new skillglass.Workspace({ host: "codex", cwd: "/repo" });
      const request = { url, install: { source: "/site", project: "/repo", agents: ["codex"] } };
      const { install, tree } = await sources.takeSite(workspace, request, { fetch });
      workspace.free();
      const files = install.entries.filter(({ content }) => content.type === "file");
      const texts = files.map(async ({ path, content }) => {
        const bytes = await tree.files.get(content.from.slice("/site/".length)).read();
        return [path.slice("/repo/.agents/skills/".length), new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)];
      });
      return Object.fromEntries(await Promise.all(texts));
    };

    test("from an index, the texts without a byte order mark", async () => {
      const [csv, zip] = [
        `\ufeff${skillOf("csv")}`,
        zipOf([
          { path: "SKILL.md", text: TEXT },
          { path: "scripts/fill.py", text: "print()" },
        ]),
      ];
      const index = { $schema: SCHEMA, skills: [entryOf("csv", "skill-md", "/csv.md", csv), entryOf("pdf", "archive", "/pdf.zip", zip)] };
      const pages = { "/.well-known/agent-skills/index.json": JSON.stringify(index), "/csv.md": csv, "/pdf.zip": zip };
      assert.deepEqual(await written(pages), {
        "csv/SKILL.md": skillOf("csv"),
        "pdf/SKILL.md": TEXT,
        "pdf/scripts/fill.py": "print()",
      });
    });

    test("the last of two skills of one name, and nothing of one that is left out", async () => {
      const [first, last] = [`${TEXT}first`, `${TEXT}last`];
      const skills = [
        entryOf("pdf", "skill-md", "/first.md", first),
        entryOf("pdf", "skill-md", "/gone.md", first),
        entryOf("pdf", "skill-md", "/last.md", last),
        { ...entryOf("csv", "skill-md", "/last.md", "other") },
      ];
      const index = JSON.stringify({ $schema: SCHEMA, skills });
      const pages = { "/.well-known/agent-skills/index.json": index, "/first.md": first, "/last.md": last };
      assert.deepEqual(await written(pages), { "pdf/SKILL.md": last });
    });

    test("from an index of the older form, without the files that are not there", async () => {
      const index = JSON.stringify({ skills: [{ name: "pdf", description: "P.", files: ["SKILL.md", "a.md", "gone.md"] }] });
      const below = "/.well-known/skills";
      const pages = { [`${below}/index.json`]: index, [`${below}/pdf/SKILL.md`]: TEXT, [`${below}/pdf/a.md`]: "a" };
      assert.deepEqual(await written(pages), { "pdf/SKILL.md": TEXT, "pdf/a.md": "a" });
    });

    test("from an address that is a skill or an archive itself", async () => {
      assert.deepEqual(await written({ "/pdf.md": TEXT }, "https://example.org/pdf.md"), { "pdf/SKILL.md": TEXT });
      const zip = zipOf([{ path: "skills/pdf/SKILL.md", text: TEXT }]);
      assert.deepEqual(await written({ "/all.zip": zip }, "https://example.org/all.zip"), { "pdf/SKILL.md": TEXT });
    });
  });
});

describe("a site", () => {
  const archive = gzipSync(
    tarOf([
      { path: "SKILL.md", text: textOf("packed") },
      { path: "scripts/run.sh", text: "run\n" },
    ]),
  );
  const entry = (name, type, url, bytes) => ({ name, type, description: `The index's ${name}.`, url, digest: digestOf(bytes) });
  const files = {
    "/.well-known/agent-skills/index.json": JSON.stringify({
      $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
      skills: [
        entry("plain", "skill-md", "plain.md", textOf("plain")),
        entry("packed", "archive", "/packed.tar.gz", archive),
        entry("changed", "skill-md", "/changed.md", "as it was"),
        entry("gone", "skill-md", "/gone.md", ""),
      ],
    }),
    "/.well-known/agent-skills/plain.md": textOf("plain"),
    "/packed.tar.gz": archive,
    "/changed.md": textOf("changed"),
  };

  test("from its index to what hosts make of its skills", async () => {
    const asked = [];
    const answer = (request, response) => {
      asked.push(request.url);
      const file = files[request.url];
      response.writeHead(file === undefined ? 404 : 200).end(file);
    };
    await serving(answer, async (origin) => {
      const workspace = opened();
      const report = await sources.takeSite(workspace, { url: origin, install: INSTALL });
      assert.equal(report.index, `${origin}/.well-known/agent-skills/index.json`);
      assert.deepEqual(
        report.install.skills.map(({ name, description }) => [name, description]),
        [
          ["plain", "About plain."],
          ["packed", "About packed."],
        ],
      );
      assert.deepEqual(
        report.problems.map(({ code, drops }) => [code, drops]),
        [
          ["digest-mismatch", "skill"],
          ["missing-file", "skill"],
        ],
      );
      assert.equal(report.problems[1].document, `${origin}/gone.md`);
      workspace.putInstalled(report.install);
      assert.deepEqual(usable(workspace), {
        "/repo/.agents/skills/packed/SKILL.md": HOSTS,
        "/repo/.agents/skills/plain/SKILL.md": HOSTS,
      });
      assert.deepEqual(new Set(asked), new Set([...Object.keys(files), "/.well-known/skills/index.json", "/gone.md"]));
    });
  });
});

describe("an MCP server", () => {
  const SKILL = "skill://acme/refunds/SKILL.md";
  const FORM = "skill://acme/refunds/forms/refund.pdf";
  const LATE = "skill://late/SKILL.md";
  const form = Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0xff);
  const texts = { [SKILL]: textOf("refunds"), [LATE]: textOf("late") };
  const resource = (uri, bytes) => ({ uri, digest: digestOf(bytes), size: Buffer.byteLength(bytes) });
  const entry = (name, uri, others = []) => ({
    uri,
    frontmatter: { name, description: `About ${name}.` },
    resources: [resource(uri, texts[uri]), ...others],
  });
  const pages = {
    "": { skills: [entry("refunds", SKILL, [resource(FORM, form)])], nextCursor: "2" },
    2: { skills: [{ uri: "skill://broken/SKILL.md", frontmatter: {}, resources: [] }] },
  };
  const methods = {
    "skills/list": ({ cursor = "" }) => pages[cursor],
    "skills/get": ({ uri }) => uri === LATE && { skill: entry("late", LATE) },
    "resources/read": ({ uri }) => {
      const blob = Buffer.from(form).toString("base64");
      const contents = uri === FORM ? { uri, mimeType: "application/pdf", blob } : { uri, text: texts[uri] };
      return { contents: [contents] };
    },
  };

  /** Speaks JSON-RPC over HTTP. */
  async function rpc(request, response) {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { id, method, params } = JSON.parse(body);
    const result = methods[method]?.(params);
    const error = { code: -32602, message: "Not served" };
    response.end(JSON.stringify(result ? { jsonrpc: "2.0", id, result } : { jsonrpc: "2.0", id, error }));
  }

  test("from its list to what hosts make of its skills", async () => {
    await serving(rpc, async (origin) => {
      const calls = [];
      const send = async (call) => {
        calls.push([call.method, call.params]);
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...call });
        return (await fetch(origin, { method: "POST", body })).json();
      };
      const workspace = opened();
      const request = { uris: [LATE, "skill://gone/SKILL.md"], supporting: true, install: INSTALL };
      const report = await sources.takeMcpSkills(workspace, request, send);
      assert.deepEqual(calls, [
        ["skills/list", {}],
        ["skills/list", { cursor: "2" }],
        ["skills/get", { uri: LATE }],
        ["skills/get", { uri: "skill://gone/SKILL.md" }],
        ["resources/read", { uri: SKILL }],
        ["resources/read", { uri: FORM }],
        ["resources/read", { uri: LATE }],
      ]);
      assert.deepEqual(report.skills, [
        { uri: SKILL, dynamic: false, files: 2 },
        { uri: LATE, dynamic: false, files: 1 },
      ]);
      assert.deepEqual(
        report.problems.map(({ code, at }) => [code, at]),
        [
          ["answer-error", "answers[3].answer.error"],
          ["bad-frontmatter", "answers[1].answer.result.skills[0].frontmatter"],
        ],
      );
      workspace.putInstalled(report.install);
      assert.deepEqual(usable(workspace), {
        "/repo/.agents/skills/late/SKILL.md": HOSTS,
        "/repo/.agents/skills/refunds/SKILL.md": HOSTS,
      });
    });
  });

  test("is asked of an MCP server call by call", async () => {
    const calls = [[{ method: "skills/list", params: {} }], [{ method: "resources/read", params: { uri: "skill://a" } }], []];
    const seen = [];
    const workspace = { takeMcpSkills: (_, answers) => ({ needs: calls[answers.length], answers: [...answers] }) };
    const report = await sources.takeMcpSkills(workspace, {}, async ({ method }) => {
      seen.push(method);
      return { method };
    });
    assert.deepEqual(seen, ["skills/list", "resources/read"]);
    assert.deepEqual(report.answers[1], { call: calls[1][0], answer: { method: "resources/read" } });
  });

  describe("of an MCP server's list the pages", () => {
    /** What the workspace says of a server whose pages go on behind these cursors, how often it was asked, and the cursors that were sent. */
    async function listed(pageBehind) {
      const workspace = new skillglass.Workspace({ cwd: "/repo" });
      const asked = { times: 0, cursors: [] };
      const taker = {
        takeMcpSkills(...values) {
          asked.times++;
          return workspace.takeMcpSkills(...values);
        },
      };
      const report = await sources.takeMcpSkills(taker, { install: INSTALL }, async ({ params }) => {
        asked.cursors.push(params.cursor ?? null);
        return pageBehind(params.cursor ?? null);
      });
      workspace.free();
      return { ...asked, codes: report.problems.map(({ code }) => code) };
    }

    test("are all fetched before the workspace reads them", async () => {
      const pages = { null: { skills: [], nextCursor: "b" }, b: { result: { skills: [], nextCursor: "" } }, "": { skills: [] } };
      assert.deepEqual(await listed((cursor) => pages[cursor]), { times: 2, cursors: [null, "b", ""], codes: [] });
    });

    test("are fetched once where they go in circles", async () => {
      const asked = await listed(() => ({ skills: [], nextCursor: "a" }));
      assert.deepEqual(asked, { times: 2, cursors: [null, "a"], codes: ["endless-list"] });
    });

    test("are a thousand at most", async () => {
      const asked = await listed((cursor) => ({ skills: [], nextCursor: `${cursor}+` }));
      assert.deepEqual(asked.codes, ["endless-list"]);
      assert.deepEqual([asked.times, asked.cursors.length], [2, 1000]);
    });

    test("are fetched one by one where they are handed over as JSON", async () => {
      const pages = { null: { skills: [], nextCursor: "b" }, b: { skills: [] } };
      const asked = await listed((cursor) => JSON.stringify(pages[cursor]));
      assert.deepEqual(asked, { times: 3, cursors: [null, "b"], codes: [] });
    });
  });
});

test("a wrong argument is named", () => {
  const workspace = opened();
  const site = { url: "https://x.org", install: INSTALL };
  const mcp = { install: INSTALL };
  const call = { method: "skills/list", params: {} };
  const cycle = {};
  cycle.self = cycle;
  const cases = [
    ["url", () => workspace.takeSite({ install: INSTALL }, {})],
    ["url", () => workspace.takeSite({ ...site, url: "x" }, {})],
    ["install.source", () => workspace.takeSite({ ...site, install: { ...INSTALL, source: "/" } }, {})],
    ["install.agents[0]", () => workspace.takeSite({ ...site, install: { ...INSTALL, agents: ["nobody"] } }, {})],
    ["files", () => workspace.takeSite(site, 3)],
    ['files["a"]', () => workspace.takeSite(site, { a: 3 })],
    ['archives["a"]', () => workspace.takeSite(site, {}, { a: 3 })],
    ['archives["a"][0].type', () => workspace.takeSite(site, {}, { a: [{ path: "x", type: "socket" }] })],
    ['archives["a"][0].contents', () => workspace.takeSite(site, {}, { a: [{ path: "x", type: "file" }] })],
    ["uris", () => workspace.takeMcpSkills({ ...mcp, uris: "x" }, [])],
    ["answers", () => workspace.takeMcpSkills(mcp, {})],
    ["answers[0]", () => workspace.takeMcpSkills(mcp, [3])],
    ["answers[0].call.method", () => workspace.takeMcpSkills(mcp, [{ call: { method: "tools/list", params: {} }, answer: {} }])],
    ["answers[0].answer", () => workspace.takeMcpSkills(mcp, [{ call, answer: cycle }])],
    ["answers[0].answer", () => workspace.takeMcpSkills(mcp, [{ call }])],
  ];
  for (const [argument, act] of cases) {
    assert.throws(act, (error) => error instanceof skillglass.ArgumentError && error.argument === argument, argument);
  }
});
