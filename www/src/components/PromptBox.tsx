import { EditorView } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { completeNames, markMentions, promptState } from "../editor/prompt.ts";
import type { Mention } from "../host.ts";
import { prompt } from "../store.ts";
import { offered, sigils } from "../turn.ts";

const NAMES = { sigils: () => sigils.value ?? [], skills: () => offered.value ?? [] };

export function PromptBox({ mentions }: { mentions: readonly Mention[] }) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);

  useLayoutEffect(() => {
    const view = new EditorView({ parent: place.current!, state: promptState(prompt.peek(), (text) => (prompt.value = text)) });
    editor.current = view;
    void completeNames(view, NAMES);
    return () => view.destroy();
  }, []);

  const text = prompt.value;
  useLayoutEffect(() => {
    const view = editor.current;
    // Only a prompt that was set from elsewhere differs from what is typed.
    if (!view || view.state.doc.toString() === text) return;
    view.setState(promptState(text, (next) => (prompt.value = next)));
    void completeNames(view, NAMES);
  }, [text]);

  useEffect(() => {
    if (editor.current) markMentions(editor.current, mentions);
  }, [mentions]);

  return <div class="prompt" ref={place} />;
}
