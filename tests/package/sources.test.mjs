// Skills from a site and from an MCP server, end to end: servers of ours on loopback, what they answer, and what hosts make of it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, describe, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";

import { startPackage } from "./project.mjs";

const HOSTS = ["codex", "claude-code"];
const INSTALL = { source: "/source", project: "/repo", agents: HOSTS };

const textOf = (name) => `---\nname: ${name}\ndescription: About ${name}.\n---\nBody.\n`;
const digestOf = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

const { skillglass } = await startPackage();

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

/** A tar of plain files. */
function tar(files) {
  const blocks = Object.entries(files).flatMap(([path, text]) => {
    const header = Buffer.alloc(512);
    const octal = (number, length) => `${number.toString(8).padStart(length - 1, "0")}\0`;
    header.write(path, 0);
    header.write(octal(0o644, 8), 100);
    header.write(octal(Buffer.byteLength(text), 12), 124);
    header.write(octal(0, 12), 136);
    header.write("        0", 148);
    header.write("ustar\x0000", 257);
    const sum = header.reduce((sum, byte) => sum + byte, 0);
    header.write(octal(sum, 7), 148);
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
    body.write(text);
    return [header, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** The entries of such a tar. */
function untar(bytes) {
  const entries = [];
  for (let at = 0; bytes[at] !== 0; ) {
    const field = (start, length) => bytes.toString("latin1", at + start, at + start + length).replace(/\0.*/s, "");
    const size = Number.parseInt(field(124, 12), 8);
    const contents = new Uint8Array(bytes.subarray(at + 512, at + 512 + size));
    entries.push({ path: field(0, 100), type: "file", contents });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return entries;
}

describe("a site", () => {
  const archive = gzipSync(tar({ "SKILL.md": textOf("packed"), "scripts/run.sh": "run\n" }));
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
      const request = { url: origin, install: INSTALL };
      const downloads = new Map();
      const archives = {};
      let report = workspace.takeSite(request, downloads);
      while (report.needs.length > 0) {
        for (const need of report.needs) {
          if (need.type === "fetch") {
            assert.equal(need.sameOrigin, true);
            const response = await fetch(need.url);
            downloads.set(need.url, response.ok ? new Uint8Array(await response.arrayBuffer()) : null);
          } else {
            assert.equal(need.format, "tar.gz");
            archives[need.url] = untar(gunzipSync(downloads.get(need.url)));
          }
        }
        report = workspace.takeSite(request, downloads, archives);
      }
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
      const send = async (call) => {
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...call });
        return (await fetch(origin, { method: "POST", body })).json();
      };
      const workspace = opened();
      const request = { uris: [LATE, "skill://gone/SKILL.md"], supporting: true, install: INSTALL };
      const answers = [];
      let report = workspace.takeMcpSkills(request, answers);
      while (report.needs.length > 0) {
        for (const call of report.needs) answers.push({ call, answer: await send(call) });
        report = workspace.takeMcpSkills(request, answers);
      }
      assert.deepEqual(
        answers.map(({ call: { method, params } }) => [method, params]),
        [
          ["skills/list", {}],
          ["skills/list", { cursor: "2" }],
          ["skills/get", { uri: LATE }],
          ["skills/get", { uri: "skill://gone/SKILL.md" }],
          ["resources/read", { uri: SKILL }],
          ["resources/read", { uri: FORM }],
          ["resources/read", { uri: LATE }],
        ],
      );
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
