import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n/index.ts";

/**
 * A text to copy; undefined if there is nothing to copy, for example because the engine has
 * stopped.
 */
type Copied = string | Blob | undefined;

interface Props {
  /** The label of the button. By default, the label is "Copy". */
  label?: string;
  text: () => Copied | Promise<Copied>;
  hint?: string;
  class?: string;
}

/**
 * A button that copies a text to the clipboard, and shows for two seconds whether this succeeded.
 */
export function CopyButton({ label, text, hint, class: name = "" }: Props) {
  const { page } = t.value;
  const [said, setSaid] = useState<"copied" | "copyRefused" | "copyFailed" | null>(null);
  const timer = useRef(0);
  const copying = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    if (copying.current) return;
    copying.current = true;
    try {
      await put(text());
      setSaid("copied");
    } catch (error) {
      setSaid(error instanceof DOMException && error.name === "NotAllowedError" ? "copyRefused" : "copyFailed");
    }
    copying.current = false;
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setSaid(null), 2_000);
  };
  return (
    <button type="button" class={name} title={hint} aria-live="polite" onClick={() => void copy()}>
      {said ? page[said] : (label ?? page.copy)}
    </button>
  );
}

/**
 * Writes a text to the clipboard. If the browser accepts a promise of a text, the write starts
 * before a long text is complete, because browsers allow a write only for a few seconds after a
 * click.
 */
async function put(text: Copied | Promise<Copied>): Promise<void> {
  const made = Promise.resolve(text).then((text) => {
    if (text === undefined) throw new Error("there is nothing to copy");
    return text;
  });
  if (typeof ClipboardItem === "undefined") {
    const one = await made;
    return navigator.clipboard.writeText(typeof one === "string" ? one : await one.text());
  }
  const type = "text/plain";
  const blob = made.then((text) => (typeof text === "string" ? new Blob([text], { type }) : text));
  await navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
}
