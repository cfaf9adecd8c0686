/**
 * This module has the actions on files and folders in the tree. After an action, a notice can undo
 * it.
 */
import { signal } from "@preact/signals";
import { readOnly } from "../../lib/embedding.ts";
import { base, isBelow, join, parent } from "../../lib/paths.ts";
import type { Entries } from "../../state/entries.ts";
import { renamed } from "../../state/entries.ts";
import { entriesAt, exchange, exists, files, move } from "../../state/files.ts";
import { notice } from "../../state/notice.ts";
import type { Said } from "../../state/said.ts";
import { current, openFile } from "../../state/selection.ts";

/** The path of the file or folder whose new name is being typed in the tree; null for none. */
export const renaming = signal<string | null>(null);
/**
 * The path of the row that should get the focus. Each request is a new object, so that the same row
 * can be requested again.
 */
export const focusWanted = signal<{ path: string } | null>(null);

export function isFolder(path: string): boolean {
  return !files.has(path);
}

/**
 * Returns the reason why the file or folder at `path` cannot get this name; undefined if it can.
 */
function objection(path: string, name: string): Said | undefined {
  if (name === "" || name === "." || name === "..") return ({ editor }) => editor.nameless;
  if (name.includes("/")) return ({ editor }) => editor.noSlash;
  if (name !== base(path) && exists(join(parent(path), name))) return ({ editor }) => editor.nameTaken(name);
  return undefined;
}

/**
 * Renames a file, or a folder with its contents. Resolves to the reason if the name is not
 * possible, otherwise to undefined.
 */
export async function rename(path: string, name: string): Promise<Said | undefined> {
  const to = join(parent(path), name);
  if (name === base(path)) return undefined;
  const against = objection(path, name);
  if (against) return against;
  const moving = move(path, to);
  // The field is already gone, however long the engine takes to accept the name.
  focusWanted.value = { path: to };
  const refused = await moving;
  if (refused) {
    focusWanted.value = { path };
    // The field that would show the reason is gone, so the notice shows it.
    notice.value = { text: refused.message, refused: [] };
    return undefined;
  }
  notice.value = {
    text: ({ editor }) => editor.renamed(path, to),
    refused: [],
    undo: () => {
      notice.value = null;
      void move(to, path);
    },
  };
  return undefined;
}

/** Copies a file or folder into the same folder, and lets the visitor type a name for the copy. */
export async function duplicate(path: string): Promise<void> {
  const to = freeName(path);
  const refused = await exchange(
    [],
    renamed(entriesAt(path), (one) => to + one.slice(path.length)),
    isFolder(path) ? undefined : to,
  );
  if (!refused) renaming.value = to;
}

/**
 * Returns a path in the same folder that does not exist yet. Adds `-2`, `-3` and so on to the name.
 */
function freeName(path: string): string {
  const name = base(path);
  const dot = isFolder(path) ? -1 : name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  for (let n = 2; ; n++) {
    const free = join(parent(path), `${stem}-${n}${ending}`);
    if (!exists(free)) return free;
  }
}

/**
 * Creates a file or folder in the folder at `path`, or beside the file at `path`. Lets the visitor
 * type its name.
 */
export async function createIn(path: string, kind: "file" | "folder"): Promise<void> {
  const wanted = join(isFolder(path) ? path : parent(path), kind === "file" ? "untitled.md" : "untitled");
  const created = exists(wanted) ? freeName(wanted) : wanted;
  const entries: Entries = kind === "file" ? { files: new Map([[created, ""]]), folders: [] } : { files: new Map(), folders: [created] };
  if (await exchange([], entries, kind === "file" ? created : undefined)) return;
  if (kind === "file") openFile(created);
  renaming.value = created;
}

/**
 * Removes a file, or a folder with its contents. Undoing the removal restores exactly these
 * entries.
 */
export function removeEntry(path: string): void {
  if (readOnly) return;
  const gone = entriesAt(path);
  const wasFile = files.has(path);
  const open = current.peek();
  void exchange([path], { files: new Map(), folders: [] });
  notice.value = {
    text: ({ notice }) => (wasFile ? notice.deletedFile(path) : notice.deletedFolder(path, gone.files.size)),
    refused: [],
    undo: () => {
      notice.value = null;
      void exchange([], gone, open && isBelow(open, path) ? open : undefined);
    },
  };
}
