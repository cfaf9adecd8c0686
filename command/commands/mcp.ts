import { PROJECT_OPTIONS, readArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { Folders } from "../mcp/folders.ts";
import type { Sdk } from "../mcp/server.ts";
import { serve } from "../mcp/server.ts";
import { codeOf } from "../tree/trouble.ts";

const { home } = PROJECT_OPTIONS;

const HELP = `Usage: skillglass mcp [FOLDER…] [options]

An MCP server over the standard streams, for agents: the tools explain, check, fix, list, compare, can_i_use, turn, rule and diff. It reads
the FOLDERs, and the folders of the home where hosts look, such as ~/.claude, and nothing else; without a FOLDER, the project around the
working directory. Roots of the client narrow this. Only the tool fix writes, and only if it is asked to with write: true.

It needs the package @modelcontextprotocol/sdk beside skillglass. A client's configuration that installs both:
  npx --yes --package=skillglass --package=@modelcontextprotocol/sdk skillglass mcp

Options:
  --home DIR             The home whose skills and settings count (yours)
  -h, --help             This text

Exit codes: 0 the client closed the input, 2 wrong use, or the package is missing.
`;

export const mcp: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, { home });
    const folders = new Folders(positionals, values.home);
    await serve(await load(), folders);
    return ExitCode.Clean;
  },
};

async function load(): Promise<Sdk> {
  try {
    const [{ Server }, { StdioServerTransport }, types] = await Promise.all([
      import("@modelcontextprotocol/sdk/server/index.js"),
      import("@modelcontextprotocol/sdk/server/stdio.js"),
      import("@modelcontextprotocol/sdk/types.js"),
    ]);
    return { Server, StdioServerTransport, types };
  } catch (error) {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new UsageError(
      "the MCP server needs another package: npm install --global skillglass @modelcontextprotocol/sdk; or, to install nothing: npx --yes --package=skillglass --package=@modelcontextprotocol/sdk skillglass mcp",
    );
  }
}
