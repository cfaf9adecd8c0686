// An editor as far as the language server can tell: real messages over its standard streams.
import assert from "node:assert/strict";
import test from "node:test";
import { pathToFileURL } from "node:url";
import * as rpc from "vscode-jsonrpc/node";
import { COLON, skill, world } from "./run.mjs";

const PDF = "repo/.agents/skills/pdf/SKILL.md";

/** A server for a world's repository, and an editor that talks to it. */
async function editor(
  t,
  { start, at },
  capabilities = { workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["rename"] } } },
) {
  const child = start(["lsp", "--stdio"]);
  const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(child.stdout), new rpc.StreamMessageWriter(child.stdin));
  t.after(() => {
    connection.dispose();
    child.kill("SIGKILL");
  });
  const published = [];
  let look = () => {};
  connection.onNotification("textDocument/publishDiagnostics", (message) => {
    published.push(message);
    look();
  });
  connection.listen();
  const uriOf = (path) => pathToFileURL(at(path)).href;
  const { capabilities: can } = await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: uriOf("repo"),
    capabilities,
  });
  await connection.sendNotification("initialized", {});
  return {
    can,
    connection,
    uriOf,
    open: (path, text) =>
      connection.sendNotification("textDocument/didOpen", { textDocument: { uri: uriOf(path), languageId: "markdown", version: 1, text } }),
    change: (path, text) =>
      connection.sendNotification("textDocument/didChange", { textDocument: { uri: uriOf(path), version: 2 }, contentChanges: [{ text }] }),
    ask: (method, path, more) => connection.sendRequest(`textDocument/${method}`, { textDocument: { uri: uriOf(path) }, ...more }),
    /** The next diagnostics of a file that are as expected. */
    told: (path, isExpected) =>
      new Promise((resolve) => {
        look = () => {
          const index = published.findIndex(
            ({ uri, diagnostics }) => uri === uriOf(path) && isExpected(diagnostics.map(({ code }) => code)),
          );
          if (index === -1) return;
          const [{ diagnostics }] = published.splice(0, index + 1).slice(-1);
          look = () => {};
          resolve(diagnostics);
        };
        look();
      }),
    end: async () => {
      const ended = new Promise((resolve) => child.on("close", resolve));
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      return await ended;
    },
  };
}

test("the server says what is wrong with the editor's text, and takes it back", async (t) => {
  const { open, change, told, end } = await editor(t, world(t, { [PDF]: skill("pdf") }));
  await open(PDF, COLON);
  const [found] = (await told(PDF, (codes) => codes.includes("unquoted-colon"))).filter(({ code }) => code === "unquoted-colon");
  assert.deepEqual(found.range.start, { line: 2, character: 41 });
  assert.equal(found.source, "skillglass");
  await change(PDF, skill("pdf"));
  await told(PDF, (codes) => !codes.includes("unquoted-colon"));
  assert.equal(await end(), 0);
});

test("the server offers a fix where the cursor is, and nowhere else", async (t) => {
  const { open, told, ask, uriOf, end } = await editor(t, world(t, { [PDF]: COLON }));
  await open(PDF, COLON);
  await told(PDF, (codes) => codes.includes("unquoted-colon"));
  const at = (line, character) => ({ range: { start: { line, character }, end: { line, character } }, context: { diagnostics: [] } });
  const actions = await ask("codeAction", PDF, at(2, 41));
  const [fix] = actions.filter(({ title }) => title === "Put the value in quotes");
  assert.equal(fix.kind, "quickfix");
  assert.equal(fix.isPreferred, true);
  assert.equal(fix.edit.documentChanges[0].textDocument.uri, uriOf(PDF));
  assert.deepEqual(await ask("codeAction", PDF, at(1, 0)), []);
  assert.equal(await end(), 0);
});

test("an editor that knows no document changes gets plain ones", async (t) => {
  const { open, told, ask, uriOf, end } = await editor(t, world(t, { [PDF]: COLON }), {});
  await open(PDF, COLON);
  await told(PDF, (codes) => codes.includes("unquoted-colon"));
  const [fix] = await ask("codeAction", PDF, {
    range: { start: { line: 2, character: 41 }, end: { line: 2, character: 41 } },
    context: { diagnostics: [] },
  });
  assert.deepEqual(Object.keys(fix.edit.changes), [uriOf(PDF)]);
  await end();
});

test("the server completes fields that are not there yet, and their values", async (t) => {
  const text = "---\nname: pdf\ndescription: Fills in forms.\nus\nuser-invocable: \n---\n";
  const { open, ask, end } = await editor(t, world(t, { [PDF]: text }));
  await open(PDF, text);
  const keys = await ask("completion", PDF, { position: { line: 3, character: 2 } });
  const labels = keys.map(({ label }) => label);
  assert.ok(labels.includes("allowed-tools"));
  assert.ok(!labels.includes("name"));
  const values = await ask("completion", PDF, { position: { line: 4, character: 16 } });
  assert.deepEqual(values.map(({ label }) => label).sort(), ["false", "true"]);
  assert.deepEqual(await ask("completion", PDF, { position: { line: 6, character: 0 } }), []);
  await end();
});

test("the server completes a skill's name by that of its folder", async (t) => {
  const text = "---\nname: \ndescription: Fills in forms.\n---\n";
  const { open, ask, end } = await editor(t, world(t, { [PDF]: text }));
  await open(PDF, text);
  const values = await ask("completion", PDF, { position: { line: 1, character: 6 } });
  assert.deepEqual(
    values.map(({ label }) => label),
    ["pdf"],
  );
  await end();
});

test("the server completes links to the files beside a skill", async (t) => {
  const text = `${skill("pdf")}\nSee [the fields](ref\n`;
  const line = text.split("\n").length - 2;
  const { open, ask, end } = await editor(
    t,
    world(t, {
      [PDF]: text,
      "repo/.agents/skills/pdf/references/fields.md": "# Fields\n",
      "repo/.agents/skills/pdf/my script.py": "",
      "repo/.agents/skills/csv/SKILL.md": skill("csv"),
    }),
  );
  await open(PDF, text);
  const links = await ask("completion", PDF, { position: { line, character: 20 } });
  assert.deepEqual(
    links.map(({ label, textEdit: { newText } }) => [label, newText]),
    [
      ["my script.py", "<my script.py>"],
      ["references/fields.md", "references/fields.md"],
    ],
  );
  assert.deepEqual(links[1].textEdit.range, { start: { line, character: 17 }, end: { line, character: 20 } });
  assert.deepEqual(await ask("completion", PDF, { position: { line, character: 5 } }), []);
  await end();
});

test("the server says what hosts make of a field", async (t) => {
  const text = "---\nname: pdf\ndescription: Fills in forms.\n---\nname: nothing\n";
  const { open, ask, end } = await editor(t, world(t, { [PDF]: text }));
  await open(PDF, text);
  const { contents, range } = await ask("hover", PDF, { position: { line: 1, character: 2 } });
  assert.match(contents.value, /^\*\*`name`\*\*\n- .*Codex/);
  assert.deepEqual(range, { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } });
  assert.equal(await ask("hover", PDF, { position: { line: 4, character: 2 } }), null);
  await end();
});

test("a file that is closed counts as it is on the disk", async (t) => {
  const { open, told, connection, uriOf, end } = await editor(
    t,
    world(t, { [PDF]: skill("pdf"), "repo/.agents/skills/csv/SKILL.md": skill("csv") }),
  );
  await open("repo/.agents/skills/csv/SKILL.md", skill("csv"));
  await open(PDF, COLON);
  await told(PDF, (codes) => codes.includes("unquoted-colon"));
  await connection.sendNotification("textDocument/didClose", { textDocument: { uri: uriOf(PDF) } });
  await told(PDF, (codes) => !codes.includes("unquoted-colon"));
  await end();
});
