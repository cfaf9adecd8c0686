import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ListedSkill, ModelAnswer } from "../../engine/protocol/model.ts";
import type { Texts } from "../../i18n/index.ts";
import { t } from "../../i18n/index.ts";
import { byteLength, charactersOf, tokensOf } from "../../lib/text.ts";
import { visible } from "../../lib/visible.ts";
import { openFile } from "../../state/selection.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { markAgain, mouseLeft, mousePointsAt } from "./highlight.ts";

/**
 * The number of skills in a block of the list's text. The text is split into blocks, because
 * rendering a long list at once is slow. A block far from the visible area is plain text without
 * elements, and an unchanged block is not rendered again.
 */
const BLOCK = 30;
/**
 * A distance from the visible area. A block of skills that is closer has an element for each skill.
 * A block that is farther away is plain text.
 */
const NEAR = "600px";
/**
 * The maximum number of skills whose names are shown although the list omits them. Further skills
 * are only counted.
 */
const OMITTED = 200;

/** True if the text that the host cuts from descriptions is shown too, struck out. */
const withCut = signal(true);

export interface BlockOf {
  /** A part of the list's text, with the lines of at most `BLOCK` skills. */
  text: string;
  /** The index in the whole list of the first skill in this part. */
  first: number;
  /** The skills in this part, each with the range of its lines in `text`. */
  lines: { from: number; to: number; path: string; cut: number; rest: string }[];
}

/**
 * The exact text of the list that the model gets. Pointing at a skill highlights its segment in the
 * budget bar. Text that the host cuts is struck out, and is not copied.
 */
export function ListedText({ model: { message, listed, omitted } }: { model: ModelAnswer }) {
  const { message: texts, model, figures } = t.value;
  const text = message?.text ?? "";
  const blocks = useMemo(() => blocksOf(text, listed), [text, listed]);
  const [characters, bytes] = useMemo(() => [charactersOf(text), byteLength(text)], [text]);
  const elements = useBlocks(blocks, withCut.value);
  const id = useId();
  if (!message) return null;
  const indexAt = (target: EventTarget | null) => {
    const line = target instanceof Element ? target.closest<HTMLElement>("[data-listed]") : null;
    return line ? Number(line.dataset.listed) : null;
  };
  return (
    <article class="message" aria-labelledby={id}>
      <header>
        <h4 id={id}>{model.list}</h4>
        <span class="tag">{texts.roles[message.role]}</span>
        {message.hidden && (
          <span class="tag" title={texts.hiddenHint}>
            {texts.hidden}
          </span>
        )}
        <span class="figures">
          {texts.figures(characters, figures.size(bytes))} · {model.estimate(tokensOf(bytes))}
        </span>
        <label class="with-cut">
          <input type="checkbox" checked={withCut.value} onChange={(event) => (withCut.value = event.currentTarget.checked)} />{" "}
          {model.withCut}
        </label>
        <CopyButton class="quiet" text={() => text} />
      </header>
      <pre
        class="listed-text"
        tabIndex={0}
        role="group"
        aria-label={texts.text}
        onMouseMove={(event) => mousePointsAt(indexAt(event.target))}
        onMouseLeave={mouseLeft}
        onDblClick={(event) => {
          const index = indexAt(event.target);
          if (index !== null && listed[index]) openFile(listed[index].path);
        }}
      >
        {elements}
      </pre>
      {withCut.value && omitted.length > 0 && (
        <p class="omitted">
          <b>{model.omittedLead(omitted.length)}</b>{" "}
          {omitted.slice(0, OMITTED).map(({ path, name }) => (
            <button key={path} type="button" class="link" title={visible(path)} onClick={() => openFile(path)}>
              <del>{visible(name)}</del>
            </button>
          ))}
          {omitted.length > OMITTED && ` ${model.more(omitted.length - OMITTED)}`}
        </p>
      )}
    </article>
  );
}

/**
 * Renders the blocks of the list. An unchanged block keeps its earlier element, so that it is not
 * rendered again.
 */
function useBlocks(blocks: readonly BlockOf[], withCut: boolean): JSX.Element[] {
  const former = useRef(new Map<number, { block: BlockOf; texts: Texts; withCut: boolean; element: JSX.Element }>());
  const texts = t.value;
  const next: typeof former.current = new Map();
  for (const block of blocks) {
    const was = former.current.get(block.first);
    const same = was && was.texts === texts && was.withCut === withCut && sameBlock(was.block, block);
    next.set(block.first, same ? was : { block, texts, withCut, element: <Block key={block.first} block={block} withCut={withCut} /> });
  }
  former.current = next;
  return Array.from(next.values(), ({ element }) => element);
}

function Block({ block: { text, first, lines }, withCut }: { block: BlockOf; withCut: boolean }) {
  const { model } = t.value;
  const place = useRef<HTMLSpanElement>(null);
  const [near, setNear] = useState(false);
  useLayoutEffect(() => {
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)!.isIntersecting), { rootMargin: NEAR });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => markAgain(first, first + lines.length));
  if (!near)
    return (
      <span class="block" ref={place} data-first={first}>
        {text}
      </span>
    );
  let at = 0;
  return (
    <span class="block" ref={place} data-first={first}>
      {lines.map(({ from, to, cut, rest }, index) => {
        const before = text.slice(at, from);
        at = to;
        return [
          before,
          <span key={index} data-listed={first + index} class={cut > 0 ? "listed-skill cut" : "listed-skill"}>
            {text.slice(from, to)}
          </span>,
          withCut && cut > 0 && (
            <del key={`cut ${index}`} class="rest" title={model.cutBy(cut)}>
              {rest}
              <span class="by"> −{cut}</span>
            </del>
          ),
        ];
      })}
      {text.slice(at)}
    </span>
  );
}

function sameBlock(a: BlockOf, b: BlockOf): boolean {
  return (
    a.first === b.first &&
    a.text === b.text &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, index) => line.from === b.lines[index]!.from && line.to === b.lines[index]!.to && line.cut === b.lines[index]!.cut)
  );
}

/** Splits the list's text into blocks of skills. A block ends at the end of a line. */
export function blocksOf(text: string, listed: readonly ListedSkill[]): BlockOf[] {
  const blocks: BlockOf[] = [];
  let start = 0;
  for (let first = 0; first === 0 || first < listed.length; first += BLOCK) {
    const skills = listed.slice(first, first + BLOCK);
    const next = listed[first + BLOCK];
    // A block ends with a line end, because otherwise the next block would begin within a line.
    const end = next ? text.lastIndexOf("\n", next.from) + 1 : text.length;
    blocks.push({
      text: text.slice(start, Math.max(start, end)),
      first,
      lines: skills.map(({ from, to, path, cut, rest }) => ({ from: from - start, to: to - start, path, cut, rest })),
    });
    start = Math.max(start, end);
  }
  return blocks;
}
