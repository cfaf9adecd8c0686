import { useState } from "preact/hooks";
import type { DiffLine } from "skillglass";
import { t } from "../../i18n/index.ts";
import { first } from "../../lib/first.ts";

const MARKS = { same: "  ", removed: "− ", added: "+ " } as const;

/**
 * The number of lines that are shown at first, and added with each further step. A list of thousands of skills would be slow to lay out.
 */
const STEP = 300;

/** The lines in which two texts differ, with a few surrounding lines. */
export function DiffLines({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  const { changes: texts } = t.value;
  const [most, setMost] = useState(STEP);
  const { shown, more } = first(lines, most);
  return (
    <>
      <pre class="diff-lines" tabIndex={0} role="group" aria-label={label}>
        {shown.map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </pre>
      {more > 0 && (
        <button type="button" class="more-lines" onClick={() => setMost(most + STEP)}>
          {texts.moreLines(Math.min(more, STEP))}
        </button>
      )}
    </>
  );
}

function Line({ line }: { line: DiffLine }) {
  if (line.op === "skipped") {
    return (
      <span class="skipped">
        {t.value.changes.skipped(line.count)}
        {"\n"}
      </span>
    );
  }
  const Element = line.op === "removed" ? "del" : line.op === "added" ? "ins" : "span";
  return (
    <Element>
      <span aria-hidden="true">{MARKS[line.op]}</span>
      {line.text}
      {"\n"}
    </Element>
  );
}
