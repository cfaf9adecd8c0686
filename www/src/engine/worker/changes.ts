/** This module compares the editions of a host, and compares an earlier tree with the workspace. */
import type { Changelog, HostDiff, HostId, Since } from "skillglass";
import { changelog, diffTrees, hosts, Workspace } from "skillglass";
import { isSkillFile } from "../../lib/paths.ts";
import type { Contents } from "../../lib/text.ts";
import type { ChangelogAsk, EarlierPaths, EditionsAsk, SinceAsk, TreesAnswer, TreesAsk } from "../protocol/changes.ts";
import type { Engine } from "./engine.ts";
import { keyOf, memo, readForHosts, readForRules } from "./memo.ts";
import { Wanted } from "./wanted.ts";

export function editions({ from, to }: EditionsAsk, engine: Engine): HostDiff {
  readForHosts(engine, [from, to]);
  return memo(engine.workspace, `editions ${keyOf([from, to])}`, () => engine.workspace.diff({ from, to }));
}

export function since({ skill, host }: SinceAsk, engine: Engine): Since | null {
  if (!engine.files.has(skill)) return null;
  const known = hosts().find((one) => one.host === host.host)?.editions ?? [];
  readForHosts(
    engine,
    known.map((edition) => ({ host: host.host, edition })),
  );
  return engine.workspace.since({ skill, host });
}

const changelogs = new Map<HostId, Changelog>();

/**
 * Returns the changes in a host's behaviour from edition to edition. The changes are the same for
 * all workspaces, so they are computed once.
 */
export function changelogOf({ host }: ChangelogAsk): Changelog {
  const found = changelogs.get(host) ?? changelog(host);
  changelogs.set(host, found);
  return found;
}

// ---- the earlier tree ----------------------------------------------------------------------------------------------

interface Earlier {
  id: number;
  files: Map<string, Contents | null>;
  folders: string[];
  unreadable: Set<string>;
  /**
   * The workspace that contains the earlier tree, with its options; null until the first
   * comparison.
   */
  opened: { workspace: Workspace; options: object } | null;
  /**
   * The keys of the hosts in which the earlier tree was already compared. A change of the options
   * removes all keys.
   */
  seen: Set<string>;
}

let earlier: Earlier | null = null;

/**
 * Stores the paths of the earlier tree, with which the visitor compares the workspace. Paths with
 * the same `id` as before are added to the stored tree. Paths with a new `id` begin a new tree.
 * Null removes the tree.
 */
export function takeEarlier(paths: EarlierPaths | null): null {
  if (paths === null || paths.id !== earlier?.id) {
    earlier?.opened?.workspace.free();
    earlier = paths && { id: paths.id, files: new Map(), folders: [], unreadable: new Set(), opened: null, seen: new Set() };
  }
  for (const path of paths?.files ?? []) earlier!.files.set(path, null);
  for (const path of paths?.folders ?? []) earlier!.folders.push(path);
  return null;
}

/**
 * Stores the contents of files in the earlier tree, with which the visitor compares the workspace.
 * The worker has requested these contents. Null means that a file cannot be read.
 */
export function takeEarlierContents(came: readonly [string, Contents | null][]): null {
  if (!earlier) return null;
  const readable = new Map<string, Contents>();
  for (const [path, contents] of came) {
    if (contents === null) earlier.unreadable.add(path);
    else readable.set(path, contents);
  }
  for (const [path, contents] of readable) earlier.files.set(path, contents);
  earlier.opened?.workspace.writeAll(readable);
  return null;
}

/**
 * Returns the workspace that contains the earlier tree. This workspace has the same options as the
 * current workspace.
 */
function openedOf(tree: Earlier, options: Engine["options"]): Workspace {
  if (tree.opened === null) {
    const workspace = new Workspace(options);
    workspace.writeAll(tree.files);
    for (const path of tree.folders) workspace.mkdir(path);
    tree.opened = { workspace, options };
  } else if (tree.opened.options !== options) {
    tree.opened.workspace.setOptions(options);
    tree.opened.options = options;
    tree.seen.clear();
  }
  return tree.opened.workspace;
}

function readEarlier({ files, unreadable }: Earlier, paths: readonly string[]): void {
  const wanted = paths.filter((path) => files.get(path) === null && !unreadable.has(path));
  if (wanted.length > 0) throw new Wanted([...new Set(wanted)], true);
}

/**
 * The maximum size of a comparison for which the worker compares all hosts in one answer. The size
 * is the number of skills times the number of hosts. For a larger comparison, the worker compares
 * one host in each answer, so that a keystroke waits for at most one host.
 */
const AT_ONCE = 600;

/**
 * Compares the earlier tree with the workspace. Returns null if the visitor has chosen another tree
 * in the meantime.
 */
export function trees({ earlier: id, hosts }: TreesAsk, engine: Engine): TreesAnswer | null {
  if (earlier?.id !== id) return null;
  readForHosts(engine, hosts);
  readForRules(engine, hosts);
  const base = openedOf(earlier, engine.options);
  readEarlier(earlier, [
    ...Array.from(earlier.files.keys()).filter(isSkillFile),
    ...base.plan({ hosts }),
    ...base.plan({ hosts, for: "lint" }),
  ]);
  const { workspace, files } = engine;
  const { seen } = earlier;
  const skills = Array.from(files.keys()).filter(isSkillFile).length;
  const fresh = hosts.filter((host) => !seen.has(keyOf([host])));
  const [next] = fresh;
  if (next && fresh.length > 1 && skills * hosts.length > AT_ONCE) {
    diffTrees(base, workspace, { hosts: [next] });
    seen.add(keyOf([next]));
    return { progress: 1 - (fresh.length - 1) / hosts.length, diff: null };
  }
  for (const host of hosts) seen.add(keyOf([host]));
  const diff = memo(workspace, `trees ${id} ${keyOf(hosts)}`, () => diffTrees(base, workspace, { hosts }));
  return { progress: null, diff };
}
