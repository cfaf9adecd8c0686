import { signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n/index.ts";
import { readOnly } from "../../lib/embedding.ts";
import { base } from "../../lib/paths.ts";
import type { Said } from "../../state/said.ts";
import { say } from "../../state/said.ts";
import { createIn, duplicate, focusWanted, removeEntry, rename, renaming } from "./verbs.ts";

/**
 * The path of the file or folder whose menu is open, and the menu's position on the screen; null if
 * no menu is open.
 */
const openMenu = signal<{ path: string; x: number; y: number } | null>(null);

/**
 * The time in milliseconds for which a finger must rest on a row to open its menu. Operating
 * systems use the same time.
 */
const LONG_PRESS = 500;

/**
 * Returns the event listeners that open a row's menu by a click with the right button or a long
 * touch.
 */
export function menuOpeners(path: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  return {
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      cancel();
      openAt(path, event.currentTarget as HTMLElement, event.button === 2 ? event : undefined);
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === "mouse") return;
      const row = event.currentTarget as HTMLElement;
      timer = setTimeout(() => openAt(path, row, event), LONG_PRESS);
    },
    onPointerUp: cancel,
    // Lifting the finger is not a tap on the row.
    onTouchEnd: (event: TouchEvent) => openMenu.peek()?.path === path && event.preventDefault(),
    onPointerCancel: cancel,
    onPointerMove: (event: PointerEvent) => {
      if (Math.abs(event.movementX) + Math.abs(event.movementY) > 3) cancel();
    },
  };
}

/**
 * Handles the keys that rename an entry of the tree or open the entry's menu. Returns true if the
 * pressed key was one of these.
 */
export function onTreeKey(event: KeyboardEvent, path: string): boolean {
  if (readOnly) return false;
  if (event.key === "F2") renaming.value = path;
  else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
    const row = (event.target as HTMLElement).closest<HTMLElement>("[role=treeitem]");
    if (row) openAt(path, row);
  } else return false;
  event.preventDefault();
  return true;
}

export function openAt(path: string, row: HTMLElement, point?: { clientX: number; clientY: number }): void {
  if (readOnly) return;
  const box = row.getBoundingClientRect();
  openMenu.value = { path, x: point?.clientX ?? box.left + 28, y: point?.clientY ?? box.bottom };
}

export function TreeMenu() {
  const menu = useRef<HTMLDivElement>(null);
  const at = openMenu.value;
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element || !at) return;
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(4, Math.min(at.x, innerWidth - width - 4))}px`;
    element.style.top = `${Math.max(4, Math.min(at.y, innerHeight - height - 4))}px`;
    element.querySelector("button")?.focus();
  }, [at]);
  if (!at) return null;
  const { path } = at;
  const texts = t.value.editor;
  const close = () => (openMenu.value = null);
  const items: [label: string, key: string, verb: () => void][] = [
    [texts.rename, "F2", () => (renaming.value = path)],
    [texts.duplicate, "", () => void duplicate(path)],
    [texts.newFileHere, "", () => void createIn(path, "file")],
    [texts.newFolderHere, "", () => void createIn(path, "folder")],
    [texts.delete, texts.deleteKey, () => removeEntry(path)],
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...menu.current!.querySelectorAll("button")];
    const focused = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: (focused + 1) % buttons.length, ArrowUp: focused - 1, Home: 0, End: -1 }[event.key];
    if (next !== undefined) buttons.at(next)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") {
      close();
      focusWanted.value = { path };
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={menu}
      class="tree-menu"
      role="menu"
      aria-label={texts.menuOf(base(path))}
      onKeyDown={onKeyDown}
      onFocusOut={(event) => !menu.current?.contains(event.relatedTarget as Node | null) && close()}
    >
      {items.map(([label, key, verb]) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            close();
            verb();
          }}
        >
          {label}
          {key !== "" && <kbd>{key}</kbd>}
        </button>
      ))}
    </div>
  );
}

/**
 * The field in which the visitor types a new name for a file or folder. While the visitor types,
 * the tree shows the field in place of the old name.
 */
export function NameField({ path }: { path: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [against, setAgainst] = useState<Said | null>(null);
  const texts = t.value;
  // This happens immediately, because otherwise keys typed directly after F2 would be lost.
  useLayoutEffect(() => {
    const name = base(path);
    field.current?.focus();
    field.current?.setSelectionRange(0, name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length);
  }, [path]);
  const done = () => {
    renaming.value = null;
    focusWanted.value = { path };
  };
  const submit = async (name: string) => {
    const said = await rename(path, name);
    if (said) setAgainst(() => said);
    else if (renaming.peek() === path) renaming.value = null;
  };
  return (
    <span class="name-field">
      <input
        ref={field}
        type="text"
        spellcheck={false}
        defaultValue={base(path)}
        aria-label={texts.editor.newNameOf(base(path))}
        aria-invalid={against !== null}
        aria-describedby="name-objection"
        onClick={(event) => event.stopPropagation()}
        onInput={() => setAgainst(null)}
        onBlur={() => renaming.peek() === path && (renaming.value = null)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") done();
          else if (event.key === "Enter" && event.currentTarget.value === base(path)) done();
          else if (event.key === "Enter") void submit(event.currentTarget.value.trim());
        }}
      />
      <span id="name-objection" class="objection" role="alert">
        {against !== null && say(against, texts)}
      </span>
    </span>
  );
}
