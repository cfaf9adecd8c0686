import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Message } from "../host.ts";
import { byteLength, count, size } from "../text.ts";

/** Lines in a block; blocks out of view are not laid out, which keeps a listing of thousands of skills light. */
const BLOCK = 40;

/** One message as the model gets it. */
export function MessageCard({ message: { role, text, hidden, callId }, title }: { message: Message; title: string }) {
  const tags = (
    <>
      <span class="tag">{role}</span>
      {hidden && <span class="tag" title="The model gets it; the user is not shown it">hidden</span>}
      {callId !== null && <span class="tag">call {callId}</span>}
    </>
  );
  return <TextCard title={title} tags={tags} text={text} label="Text of the message" />;
}

/** An exact text with its size. */
export function TextCard({ title, tags, text, label }: { title: string; tags: ComponentChildren; text: string; label: string }) {
  const bytes = useMemo(() => byteLength(text), [text]);
  return (
    <article class="message">
      <header>
        <h4>{title}</h4>
        {tags}
        <span class="figures">{count([...text].length)} characters, {size(bytes)}</span>
        <CopyButton text={text} />
      </header>
      <MessageText text={text} label={label} />
    </article>
  );
}

export function MessageText({ text, label }: { text: string; label: string }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <pre tabIndex={0} aria-label={label}>
      {blocks.length > 1 ? blocks.map((block, index) => <span key={index} class="block">{block}</span>) : text}
    </pre>
  );
}

function blocksOf(text: string): string[] {
  const lines = text.split(/(?<=\n)/);
  const blocks: string[] = [];
  for (let start = 0; start < lines.length; start += BLOCK) blocks.push(lines.slice(start, start + BLOCK).join(""));
  return blocks;
}

function CopyButton({ text }: { text: string }) {
  const [said, setSaid] = useState("Copy");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("Not allowed");
    }
    setTimeout(() => setSaid("Copy"), 1_500);
  };
  return <button type="button" class="quiet" aria-live="polite" onClick={() => void copy()}>{said}</button>;
}
