import { EditorView } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { completeNames, markMentions, promptState } from "../editor/prompt.ts";
import type { Mention } from "../engine/protocol.ts";
import { prompt } from "../store.ts";
import { t } from "../texts/index.ts";
import { offered, sigils } from "../turn.ts";

const NAMES = { sigils: () => sigils.value ?? [], skills: () => offered.value ?? [] };

export function PromptBox({ mentions }: { mentions: readonly Mention[] }) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  /** The texts that the editor was made with. */
  const spoken = useRef(t.peek());

  useLayoutEffect(() => {
    const view = new EditorView({ parent: place.current!, state: promptState(prompt.peek(), (text) => (prompt.value = text)) });
    editor.current = view;
    void completeNames(view, NAMES);
    return () => view.destroy();
  }, []);

  const text = prompt.value;
  const texts = t.value;
  useLayoutEffect(() => {
    const view = editor.current;
    // Only a prompt that was set from elsewhere differs from what is typed.
    if (!view || (view.state.doc.toString() === text && spoken.current === texts)) return;
    spoken.current = texts;
    view.setState(promptState(text, (next) => (prompt.value = next)));
    void completeNames(view, NAMES);
  }, [text, texts]);

  useEffect(() => {
    if (editor.current) markMentions(editor.current, mentions);
  }, [mentions, texts]);

  return <div class="prompt" ref={place} />;
}
