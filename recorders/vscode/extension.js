// An extension for VS Code that carries out the recorder's requests, because VS Code's chat has no
// command line. It listens on a port, and sends the port's number to the address in
// SKILLGLASS_RECORDER.
const { createServer } = require("node:http");
const vscode = require("vscode");

const ACTIONS = {
  /** Returns the ids of the models of a vendor. */
  models: async ({ vendor }) => (await vscode.lm.selectChatModels({ vendor })).map(({ id }) => id),
  /** Runs a command of VS Code, and waits until it has ended. */
  async run({ command, args = [] }) {
    await vscode.commands.executeCommand(command, ...args);
  },
  /** Sets settings of the user. A setting whose value is null is removed. */
  async set({ settings }) {
    const configuration = vscode.workspace.getConfiguration();
    for (const [key, value] of Object.entries(settings)) {
      await configuration.update(key, value ?? undefined, vscode.ConfigurationTarget.Global);
    }
  },
};

async function act(body) {
  const { action, ...rest } = JSON.parse(body);
  try {
    return { result: (await ACTIONS[action](rest)) ?? null };
  } catch (error) {
    return { failure: String(error.stack ?? error) };
  }
}

exports.activate = () => {
  const server = createServer((request, response) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", async () => response.end(JSON.stringify(await act(Buffer.concat(parts).toString("utf8")))));
  });
  server.listen(0, "127.0.0.1", () => fetch(process.env.SKILLGLASS_RECORDER, { method: "POST", body: String(server.address().port) }));
};
