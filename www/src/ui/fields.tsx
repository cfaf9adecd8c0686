/** This module has the fields of forms, with one line or with several lines. */
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";

/** Splits a line at the first separator. Returns the text before it and the text after it. */
export function splitAt(line: string, separator: string): [string, string] {
  const at = line.indexOf(separator);
  return [line.slice(0, at), line.slice(at + separator.length)];
}

interface LinesProps {
  name: string;
  /** The heading of the field, if it has one. */
  title?: string;
  label: string;
  placeholder: string;
  help: ComponentChildren;
  lines: readonly string[];
  /**
   * Returns a message if a line is wrong; null if it is valid. While a line is wrong, `take` is not
   * called.
   */
  wrong?: (line: string) => string | null;
  take: (lines: string[]) => void;
}

/** A text field with one item on each line. */
export function Lines({ name, title, label, placeholder, help, lines, wrong, take }: LinesProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const change = (text: string) => {
    const lines = text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
    const problems = lines.flatMap((line) => wrong?.(line) ?? []);
    setProblem(problems[0] ?? null);
    if (problems.length === 0) take(lines);
  };
  return (
    <>
      {title && <h3>{title}</h3>}
      <textarea
        rows={2}
        spellcheck={false}
        autocomplete="off"
        placeholder={placeholder}
        aria-label={label}
        aria-describedby={`${name}-help`}
        defaultValue={lines.join("\n")}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <p id={`${name}-help`} class="help">
        {help}
      </p>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

interface HintedProps {
  class: string;
  hint: string;
  /** The id of the element with the hint, for the `aria-describedby` of the field. */
  id: string;
  children: ComponentChildren;
}

/**
 * A field with a hint. A mouse shows the hint as a tooltip, a touch screen shows it below the
 * field, and a screen reader reads it with the field.
 */
export function Hinted({ class: name, hint, id, children }: HintedProps) {
  return (
    <div class={name} title={hint}>
      {children}
      {hint !== "" && (
        <p class="hint" id={id}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface FieldProps {
  label: string;
  hint: string;
  value: string;
  placeholder?: string;
  numeric?: boolean;
  take: (text: string) => void;
}

export function Field({ label, hint, value, placeholder, numeric, take }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  // The text that is being written is replaced only if the value changes.
  useLayoutEffect(() => {
    input.current!.value = value;
  }, [value]);
  return (
    <Hinted class="field" hint={hint} id={id}>
      <label>
        <span>{label}</span>
        <input
          ref={input}
          type="text"
          spellcheck={false}
          autocomplete="off"
          aria-describedby={id}
          {...(placeholder && { placeholder })}
          {...(numeric && { inputMode: "numeric" as const })}
          onChange={({ currentTarget }) => take((currentTarget.value = currentTarget.value.trim()))}
        />
      </label>
    </Hinted>
  );
}
