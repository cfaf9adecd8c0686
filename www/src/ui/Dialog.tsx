import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface Props {
  heading: string;
  class?: string;
  /** Called when it is closed, by whatever means. */
  close: () => void;
  /** The label of its button to close. */
  closeLabel: string;
  children: ComponentChildren;
}

/** A modal dialog; focus returns to what opened it. */
export function Dialog({ heading, class: name = "", close, closeLabel, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class={`sheet ${name}`} aria-labelledby={id} onClose={close}>
      <header>
        <h2 id={id}>{heading}</h2>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          {closeLabel}
        </button>
      </header>
      {children}
    </dialog>
  );
}
