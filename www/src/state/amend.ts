/** This module changes several files in one step, which the visitor can undo. */
import { batch } from "@preact/signals";
import { readOnly } from "../lib/embedding.ts";
import type { Stored } from "../lib/text.ts";
import { exchange, files, move, store } from "./files.ts";
import { notice } from "./notice.ts";
import { origin } from "./origin.ts";
import type { Said } from "./said.ts";

/** New texts of files, and renames of files, which are applied in one step. */
export interface Amendment {
  files: readonly { path: string; text: string }[];
  /** The renames of files and folders. They are made after the texts are written. */
  renames: readonly { from: string; to: string }[];
}

/**
 * Changes files, and shows a notice with a button that undoes the change. Does nothing in a
 * read-only page.
 */
export function amend(amendment: Amendment, text: Said): void {
  if (readOnly) return;
  const former = amendment.files.flatMap(({ path }): [string, Stored][] => {
    const stored = files.get(path);
    return stored === undefined ? [] : [[path, stored]];
  });
  const added = amendment.files.flatMap(({ path }) => (files.has(path) ? [] : path));
  origin.value = null;
  const undo = () =>
    batch(() => {
      for (const { from, to } of amendment.renames.toReversed()) void move(to, from);
      store.overwrite(former);
      if (added.length > 0) void exchange(added, { files: new Map(), folders: [] });
      notice.value = null;
    });
  batch(() => {
    store.overwrite(amendment.files.map(({ path, text }): [string, Stored] => [path, text]));
    for (const { from, to } of amendment.renames) void move(from, to);
    notice.value = { text, refused: [], undo };
  });
}
