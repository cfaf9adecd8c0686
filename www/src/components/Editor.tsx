import { EditorView } from "@codemirror/view";
import type { EditorState } from "@codemirror/state";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { blankState, filePath, fileState, highlight, markErrors, reveal } from "../editor/file.ts";
import { base, parent } from "../paths.ts";
import { catalog, current, edit, files, goal, paths } from "../store.ts";
import { show, size } from "../text.ts";
import type { Contents } from "../text.ts";

export function Editor() {
  void paths.value;
  const path = current.value;
  const contents = path === null ? undefined : files.get(path);
  return (
    <section id="editor" class="pane editor" aria-labelledby="editor-heading" tabIndex={-1}>
      <div class="pane-head">
        <h2 id="editor-heading" title={path ?? undefined}>
          {path === null ? "Editor" : <><span class="folder-path">{parent(path)}/</span><span>{base(path)}</span></>}
        </h2>
        {path !== null && <Fate path={path} />}
      </div>
      <p id="editor-help" class="unseen">Tab indents. Press Escape, then Tab, to leave the editor.</p>
      {path === null || contents === undefined
        ? <p class="empty">Choose a file on the left, or drop a folder or a zip anywhere on this page.</p>
        : <Body path={path} contents={contents} />}
    </section>
  );
}

/** What became of the open file, in a few words. */
function Fate({ path }: { path: string }) {
  const found = catalog.value;
  const skill = found?.skills.find((one) => one.path === path);
  if (skill) return <span class={`fate ${skill.active ? "loaded" : "left-out"}`}>{skill.scope} {skill.kind === "command" ? "command" : "skill"}{!skill.active && ", waits"}</span>;
  if (found?.errors.some((one) => one.path === path)) return <span class="fate error">not loaded</span>;
  if (found?.leftOut.some((one) => one.path === path)) return <span class="fate left-out">left out</span>;
  return null;
}

function Body({ path, contents }: { path: string; contents: Contents }) {
  const shown = show(contents);
  if (shown.kind === "binary") return <p class="empty">A binary file of {size(shown.bytes)}. The host gets its bytes; there is nothing to edit.</p>;
  if (shown.kind === "large") return <p class="empty">A file of {size(shown.bytes)}: too large to edit here. The host gets all of it.</p>;
  return (
    <>
      <Trouble path={path} />
      {shown.kind === "invalid" && (
        <p class="banner error">This file is not valid UTF-8. It is shown with � for what cannot be read, and cannot be edited here.</p>
      )}
      <Text path={path} text={shown.text} editable={shown.kind === "text"} />
    </>
  );
}

/** Why the open file is no skill, above its text. */
function Trouble({ path }: { path: string }) {
  const found = catalog.value;
  const error = found?.errors.find((one) => one.path === path);
  const left = found?.leftOut.find((one) => one.path === path);
  if (!error && !left) return null;
  return (
    <p class={`banner ${error ? "error" : "left-out"}`}>
      {error ? <><strong class="exact">{error.message}</strong> {error.help}</> : <><strong>{left!.message}</strong> {left!.help}</>}
    </p>
  );
}

/** States of files that were open before, with their undo history. */
const remembered = new Map<string, EditorState>();
const REMEMBERED = 20;

function Text({ path, text, editable }: { path: string; text: string; editable: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);

  useLayoutEffect(() => {
    const view = new EditorView({ parent: place.current!, state: blankState() });
    editor.current = view;
    return () => {
      remember(view.state);
      view.destroy();
    };
  }, []);

  const changes = paths.value;
  useLayoutEffect(() => {
    const view = editor.current;
    if (!view || holds(view.state, path, text)) return;
    remember(view.state);
    const former = remembered.get(path);
    view.setState(former && holds(former, path, text) ? former : fileState({ path, text, editable, changed: edit }));
    void highlight(view, path);
  }, [path, text, editable, changes]);

  const errors = catalog.value?.errors;
  useEffect(() => {
    if (editor.current && errors) markErrors(editor.current, errors.filter((error) => error.path === path));
  }, [errors, path]);

  const wanted = goal.value;
  useEffect(() => {
    if (editor.current && wanted?.path === path) reveal(editor.current, wanted);
  }, [wanted, path]);

  return <div class="code" ref={place} />;
}

function holds(state: EditorState, path: string, text: string): boolean {
  return state.facet(filePath) === path && state.sliceDoc() === text;
}

function remember(state: EditorState): void {
  const path = state.facet(filePath);
  if (path === "") return;
  remembered.delete(path);
  remembered.set(path, state);
  const [oldest] = remembered.keys();
  if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}
