/** This module replaces the whole workspace by another one, and restores an earlier one. */
import { batch } from "@preact/signals";
import type { RefusedPath } from "skillglass";
import type { Texts } from "../i18n/index.ts";
import type { Contents, Stored } from "../lib/text.ts";
import type { Change } from "./changes.ts";
import type { DiskMount } from "./disks.ts";
import { disks } from "./disks.ts";
import { files, folders, paths, store } from "./files.ts";
import type { HostOptions } from "./host-options.ts";
import type { Notice } from "./notice.ts";
import { notice } from "./notice.ts";
import { connectors, options, replaceOptions } from "./options.ts";
import type { Origin } from "./origin.ts";
import { origin } from "./origin.ts";
import { SAMPLE_CURRENT, SAMPLE_PROMPT, sample } from "./sample.ts";
import { current, goal, openView, pane, prompt, view } from "./selection.ts";

/** A whole workspace as it is stored in a link, in a zip, or in the browser's storage. */
export interface Workspace<C = Contents> {
  files: Map<string, C>;
  /** The folders that exist independently of files, such as empty folders. */
  folders: string[];
  options: HostOptions;
  /** The short names of connected apps. */
  connectors: string[];
  prompt: string;
  view: string;
  current: string | null;
}

/** The settings of a workspace: everything except files and folders. */
export type Settings = Omit<Workspace, "files" | "folders">;

/** A workspace that will replace the current one. Settings that are absent stay as they are. */
export type NextWorkspace = Pick<Workspace<Stored>, "files" | "folders" | "current"> & Partial<Settings> & { disks?: readonly DiskMount[] };

/**
 * Replaces the workspace, and shows the notice `said`. If `said` is null, shows a notice only if
 * the workspace refuses paths.
 */
export async function replace(next: NextWorkspace, from: Origin, said: (Pick<Notice, "text"> & Partial<Notice>) | null): Promise<void> {
  const first: Notice | null = said && { refused: [], undo: snapshot(true), ...said };
  const changes = clear(next.files, next.folders);
  batch(() => {
    origin.value = from;
    disks.value = next.disks ?? [];
    applySettings(next);
    paths.value++;
    current.value = next.current !== null && files.has(next.current) ? next.current : null;
    goal.value = null;
    notice.value = first;
  });
  const refused = (await store.send(changes)).filter(({ path }) => files.has(path) || folders.has(path));
  if (refused.length === 0) return;
  dropRefused(refused);
  const words = first ?? { text: ({ notice }: Texts) => notice.refused(refused.length), refused: [] };
  if (notice.value === first) notice.value = { ...words, refused: [...words.refused, ...refused] };
}

export function resetToSample(): void {
  const text = ({ notice }: Texts) => notice.sampleIsBack;
  void replace({ files: sample(), folders: [], prompt: SAMPLE_PROMPT, current: SAMPLE_CURRENT }, "sample", { text });
  pane.value = "files";
}

/**
 * Returns a function that restores the current files. With `withSettings`, it also restores the
 * current settings.
 */
export function snapshot(withSettings = false): () => void {
  const [wasFiles, wasFolders, wasCurrent, wasOrigin, wasDisks] = [new Map(files), [...folders], current.value, origin.value, disks.value];
  const settings = withSettings ? { options: options.value, connectors: connectors.value, prompt: prompt.value, view: view.value } : {};
  return () => {
    const changes = clear(wasFiles, wasFolders);
    batch(() => {
      origin.value = wasOrigin;
      disks.value = wasDisks;
      applySettings(settings);
      paths.value++;
      current.value = wasCurrent;
      notice.value = null;
    });
    void store.send(changes);
  };
}

/**
 * Replaces all files, and removes the connection to folders on disk. Returns the changes, which the
 * caller must send to the engine.
 */
export function clear(nextFiles: Iterable<readonly [string, Stored]>, nextFolders: Iterable<string> = []): Change[] {
  disks.value = [];
  return store.reset(nextFiles, nextFolders);
}

/** Removes the files and folders at paths that the workspace refused. */
export function dropRefused(refused: readonly RefusedPath[]): void {
  store.forget(refused.map(({ path }) => path));
  batch(() => {
    paths.value++;
    if (current.value !== null && !files.has(current.value)) current.value = null;
  });
}

function applySettings(settings: Partial<Settings>): void {
  if (settings.options) void replaceOptions(settings.options);
  if (settings.connectors) connectors.value = settings.connectors;
  if (settings.prompt !== undefined) prompt.value = settings.prompt;
  if (settings.view !== undefined) openView(settings.view);
}
