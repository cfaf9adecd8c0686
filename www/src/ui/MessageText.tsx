import type { ComponentChildren } from "preact";
import { useId, useMemo } from "preact/hooks";
import type { Message } from "skillglass";
import { t } from "../i18n/index.ts";
import { byteLength, charactersOf, tokensOf } from "../lib/text.ts";
import { CopyButton } from "./CopyButton.tsx";

/**
 * The number of lines in a block of text. A text is split into blocks, because the browser does not
 * lay out blocks that are out of view. This speeds up the display of long texts.
 */
const BLOCK = 40;

/** A card with a message exactly as the model gets it. */
export function MessageCard({ message: { role, text, hidden, callId }, title }: { message: Message; title: string }) {
  const { message: texts } = t.value;
  const tags = (
    <>
      <span class="tag">{texts.roles[role]}</span>
      {hidden && (
        <span class="tag" title={texts.hiddenHint}>
          {texts.hidden}
        </span>
      )}
      {callId !== null && <span class="tag">{texts.call(callId)}</span>}
    </>
  );
  return <TextCard title={title} tags={tags} text={text} label={texts.text} />;
}

interface TextCardProps {
  title: string;
  tags: ComponentChildren;
  text: string;
  label: string;
  /** The text that the card shows, if it differs from `text`. The button always copies `text`. */
  shown?: string;
}

/** A card that shows a text and the size of the text, with a button that copies the text. */
export function TextCard({ title, tags, text, label, shown = text }: TextCardProps) {
  const [characters, bytes] = useMemo(() => [charactersOf(text), byteLength(text)], [text]);
  const { message: texts, figures } = t.value;
  const id = useId();
  return (
    <article class="message" aria-labelledby={id}>
      <header>
        <h4 id={id}>{title}</h4>
        {tags}
        <span class="figures">
          {texts.figures(characters, figures.size(bytes))} · {t.value.model.estimate(tokensOf(bytes))}
        </span>
        <CopyButton class="quiet" text={() => text} />
      </header>
      <MessageText text={shown} label={label} />
    </article>
  );
}

export function MessageText({ text, label }: { text: string; label: string }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <pre tabIndex={0} role="group" aria-label={label}>
      {blocks.length > 1
        ? blocks.map((block, index) => (
            <span key={index} class="block">
              {block}
            </span>
          ))
        : text}
    </pre>
  );
}

function blocksOf(text: string): string[] {
  const lines = text.split(/(?<=\n)/);
  const blocks: string[] = [];
  for (let start = 0; start < lines.length; start += BLOCK) blocks.push(lines.slice(start, start + BLOCK).join(""));
  return blocks;
}
