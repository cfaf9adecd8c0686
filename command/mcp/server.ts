// The MCP server over the standard streams. The SDK implements the protocol, and the tools call the functions of the commands.
import { stripVTControlCharacters } from "node:util";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type * as Types from "@modelcontextprotocol/sdk/types.js";
import { ArgumentError, hosts, version } from "skillglass";
import { UsageError } from "../exit.ts";
import { notice } from "../print/notice.ts";
import { plain, plainLine } from "../print/text.ts";
import { start } from "../start.ts";
import type { Folders } from "./folders.ts";
import { limitedText, limitedValue } from "./limits.ts";
import { readValues, schemaOf } from "./parameters.ts";
import type { Reply, Tool } from "./tool.ts";
import { TOOLS } from "./tools.ts";

/** The modules of the MCP SDK. They are loaded only for the command `mcp`. */
export interface Sdk {
  readonly Server: typeof Server;
  readonly StdioServerTransport: typeof StdioServerTransport;
  readonly types: typeof Types;
}

/**
 * The time in milliseconds within which the client must send its roots. Afterwards, the folders of
 * the command line are used.
 */
const ROOTS_TIMEOUT = 5000;

/** Returns the instructions for the client's model on how to use the tools. */
const instructions =
  () => `Skillglass reports what each agent host (Codex, Claude Code, opencode and others) does with skills: which it finds, reads, lists and puts into a conversation, and why not the others.

Why is a skill not there? Call explain with its name. Then call fix for its folder, which returns a patch and changes nothing; show the patch, call fix again with write: true, and call explain again. Not every reason is in a file: follow the remedy that explain gives.

Texts are those of the command line. An option in a text, such as --as-installed, is the argument as_installed here. The hosts: ${hosts()
    .map(({ host }) => host)
    .join(", ")}.`;

/** The JSON Schema of the structured answers of all tools. */
const OUTPUT = {
  type: "object" as const,
  properties: {
    result: { description: "The value that the command prints with --json. A text or a list may be cut" },
    cuts: { type: "array", description: "The places of `result` where lists or texts are cut, with their lengths" },
    hint: { type: "string", description: "How to ask for less, if something is cut" },
    unreadable: { type: "array", description: "Paths that could not be read or written, each with the reason: the answer is not complete" },
  },
  required: ["result"],
};

/** Runs the MCP server on standard input and output until the client closes the input. */
export async function serve({ Server, StdioServerTransport, types }: Sdk, folders: Folders): Promise<void> {
  const server = new Server(
    { name: "skillglass", title: "Skillglass", version: version() },
    { capabilities: { tools: {} }, instructions: instructions() },
  );
  let hasRoots = false;
  const takeRoots = async () => {
    if (hasRoots || !server.getClientCapabilities()?.roots) return;
    hasRoots = true;
    const { roots } = await server.listRoots(undefined, { timeout: ROOTS_TIMEOUT }).catch((error: Error) => {
      notice(`the client does not list its roots: ${plainLine(error.message)}`);
      return { roots: [] };
    });
    folders.takeRoots(roots.map(({ uri }) => uri));
  };
  server.setNotificationHandler(types.RootsListChangedNotificationSchema, () => {
    hasRoots = false;
  });
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({
    tools: Object.entries(TOOLS).map(([name, tool]) => listed(name, tool)),
  }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = Object.hasOwn(TOOLS, params.name) ? TOOLS[params.name] : undefined;
    if (tool === undefined) {
      const { McpError, ErrorCode } = types;
      throw new McpError(ErrorCode.InvalidParams, `there is no tool ${params.name}: there are ${Object.keys(TOOLS).join(", ")}`);
    }
    try {
      const values = readValues(tool.parameters, params.arguments ?? {});
      await takeRoots();
      // A message that cancels the call may wait in the input.
      await new Promise((next) => setImmediate(next));
      signal.throwIfAborted();
      return answered(tool, await tool.run(folders, values));
    } catch (error) {
      if (signal.aborted) throw error;
      return { content: [{ type: "text", text: wordsFor(error) }], isError: true };
    }
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  for (const end of ["end", "close"]) process.stdin.once(end, () => void server.close());
  await server.connect(new StdioServerTransport());
  await closed;
}

function listed(name: string, { title, description, parameters, writes = false }: Tool): Types.Tool {
  return {
    name,
    title,
    description,
    inputSchema: schemaOf(parameters),
    outputSchema: OUTPUT,
    annotations: { title, readOnlyHint: !writes, destructiveHint: writes, idempotentHint: true, openWorldHint: false },
  };
}

function answered({ narrower }: Tool, { text, document, troubles }: Reply): Types.CallToolResult {
  const unread = troubles.map(({ path, message }) => `Not read or written: ${plainLine(path)}: ${plainLine(message)}`);
  const { value, cuts } = limitedValue(document);
  const said = [...unread.slice(0, 20), ...(unread.length > 20 ? [`… and ${unread.length - 20} more paths`] : [])].join("\n");
  const whole = [said, limitedText(stripVTControlCharacters(text), narrower)].filter((part) => part !== "").join("\n\n");
  return {
    content: [{ type: "text", text: whole }],
    structuredContent: {
      result: value,
      ...(cuts.length > 0 ? { cuts, hint: narrower } : {}),
      ...(troubles.length > 0 ? { unreadable: troubles.slice(0, 100) } : {}),
    },
  };
}

function wordsFor(error: unknown): string {
  if (error instanceof UsageError || error instanceof ArgumentError) return plain(error.message);
  // This is a fault of the program. Its stack is for the log, not for a model. The module is started again for the next call.
  notice(plain(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  start();
  return `failed: ${plain(error instanceof Error ? error.message : String(error))}`;
}
