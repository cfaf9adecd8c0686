import type { DiffLine } from "skillglass";
import { t } from "../../i18n/index.ts";
import { Portion } from "../../ui/Portion.tsx";

const MARKS = { same: "  ", removed: "− ", added: "+ " } as const;

/**
 * The number of lines that are shown at first, and the number that each press of "more" adds.
 * Thousands of lines would be slow to lay out.
 */
const STEP = 300;

/**
 * The lines that differ between two texts, with some unchanged lines around them. `label` is their
 * name for screen readers.
 */
export function DiffLines({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  return (
    <Portion all={lines} step={STEP}>
      {(shown) => (
        <pre class="diff-lines" tabIndex={0} role="group" aria-label={label}>
          {shown.map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </pre>
      )}
    </Portion>
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
