import type { DiffLine } from "skillglass";
import { t } from "../../i18n/index.ts";

const MARKS = { same: "  ", removed: "− ", added: "+ " } as const;

/** The lines in which two texts differ, with a few around them. */
export function DiffLines({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  const { changes: texts } = t.value;
  return (
    <pre class="diff-lines" tabIndex={0} role="group" aria-label={label}>
      {lines.map((line, index) => {
        if (line.op === "skipped")
          return (
            <span key={index} class="skipped">
              {texts.skipped(line.count)}
              {"\n"}
            </span>
          );
        const Line = line.op === "removed" ? "del" : line.op === "added" ? "ins" : "span";
        return (
          <Line key={index}>
            <span aria-hidden="true">{MARKS[line.op]}</span>
            {line.text}
            {"\n"}
          </Line>
        );
      })}
    </pre>
  );
}
