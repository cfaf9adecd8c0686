/** The engine's side: the only module that runs the package. It holds the workspace, takes changes and sends their results. */
import type { RefusedPath, Skill } from "skillglass";
import init, { hosts, Workspace } from "skillglass";
import { cutOff } from "../../lib/no-network.ts";
import { same } from "../../lib/same.ts";
import type { Contents } from "../../lib/text.ts";
import type { Change } from "../../state/changes.ts";
import type { HostOptions } from "../../state/host-options.ts";
import type { Rows, Section, SkillRow } from "../protocol/catalog.ts";
import { SECTIONS } from "../protocol/catalog.ts";
import type { FromWorker, Splice, ToWorker } from "../protocol/messages.ts";
import type { Asked, QuestionName, Questions } from "../protocol/questions.ts";
import type { Handler } from "./answers.ts";
import { handlers } from "./answers.ts";

// ---- the workspace -------------------------------------------------------------------------------------------------

/** The files as the page sent them, for a workspace with other options. */
const files = new Map<string, Contents | null>();
const folders = new Set<string>();
/** Counts paths that came or went. */
let structure = 0;
/** Files that were wanted and could not be read: they are not wanted again until they are written. */
const unreadable = new Set<string>();

let workspace: Workspace | undefined;
let options: HostOptions | undefined;
/** The paths that the workspace refused in this round. */
let refused: RefusedPath[] = [];
/** The catalog as it was last sent to the page, and the revision of the workspace at that time. */
let lastSent: { [S in Section]: Rows[S][] } = { skills: [], errors: [], leftOut: [], ignored: [], roots: [], refused: [] };
let lastSentRevision: number | null = null;
const answers = new Map<string, unknown>();

function open(next: HostOptions): void {
  const fresh = new Workspace(next);
  workspace?.free();
  workspace = fresh;
  options = next;
  lastSentRevision = null;
  note(workspace.writeAll(files).refused);
  for (const folder of folders) note(workspace.mkdir(folder).refused);
}

/** Takes changes in their order, neighbouring writes at once. */
function take(changes: readonly Change[]): void {
  let written = new Map<string, Contents | null>();
  const write = () => {
    if (written.size > 0 && workspace) note(workspace.writeAll(written).refused);
    written = new Map();
  };
  for (const change of changes) {
    if (change.type !== "write") write();
    switch (change.type) {
      case "write":
        unreadable.delete(change.path);
        if (!files.has(change.path)) structure++;
        files.set(change.path, change.contents);
        written.set(change.path, change.contents);
        break;
      case "folder":
        structure++;
        folders.add(change.path);
        if (workspace) note(workspace.mkdir(change.path).refused);
        break;
      case "remove":
        structure++;
        forget(change.path);
        workspace?.remove(change.path);
        break;
      case "clear":
        files.clear();
        folders.clear();
        if (options) open(options);
    }
  }
  write();
}

/** A file, or a folder with all below it. */
function forget(path: string): void {
  if (files.delete(path)) return;
  for (const all of [files, folders]) for (const one of all.keys()) if (one === path || one.startsWith(`${path}/`)) all.delete(one);
}

function note(more: readonly RefusedPath[]): void {
  for (const one of more) refused.push(one);
}

// ---- contents on demand --------------------------------------------------------------------------------------------

let arrived: (() => void) | undefined;

/** Has the page send the contents of these files, and waits for them. */
async function read(paths: readonly string[]): Promise<void> {
  const wanted = paths.filter((path) => files.get(path) === null && !unreadable.has(path));
  if (wanted.length === 0) return;
  post({ type: "wanted", paths: wanted });
  await new Promise<void>((resolve) => (arrived = resolve));
}

function receive(contents: [string, Contents | null][]): void {
  const readable = new Map<string, Contents>();
  for (const [path, content] of contents) {
    if (content === null) unreadable.add(path);
    else readable.set(path, content);
  }
  for (const [path, content] of readable) files.set(path, content);
  workspace?.writeAll(readable);
}

/** Reads all files that the host would read; their contents can lead it to more. */
async function fulfil(): Promise<void> {
  for (;;) {
    const plan = workspace!.plan().filter((path) => !unreadable.has(path));
    if (plan.length === 0) return;
    await read(plan);
  }
}

// ---- rounds --------------------------------------------------------------------------------------------------------

/** Rows in a message: the page takes each message as a task of its own, and none may be long. */
const ROWS = 400;

async function round(next: HostOptions | null, questions: readonly Asked[]): Promise<void> {
  let wrongOptions: string | null = null;
  if (next) {
    try {
      open(next);
    } catch (error) {
      if (isTrap(error)) throw error;
      // The former workspace stays.
      wrongOptions = messageOf(error);
    }
  }
  if (workspace) {
    await fulfil();
    sendCatalog(workspace);
    for (const question of questions) await answer(question, workspace);
  }
  post({ type: "done", refused, wrongOptions });
  refused = [];
}

async function answer({ id, key, name, ask }: Asked, workspace: Workspace): Promise<void> {
  let answer: Questions[QuestionName]["answer"];
  try {
    answer = await (handlers[name] as Handler)(ask as never, { workspace, files, structure, read });
  } catch (error) {
    if (isTrap(error)) throw error;
    return post({ type: "wrong", id, key, message: messageOf(error) });
  }
  if (answers.has(key) && same(answers.get(key), answer)) return post({ type: "unchanged", id, key });
  answers.set(key, answer);
  post({ type: "answer", id, key, answer });
}

/** True when the module stopped in the midst of something, and is not to be trusted any more: traps, a full stack, no more memory. */
function isTrap(error: unknown): boolean {
  // Firefox has an error of its own for a stack that is full.
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError || (error as Error)?.name === "InternalError";
}

/** Sends the page the differences of the catalog. */
function sendCatalog(workspace: Workspace): void {
  if (workspace.revision === lastSentRevision) return;
  const catalog = workspace.catalog();
  const now = { ...catalog, skills: catalog.skills.map(row) };
  for (const section of SECTIONS) sendSection(section, now[section] as Rows[Section][]);
  lastSent = now;
  lastSentRevision = workspace.revision;
  post({ type: "catalog", host: catalog.host, edition: catalog.edition });
}

function sendSection<S extends Section>(section: S, rows: Rows[S][]): void {
  const former: readonly unknown[] = lastSent[section];
  const shorter = Math.min(former.length, rows.length);
  let start = 0;
  while (start < shorter && same(former[start], rows[start])) start++;
  let kept = 0;
  while (kept < shorter - start && same(former.at(-1 - kept), rows.at(-1 - kept))) kept++;
  const removed = former.length - start - kept;
  const changed = rows.slice(start, rows.length - kept);
  if (removed === 0 && changed.length === 0) return;
  for (let at = 0; at === 0 || at < changed.length; at += ROWS) {
    const splice = { section, at: start + at, removed: at === 0 ? removed : 0, rows: changed.slice(at, at + ROWS) };
    post({ type: "rows", splices: [splice as Splice] });
  }
}

function row({ interface: _interface, dependencies: _dependencies, policy: _policy, frontmatter, ...skill }: Skill): SkillRow {
  return { ...skill, label: frontmatter?.name ?? null, paths: frontmatter?.paths ?? [], argumentHint: frontmatter?.argumentHint ?? null };
}

// ---- messages ------------------------------------------------------------------------------------------------------

const loading = init().then(() => {
  cutOff();
  post({ type: "ready", hosts: hosts() });
});
loading.catch(fail);

/** Rounds wait for the module and for one another; contents are what a round waits for. */
let last: Promise<void> = loading;

addEventListener("messageerror", () => fail("a message of the page could not be read"));

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "alive?") return post({ type: "alive" });
  if (data.type === "contents") {
    receive(data.files);
    if (data.last) arrived?.();
    return;
  }
  last = last.then(() => (data.type === "changes" ? take(data.changes) : round(data.options, data.questions)));
  last.catch(fail);
});

function post(message: FromWorker): void {
  postMessage(message);
}

function fail(error: unknown): void {
  post({ type: "failed", message: messageOf(error) });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
