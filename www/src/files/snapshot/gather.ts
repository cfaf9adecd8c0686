/** This module collects the current workspace with the contents of all its files. */
import { computed } from "@preact/signals";
import type { Contents } from "../../lib/text.ts";
import { byteLength, isUnread } from "../../lib/text.ts";
import { contentsOf, edits, files, folders, paths } from "../../state/files.ts";
import { connectors, options } from "../../state/options.ts";
import { current, prompt, view } from "../../state/selection.ts";
import type { Workspace } from "../../state/workspace.ts";

export type Gathered = { kind: "whole"; workspace: Workspace; unreadable: number } | { kind: "too-large"; bytes: number };

/** The maximum number of files that are read at the same time. */
const AT_ONCE = 200;

/** A signal whose value is a new object whenever the workspace may have changed. */
export const changes = computed(() => ({
  of: [paths.value, edits.value, options.value, connectors.value, prompt.value, view.value, current.value],
}));

/**
 * Collects the files and settings of the workspace. If the files have more than `most` bytes,
 * returns only their size.
 */
export async function gather(most: number): Promise<Gathered> {
  let bytes = 0;
  for (const stored of [...files.values()]) {
    if (stored !== null) bytes += isUnread(stored) ? await stored.size().catch(() => 0) : byteLength(stored);
  }
  if (bytes > most) return { kind: "too-large", bytes };
  const read = new Map<string, Contents>();
  let unreadable = 0;
  const paths = [...files.keys()];
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const group = paths.slice(start, start + AT_ONCE);
    const contents = await Promise.all(group.map(contentsOf));
    group.forEach((path, index) => {
      const one = contents[index] ?? null;
      if (one === null) unreadable++;
      else read.set(path, one);
    });
  }
  const workspace = {
    files: read,
    folders: [...folders],
    options: options.value,
    connectors: connectors.value,
    prompt: prompt.value,
    view: view.value,
    current: current.value,
  };
  return { kind: "whole", workspace, unreadable };
}
