import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { catalog } from "../engine/client.ts";
import { t } from "../i18n/index.ts";
import { readOnly } from "../lib/embedding.ts";
import { base, parent } from "../lib/paths.ts";
import type { Contents } from "../lib/text.ts";
import { isUnread, show } from "../lib/text.ts";
import { contentsOf, edit, files, paths } from "../state/files.ts";
import { current, goal } from "../state/selection.ts";
import { EditorStatus } from "./EditorStatus.tsx";
import { found as foundIn } from "./open-problems.ts";
import { markProblems } from "./problems.ts";
import { mountView, reveal, reword, showFile, unmountView } from "./states.ts";
import { follow } from "./status.ts";
import { viewOf } from "./view.ts";
import "./editor.css";
import { visible } from "../lib/visible.ts";

export function Editor() {
  const path = current.value;
  const texts = t.value.editor;
  return (
    <section id="editor" class="pane editor" aria-labelledby="editor-heading" tabIndex={-1}>
      <div class="pane-head">
        <h2 id="editor-heading" title={path ?? undefined}>
          {path === null ? (
            texts.heading
          ) : (
            <>
              <span class="folder-path">{visible(parent(path))}/</span>
              <span>{visible(base(path))}</span>
            </>
          )}
        </h2>
        {path !== null && <Fate path={path} />}
      </div>
      <p id="editor-help" class="unseen">
        {texts.help}
      </p>
      <Opened path={path} />
    </section>
  );
}

/**
 * The editor of the open file. Reads the file's contents first if the page has not read them yet.
 */
function Opened({ path }: { path: string | null }) {
  void paths.value;
  const texts = t.value.editor;
  const stored = path === null ? undefined : files.get(path);
  const unread = stored !== undefined && isUnread(stored);
  useEffect(() => {
    if (unread && path !== null) void contentsOf(path);
  }, [unread, path]);
  if (path === null || stored === undefined) return <p class="empty">{texts.empty}</p>;
  if (stored === null) return <p class="empty">{texts.unreadable}</p>;
  return isUnread(stored) ? <p class="empty">{texts.reading}</p> : <Body path={path} contents={stored} />;
}

/** A label that states in a few words whether the chosen host loads the open file. */
function Fate({ path }: { path: string }) {
  const found = catalog.value;
  const texts = t.value.editor;
  const skill = found?.skills.find((one) => one.path === path);
  if (skill) {
    const what = skill.kind === "command" ? texts.command(skill.scope) : texts.skill(skill.scope);
    const said = !skill.enabled ? texts.disabled(what) : skill.active ? what : texts.waits(what);
    return <span class={`fate ${skill.enabled && skill.active ? "loaded" : "left-out"}`}>{said}</span>;
  }
  if (found?.errors.some((one) => one.path === path)) return <span class="fate error">{texts.notLoaded}</span>;
  if (found?.leftOut.some((one) => one.path === path)) return <span class="fate left-out">{texts.leftOut}</span>;
  return null;
}

function Body({ path, contents }: { path: string; contents: Contents }) {
  const shown = show(contents);
  const { editor: texts, figures } = t.value;
  if (shown.kind === "binary") return <p class="empty">{texts.binary(figures.size(shown.bytes))}</p>;
  if (shown.kind === "large") return <p class="empty">{texts.large(figures.size(shown.bytes))}</p>;
  return (
    <>
      <Trouble path={path} />
      {shown.kind === "invalid" && <p class="banner error">{texts.invalid}</p>}
      <Text path={path} text={shown.text} editable={shown.kind === "text" && !readOnly} />
      <EditorStatus path={path} />
    </>
  );
}

/**
 * The banner above the editor that explains why the chosen host does not load the open file as a
 * skill.
 */
function Trouble({ path }: { path: string }) {
  const found = catalog.value;
  const error = found?.errors.find((one) => one.path === path);
  const left = found?.leftOut.find((one) => one.path === path);
  if (!error && !left) return null;
  return (
    <p class={`banner ${error ? "error" : "left-out"}`}>
      {error ? (
        <>
          <strong class="exact">{error.message}</strong> {error.help}
        </>
      ) : (
        <>
          <strong>{left!.message}</strong> {left!.help}
        </>
      )}
    </p>
  );
}

function Text({ path, text, editable }: { path: string; text: string; editable: boolean }) {
  const place = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    mountView(place.current!, { changed: edit, moved: follow });
    return unmountView;
  }, []);

  const changes = paths.value;
  useLayoutEffect(() => showFile(path, text, editable), [path, text, editable, changes]);

  const texts = t.value;
  useEffect(() => reword(), [texts]);

  const found = foundIn.value;
  // This happens before the next key, because the key may be meant for the marked problems.
  useLayoutEffect(() => {
    const view = viewOf(path);
    if (view && found) markProblems(view, found);
  }, [found, path, texts]);

  const wanted = goal.value;
  // This happens before the next key is pressed. Later, it would take the focus from a visitor who
  // has already moved on.
  useLayoutEffect(() => {
    if (wanted?.path === path) reveal(wanted);
  }, [wanted, path]);

  return <div class="code" ref={place} />;
}
