// A language server over the standard streams: diagnostics, quick fixes, completion and hover.
import { fileURLToPath } from "node:url";
import type { HostEdition } from "skillglass";
import { version } from "skillglass";
import type { LspCodeAction, LspFile, LspRange } from "skillglass/lsp";
import type * as Library from "vscode-languageserver/node";
import { readHosts } from "../arguments.ts";
import { placeOf } from "../tree/project.ts";
import { described, isDeprecated, keysAt, knownFields, linkAt, placeIn, tableOf, valuesOf } from "./fields.ts";
import type { OpenDocument } from "./projects.ts";
import { Projects } from "./projects.ts";

/**
 * The delay between a change and the check of all documents, in milliseconds. Another change during
 * the delay restarts the delay.
 */
const SETTLING = 150;

/** The patterns of files that the editor watches, because their changes can change the findings. */
const WATCHED = ["**/[Ss][Kk][Ii][Ll][Ll].[Mm][Dd]", "**/agents/openai.{yaml,yml}", "**/skillglass.json", "**/.gitignore"];

/** The hosts and the home directory that the command line names. */
export interface ServerOptions {
  readonly home?: string | undefined;
  readonly hosts: readonly HostEdition[] | null;
}

/** The connected editor, with its capabilities and its open projects. */
interface Client {
  readonly library: typeof Library;
  readonly connection: Library.Connection;
  can: Library.ClientCapabilities;
  /** The projects of the open documents. Unset until the editor has named its folder. */
  projects: Projects;
}

/**
 * Starts the language server on standard input and output. It runs until the editor ends the
 * session.
 */
export function serve(library: typeof Library, options: ServerOptions): void {
  const { createConnection, TextDocumentSyncKind, CodeActionKind } = library;
  const connection = createConnection(process.stdin, process.stdout);
  const client = { library, connection, can: {} } as Client;

  connection.onInitialize(({ workspaceFolders, rootUri, capabilities, initializationOptions }) => {
    client.can = capabilities;
    const uri = workspaceFolders?.[0]?.uri ?? rootUri;
    const cwd = uri?.startsWith("file:") ? fileURLToPath(uri) : undefined;
    const asked: unknown = initializationOptions?.hosts;
    const named = Array.isArray(asked) ? readHosts(asked.map(String)) : null;
    client.projects = new Projects(placeOf({ cwd, home: options.home }), named ?? options.hosts);
    return {
      serverInfo: { name: "skillglass", version: version() },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Full },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        completionProvider: { triggerCharacters: [":", " ", "("] },
        hoverProvider: true,
      },
    };
  });

  connection.onInitialized(() => {
    if (!client.can.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
    const watchers = WATCHED.map((globPattern) => ({ globPattern }));
    void connection.client.register(library.DidChangeWatchedFilesNotification.type, { watchers });
  });

  reportFindings(client);
  connection.onCodeAction(({ textDocument, range }) => {
    const document = client.projects.document(textDocument.uri);
    const actions = document ? (client.projects.findingsIn(document)?.codeActions ?? []) : [];
    return actions
      .filter(({ diagnostics }) => diagnostics.some((one) => touches(one.range, range)))
      .flatMap((action) => asClientTakes(action, client));
  });
  connection.onCompletion((asked) => completions(asked, client));
  connection.onHover((asked) => hover(asked, client));
  connection.listen();
}

/**
 * Sends the findings of all projects to the editor whenever a document or a watched file has
 * changed.
 */
function reportFindings(client: Client): void {
  const { connection } = client;
  let timer: NodeJS.Timeout | undefined;
  let told = new Set<string>();
  const tell = () => {
    try {
      tellAll(client.projects.findings());
    } catch (error) {
      // A folder may be missing for a moment. The next change starts another check.
      connection.console.error(error instanceof Error ? error.message : String(error));
    }
  };
  const tellAll = (files: readonly LspFile[]) => {
    for (const { uri, diagnostics } of files) void connection.sendDiagnostics({ uri, diagnostics });
    const now = new Set(files.map(({ uri }) => uri));
    for (const uri of told) if (!now.has(uri)) void connection.sendDiagnostics({ uri, diagnostics: [] });
    told = now;
  };
  const tellSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(tell, SETTLING);
  };

  connection.onDidOpenTextDocument(({ textDocument }) => {
    client.projects.put(textDocument.uri, textDocument.text);
    tellSoon();
  });
  connection.onDidChangeTextDocument(({ textDocument, contentChanges }) => {
    const text = contentChanges.at(-1)?.text;
    if (text !== undefined) client.projects.put(textDocument.uri, text);
    tellSoon();
  });
  connection.onDidCloseTextDocument(({ textDocument }) => {
    client.projects.close(textDocument.uri);
    tellSoon();
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    // For open documents, the editor's text is used, so a change on the disk has no effect.
    if (changes.every(({ uri }) => client.projects.document(uri))) return;
    client.projects.forget();
    tellSoon();
  });
}

/**
 * Converts a code action to a form that the editor supports. Returns an empty list if the editor
 * cannot make the change.
 */
function asClientTakes(action: LspCodeAction, { can }: Client): Library.CodeAction[] {
  const { documentChanges, resourceOperations } = can.workspace?.workspaceEdit ?? {};
  const changes = action.edit.documentChanges;
  const renames = changes.some((change) => "kind" in change);
  if (renames && !(documentChanges && resourceOperations?.includes("rename"))) return [];
  if (documentChanges) return [{ ...action, edit: { documentChanges: changes } }];
  const byFile = Object.fromEntries(changes.flatMap((change) => ("edits" in change ? [[change.textDocument.uri, change.edits]] : [])));
  return [{ ...action, edit: { changes: byFile } }];
}

/**
 * Returns the completions at a position: keys or values in frontmatter, and files beside the skill
 * in a Markdown link.
 */
function completions({ textDocument, position }: Library.TextDocumentPositionParams, client: Client): Library.CompletionItem[] {
  const { projects, library } = client;
  const { CompletionItemKind, CompletionItemTag, MarkupKind } = library;
  const document = projects.document(textDocument.uri);
  const file = document ? tableOf(document.path ?? "") : null;
  if (!document || !file) return [];
  const place = placeIn(document.text, file, position.line, position.character);
  if (!place) return linksAt(document, position, client);
  const known = knownFields(file, projects.hostsOf(document));
  const field = known.find(({ key }) => key === place.key);
  if (place.isInValue) return field ? valuesOf(field, document.path ?? "").map((label) => ({ label, kind: CompletionItemKind.Value })) : [];
  const line = document.text.split(/\r?\n/)[position.line] ?? "";
  return keysAt(place, known, document.text).map(({ name, field }) => ({
    label: name,
    kind: CompletionItemKind.Property,
    detail: field.by[0]!.field.summary,
    documentation: { kind: MarkupKind.Markdown, value: described(field) },
    ...(isDeprecated(field) ? { tags: [CompletionItemTag.Deprecated] } : {}),
    textEdit: {
      range: {
        start: { line: position.line, character: place.start },
        end: { line: position.line, character: Math.max(place.end, position.character) },
      },
      newText: line.includes(":") ? name : `${name}: `,
    },
  }));
}

/**
 * Returns the files beside a skill as completions, if the position is in the target of a Markdown
 * link; otherwise an empty list.
 */
function linksAt(document: OpenDocument, { line, character }: Library.Position, { projects, library }: Client): Library.CompletionItem[] {
  const start = linkAt(document.text.split(/\r?\n/)[line] ?? "", character);
  if (start === null) return [];
  const range = { start: { line, character: start }, end: { line, character } };
  // Markdown ends a target at a space.
  const items = projects.filesBeside(document).map((file) => ({ file, target: /[\s()<>]/.test(file) ? `<${file}>` : file }));
  return items.map(({ file, target }) => ({ label: file, kind: library.CompletionItemKind.File, textEdit: { range, newText: target } }));
}

/**
 * Returns the description of the field at a position, for a tooltip; null if there is no known
 * field.
 */
function hover({ textDocument, position }: Library.TextDocumentPositionParams, { projects, library }: Client): Library.Hover | null {
  const document = projects.document(textDocument.uri);
  const file = document ? tableOf(document.path ?? "") : null;
  if (!document || !file) return null;
  const place = placeIn(document.text, file, position.line, position.character);
  if (!place || position.character < place.start || position.character > place.end) return null;
  const field = knownFields(file, projects.hostsOf(document)).find(({ key }) => key === place.key);
  const line = position.line;
  return field
    ? {
        contents: { kind: library.MarkupKind.Markdown, value: described(field) },
        range: { start: { line, character: place.start }, end: { line, character: place.end } },
      }
    : null;
}

/** Returns true if two ranges overlap or touch. A cursor is a range of length 0. */
function touches(one: LspRange, other: LspRange): boolean {
  const isAfter = (left: LspRange["start"], right: LspRange["start"]) =>
    left.line > right.line || (left.line === right.line && left.character > right.character);
  return !isAfter(one.start, other.end) && !isAfter(other.start, one.end);
}
