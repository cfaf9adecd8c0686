import { useMemo, useState } from "preact/hooks";
import type { Message } from "../host.ts";
import { byteLength, count, size } from "../text.ts";

/** Lines in a block; blocks out of view are not laid out, which keeps a listing of thousands of skills light. */
const BLOCK = 40;

/** One message as the model gets it. */
export function MessageCard({ message, title }: { message: Message; title: string }) {
  const bytes = useMemo(() => byteLength(message.text), [message.text]);
  return (
    <article class="message">
      <header>
        <h4>{title}</h4>
        <span class="tag">{message.role}</span>
        <span class="figures">{count([...message.text].length)} characters, {size(bytes)}</span>
        <CopyButton text={message.text} />
      </header>
      <MessageText text={message.text} />
    </article>
  );
}

function MessageText({ text }: { text: string }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <pre tabIndex={0} aria-label="Text of the message">
      {blocks.map((block, index) => <span key={index} class="block">{block}</span>)}
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
