// An agent as far as the server can tell: the official client, over the standard streams.
import assert from "node:assert/strict";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { COLON, link, MAIN, skill, world } from "./run.mjs";

const PDF = "repo/.agents/skills/pdf/SKILL.md";
const CODEX = ["codex"];

/** A client of a server that was started in a folder of a world; `roots` are the folders that the client works in. */
async function agent(t, { at }, { args = [], cwd = "repo", roots, flags = [] } = {}) {
  const client = new Client({ name: "test", version: "1" }, { capabilities: roots ? { roots: { listChanged: true } } : {} });
  const current = { roots };
  if (roots) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: current.roots.map((path) => ({ uri: pathToFileURL(at(path)).href })) }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...flags, MAIN, "mcp", ...args],
    cwd: at(cwd),
    env: { PATH: process.env.PATH, HOME: at("home") },
    stderr: "pipe",
  });
  const log = [];
  transport.stderr.setEncoding("utf8").on("data", (text) => log.push(text));
  await client.connect(transport);
  t.after(() => client.close());
  return {
    client,
    transport,
    log: () => log.join(""),
    enter: async (folders) => {
      current.roots = folders;
      await client.sendRootsListChanged();
    },
    /** The answer of a tool: its text, its value, and whether it is an error. */
    ask: async (name, given = {}) => {
      const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given });
      assert.deepEqual(
        content.map(({ type }) => type),
        ["text"],
      );
      return { text: content[0].text, isError, ...structuredContent };
    },
  };
}

test("try", async (t) => {
  const here = world(t, { [PDF]: COLON });
  const { client, ask, log } = await agent(t, here);
  const { tools } = await client.listTools();
  console.log(JSON.stringify(tools, null, 1).length, tools.map(({name})=>name), client.getInstructions());
  for (const [name, given] of [["explain",{skills:["pdf"],host:CODEX}],["check",{}],["fix",{}],["fix",{write:true}],["list",{host:CODEX}],["compare",{}],["can_i_use",{what:["allowed-tools"],host:CODEX}],["turn",{text:"Use $pdf"}],["rule",{code:"unquoted-colon"}],["diff",{changelog:"codex"}],["diff",{from:"codex@2026-02"}],["diff",{bisect:"pdf",host:CODEX}]]) {
    const r = await ask(name, given);
    console.log("=====", name, JSON.stringify(given), r.isError, Object.keys(r)); console.log(r.text.slice(0, 1500)); 
  }
  console.log(log());
});
