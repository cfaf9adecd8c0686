import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Editor } from "../editor/Editor.tsx";
import { FilesPane } from "../files/FilesPane.tsx";
import { takeEarlier } from "../files/open/earlier.ts";
import type { Take } from "../files/open/import.ts";
import { importDropped } from "../files/open/import.ts";
import { takeLogs } from "../files/open/logs.ts";
import { Progress } from "../files/open/Progress.tsx";
import { onPaste } from "../files/open/paste.ts";
import { t } from "../i18n/index.ts";
import { embedding, readOnly } from "../lib/embedding.ts";
import type { Pane } from "../state/selection.ts";
import { pane } from "../state/selection.ts";
import { Announcer } from "./Announcer.tsx";
import { EmbeddedHeader } from "./EmbeddedHeader.tsx";
import { Header } from "./Header.tsx";
import { HostPane } from "./HostPane.tsx";
import { keepKeyboard } from "./kept-keyboard.ts";
import { NoticeBar } from "./NoticeBar.tsx";
import { Stopped } from "./Stopped.tsx";
import { keepTypingInSight } from "./typing-in-sight.ts";

const PANES: readonly Pane[] = ["files", "editor", "host"];

export function App() {
  const dropping = usePageDrop();
  useQuietSave();
  usePagePaste();
  useVisibleFocus();
  useEffect(() => keepKeyboard(document.getElementById("app")!), []);
  useEffect(keepTypingInSight, []);
  const { page: texts, changes, open } = t.value;
  return (
    <>
      <a class="skip" href="#files" onClick={() => (pane.value = "files")}>
        {texts.skipToFiles}
      </a>
      <a class="skip" href="#editor" onClick={() => (pane.value = "editor")}>
        {texts.skipToEditor}
      </a>
      <a class="skip" href="#host" onClick={() => (pane.value = "host")}>
        {texts.skipToHost}
      </a>
      {embedding ? <EmbeddedHeader /> : <Header />}
      <Stopped />
      <Progress />
      <NoticeBar />
      <main data-pane={pane.value}>
        <FilesPane />
        <Editor />
        <HostPane />
      </main>
      <nav class="panes" aria-label={texts.panes}>
        {PANES.map((name) => (
          <button key={name} type="button" aria-current={name === pane.value} onClick={() => (pane.value = name)}>
            {texts[name]}
          </button>
        ))}
      </nav>
      <Announcer />
      {dropping && (
        <div class="drop-target" aria-hidden="true">
          <p>{{ workspace: texts.drop, earlier: changes.trees.drop, logs: open.dropLogs }[dropping]}</p>
        </div>
      )}
    </>
  );
}

/**
 * How dropped files are imported, by the part of the page on which the visitor drops them. An
 * element's attribute `data-drop` names the part. Elements without this attribute belong to the
 * part `workspace`. Undefined means the usual import into the workspace.
 */
const TAKE: Readonly<Record<DropPlace, Take | undefined>> = { workspace: undefined, earlier: takeEarlier, logs: takeLogs };

type DropPlace = "workspace" | "earlier" | "logs";

/**
 * Imports files that are dropped anywhere on the page. While files are dragged over the page,
 * returns the place under the pointer; otherwise null.
 */
function usePageDrop(): DropPlace | null {
  const [dropping, setDropping] = useState<DropPlace | null>(null);
  useEffect(() => {
    // Each element that is crossed causes an enter and a leave. Only the difference of the two shows whether the drag is over the page.
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const placeOf = ({ target }: DragEvent): DropPlace => {
      const named = target instanceof Element ? target.closest<HTMLElement>("[data-drop]")?.dataset.drop : undefined;
      return named === "earlier" || named === "logs" ? named : "workspace";
    };
    const enter = (event: DragEvent) => {
      if (hasFiles(event) && !readOnly && ++depth > 0) setDropping(placeOf(event));
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setDropping(null);
    };
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      depth = 0;
      setDropping(null);
      if (!readOnly) void importDropped(event.dataTransfer, TAKE[placeOf(event)]);
    };
    const handlers = { dragenter: enter, dragleave: leave, dragover: over, drop } as const;
    // The listeners capture, so that an editor below does not insert the file's text.
    for (const [type, handler] of Object.entries(handlers)) document.addEventListener(type, handler as EventListener, true);
    return () => {
      for (const [type, handler] of Object.entries(handlers)) document.removeEventListener(type, handler as EventListener, true);
    };
  }, []);
  return dropping;
}

function usePagePaste(): void {
  useEffect(() => {
    if (readOnly) return;
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
}

/**
 * Moves the keyboard focus to the pane that appears on a narrow screen. Otherwise the focus could
 * stay in the pane that disappears.
 */
function useVisibleFocus(): void {
  const shown = pane.value;
  // This happens before the browser paints, because a hidden element then loses the focus.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused.closest("main") && !focused.checkVisibility()) document.getElementById(shown)?.focus();
  }, [shown]);
}

/**
 * Stops the shortcut for saving from opening the browser's dialog. The page saves every change
 * without a command.
 */
function useQuietSave(): void {
  useEffect(() => {
    const quiet = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") event.preventDefault();
    };
    document.addEventListener("keydown", quiet);
    return () => document.removeEventListener("keydown", quiet);
  }, []);
}
