/**
 * This module is the web worker that runs the engine, which is the package `skillglass`. No other
 * module runs the engine. The worker has one workspace, and adds methods for the page to the
 * methods of this workspace.
 */
import type { RefusedPath, Skill, Workspace, WorkspaceOptions } from "skillglass";
import init, { hosts, load, Workspace as ServedWorkspace } from "skillglass";
import type { OwnMethods } from "skillglass/worker/serve";
import { serve } from "skillglass/worker/serve";
import { cutOff } from "../../lib/no-network.ts";
import { same } from "../../lib/same.ts";
import type { Contents } from "../../lib/text.ts";
import type { Change } from "../../state/changes.ts";
import { OPTIONS } from "../../state/defaults.ts";
import type { HostOptions } from "../../state/host-options.ts";
import type { Rows, Section, SkillRow } from "../protocol/catalog.ts";
import { SECTIONS } from "../protocol/catalog.ts";
import type { CatalogPart, Methods, Outcome, Splice } from "../protocol/methods.ts";
import type { Asked } from "../protocol/questions.ts";
import type { Handler } from "./answers.ts";
import { handlers } from "./answers.ts";
import { takeEarlier, takeEarlierContents } from "./changes.ts";
import { forgetAnswers } from "./memo.ts";
import { Wanted } from "./wanted.ts";

// ---- files ---------------------------------------------------------------------------------------------------------

const files = new Map<string, Contents | null>();
/** A number that increases whenever a path is added or removed. */
let structure = 0;
/**
 * The paths of requested files that could not be read. A file is requested again only after it has
 * been written.
 */
const unreadable = new Set<string>();

/**
 * Applies changes of files, in the order of the list. Passes consecutive writes to the workspace in
 * one call.
 */
function change(workspace: Workspace, changes: readonly Change[]): RefusedPath[] {
  const refused: RefusedPath[] = [];
  let written = new Map<string, Contents | null>();
  const write = () => {
    if (written.size > 0) for (const one of workspace.writeAll(written).refused) refused.push(one);
    written = new Map();
  };
  for (const change of changes) {
    if (change.type !== "write") {
      write();
      structure++;
    }
    switch (change.type) {
      case "write":
        unreadable.delete(change.path);
        if (!files.has(change.path)) structure++;
        files.set(change.path, change.contents);
        written.set(change.path, change.contents);
        break;
      case "folder":
        refused.push(...workspace.mkdir(change.path).refused);
        break;
      case "remove":
        if (!files.delete(change.path)) for (const path of files.keys()) if (path.startsWith(`${change.path}/`)) files.delete(path);
        workspace.remove(change.path);
        break;
      case "clear":
        files.clear();
        for (const { path } of workspace.catalog().refused) workspace.remove(path);
        workspace.remove("/");
    }
  }
  write();
  return refused;
}

function contents(workspace: Workspace, came: readonly [string, Contents | null][]): null {
  const readable = new Map<string, Contents>();
  for (const [path, content] of came) {
    if (content === null) unreadable.add(path);
    else readable.set(path, content);
  }
  for (const [path, content] of readable) files.set(path, content);
  workspace.writeAll(readable);
  return null;
}

function read(paths: readonly string[]): void {
  const wanted = paths.filter((path) => files.get(path) === null && !unreadable.has(path));
  if (wanted.length > 0) throw new Wanted(wanted);
}

// ---- options -------------------------------------------------------------------------------------------------------

/**
 * Null for each host option. Options of an earlier workspace are reset in this way if the new
 * options do not contain them.
 */
const UNSET: Record<HostOption, null> = {
  variables: null,
  plugins: null,
  codex: null,
  claudeCode: null,
  opencode: null,
  pi: null,
  cline: null,
  copilotCli: null,
  openclaw: null,
  claudeAi: null,
  vscode: null,
  standard: null,
  geminiCli: null,
  kilo: null,
  googleAdk: null,
  strandsAgents: null,
  agno: null,
  qwenCode: null,
  deepAgents: null,
  openaiAgents: null,
  agentFramework: null,
};

type HostOption = Exclude<keyof WorkspaceOptions, "host" | "edition" | "cwd" | "home" | "contextWindow" | "touched">;

let current: WorkspaceOptions = { ...UNSET, ...OPTIONS };

function setOptions(workspace: Workspace, options: HostOptions): null {
  const next = { ...UNSET, ...options };
  workspace.setOptions(next);
  current = next;
  forgetAnswers();
  lastSentRevision = null;
  return null;
}

// ---- the catalog ---------------------------------------------------------------------------------------------------

/**
 * The catalog that was last sent to the page. `lastSentRevision` is the revision of the workspace
 * from which it was computed.
 */
let lastSent: { [S in Section]: Rows[S][] } = { skills: [], errors: [], leftOut: [], ignored: [], roots: [], refused: [] };
let lastSentRevision: number | null = null;
/** The differences of the catalog that have not been sent to the page yet. */
let splices: Splice[] = [];

/**
 * The maximum number of catalog rows in one message. The page processes each message in one task,
 * and long tasks block the page.
 */
const ROWS = 400;

let isFirstCatalog = true;

function catalog(workspace: Workspace): CatalogPart | null {
  // These are all files that the host would read. Their contents can lead the host to further files.
  read(workspace.plan());
  // The first view needs only the chosen host. All other parts are loaded afterwards.
  if (isFirstCatalog) setTimeout(() => void loadRest());
  isFirstCatalog = false;
  if (workspace.revision === lastSentRevision && splices.length === 0) return null;
  const catalog = workspace.catalog();
  if (workspace.revision !== lastSentRevision) {
    const now = { ...catalog, skills: catalog.skills.map(row) };
    splices = SECTIONS.flatMap((section) => differences(section, now[section] as Rows[Section][]));
    lastSent = now;
    lastSentRevision = workspace.revision;
  }
  const part: Splice[] = [];
  for (let rows = 0; splices.length > 0 && rows < ROWS; rows += part.at(-1)!.rows.length) part.push(splices.shift()!);
  return { host: catalog.host, edition: catalog.edition, splices: part, more: splices.length > 0 };
}

function differences<S extends Section>(section: S, rows: Rows[S][]): Splice[] {
  const former: readonly unknown[] = lastSent[section];
  const shorter = Math.min(former.length, rows.length);
  let start = 0;
  while (start < shorter && same(former[start], rows[start])) start++;
  let kept = 0;
  while (kept < shorter - start && same(former.at(-1 - kept), rows.at(-1 - kept))) kept++;
  const removed = former.length - start - kept;
  const changed = rows.slice(start, rows.length - kept);
  const found: Splice[] = [];
  if (removed === 0 && changed.length === 0) return found;
  for (let at = 0; at === 0 || at < changed.length; at += ROWS)
    found.push({ section, at: start + at, removed: at === 0 ? removed : 0, rows: changed.slice(at, at + ROWS) } as Splice);
  return found;
}

function row({ interface: _interface, dependencies: _dependencies, policy: _policy, frontmatter, ...skill }: Skill): SkillRow {
  return { ...skill, label: frontmatter?.name ?? null, paths: frontmatter?.paths ?? [], argumentHint: frontmatter?.argumentHint ?? null };
}

// ---- questions -----------------------------------------------------------------------------------------------------

/** The last answer that was sent to the page for each kind of question. */
const answers = new Map<string, unknown>();

function answer(workspace: Workspace, { key, name, ask }: Asked): ReturnType<Methods["answer"]> {
  const value = (handlers[name] as Handler)(ask as never, { workspace, options: current, files, structure, read });
  if (answers.has(key) && same(answers.get(key), value)) return {};
  answers.set(key, value);
  return { value };
}

// ---- the worker ----------------------------------------------------------------------------------------------------

const methods: { [M in keyof Methods]: (workspace: Workspace, ...values: Parameters<Methods[M]>) => ReturnType<Methods[M]> } = {
  change,
  contents,
  takeEarlier: (_, paths) => takeEarlier(paths),
  takeEarlierContents: (_, came) => takeEarlierContents(came),
  setOptions,
  catalog,
  answer,
};

/**
 * Returns a function that calls a method of the worker. The function returns the method's result,
 * or the list of files whose contents the method needs first.
 */
function outcomeOf(method: (workspace: Workspace, ...values: never[]) => unknown) {
  return (workspace: Workspace, ...values: never[]): Outcome<unknown> => {
    try {
      return { result: method(workspace, ...values) };
    } catch (error) {
      if (error instanceof Wanted) return { wanted: error.paths, isEarlier: error.isEarlier };
      throw error;
    }
  };
}

addEventListener("messageerror", () => {
  throw new Error("a message of the page could not be read");
});

/**
 * The first and the longest pause in milliseconds before missing parts of the engine are requested
 * again.
 */
const PAUSES = { first: 2_000, longest: 60_000 };

/**
 * Loads all missing parts of the engine, beginning with the parts for lint. Afterwards, blocks the
 * network for this worker, which no longer needs it.
 */
async function loadRest(): Promise<void> {
  const usual = hosts().flatMap(({ host, usual }) => (usual ? host : []));
  for (let pause = PAUSES.first; ; pause = Math.min(2 * pause, PAUSES.longest)) {
    try {
      await load("lint", "safety", "locks", ...usual);
      await init();
      return cutOff();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

const module = { default: init, load, Workspace: ServedWorkspace, hosts };
const own: OwnMethods = Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, outcomeOf(method)]));
serve(module, undefined, own);
