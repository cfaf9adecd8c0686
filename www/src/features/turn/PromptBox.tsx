import { EditorView } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Mention } from "skillglass";
import { arrived } from "../../engine/client.ts";
import { t } from "../../i18n/index.ts";
import { prompt } from "../../state/selection.ts";
import { completeNames, markMentions, promptState, replace, reword } from "./prompt-editor.ts";
import { names } from "./turn.ts";

/**
 * The pause in typing, in milliseconds, after which a screen reader announces how many mentions
 * select a skill.
 */
const PAUSE = 800;

export function PromptBox({ mentions }: { mentions: readonly Mention[] }) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);

  useLayoutEffect(() => {
    const view = new EditorView({ parent: place.current!, state: promptState(prompt.peek(), (text) => (prompt.value = text)) });
    editor.current = view;
    void completeNames(view, () => arrived(names));
    return () => view.destroy();
  }, []);

  const text = prompt.value;
  useLayoutEffect(() => {
    // The prompt differs from the typed text only if it was set from elsewhere.
    if (editor.current && editor.current.state.doc.toString() !== text) replace(editor.current, text);
  }, [text]);

  const texts = t.value;
  useEffect(() => {
    if (editor.current) reword(editor.current, texts);
  }, [texts]);

  useEffect(() => {
    if (editor.current) markMentions(editor.current, mentions);
  }, [mentions]);

  // The names are read here, so that they are available when the visitor begins to type a name.
  void names.value;
  return (
    <>
      <div class="prompt" ref={place} />
      <Said mentions={mentions} />
    </>
  );
}

function Said({ mentions }: { mentions: readonly Mention[] }) {
  const texts = t.value.editor;
  const selected = mentions.filter(({ outcome }) => outcome.status === "selected").length;
  const now = mentions.length > 0 ? texts.mentions(selected, mentions.length - selected) : "";
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(now), PAUSE);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <p class="unseen" aria-live="polite">
      {said}
    </p>
  );
}
