import { PROJECT_OPTIONS, readArguments, readHosts } from "../arguments.ts";
import type { Command } from "../command.ts";
import type { ExitCode } from "../exit.ts";
import { UsageError } from "../exit.ts";
import { serve } from "../lsp/server.ts";
import { codeOf } from "../tree/trouble.ts";

const { host, home } = PROJECT_OPTIONS;

const HELP = `Usage: skillglass lsp [options]

A language server over the standard streams, for editors: diagnostics while you write, quick fixes, completion and hover for the
fields of skills. It needs the package vscode-languageserver beside skillglass: npm install --global skillglass vscode-languageserver

Options:
  --stdio                Ignored: there is no other way to talk to it
  --host NAME[@EDITION]  A host to ask; give it again for more, \`all\` for every one of \`skillglass hosts\`.
                         Without it: those of skillglass.json, else the usual ones
  --home DIR             The home whose skills and settings count (yours)
  -h, --help             This text
`;

export const lsp: Command = {
  help: HELP,
  async run(args): Promise<ExitCode> {
    const { values } = readArguments(args, { host, home, stdio: { type: "boolean" } }, 0);
    const library = await load();
    serve(library, { hosts: readHosts(values.host), home: values.home });
    // The library ends the process when the client has ended the session, or is gone.
    return await new Promise<never>(() => {});
  },
};

async function load() {
  try {
    return await import("vscode-languageserver/node");
  } catch (error) {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new UsageError("the language server needs another package: npm install --global skillglass vscode-languageserver");
  }
}
