import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  heading: string;
  class?: string;
  /** Called whenever the dialog is closed, by the button or by a key. */
  close: () => void;
  /** The label of the button that closes the dialog. */
  closeLabel: string;
  children: ComponentChildren;
}

/** A modal dialog. When it is closed, the focus returns to the element that opened it. */
export function Dialog({ heading, class: name = "", close, closeLabel, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // This happens before the next key, because otherwise the key would go to the page below.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class={`sheet ${name}`} aria-labelledby={id} onClose={close} onKeyDown={closeFromSearch}>
      {/* No header: that would be another one of the page. */}
      <div class="head">
        <h2 id={id}>{heading}</h2>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          {closeLabel}
        </button>
      </div>
      {children}
    </dialog>
  );
}

/**
 * Closes the dialog when Escape is pressed in an empty search field. In WebKit the field would
 * handle the key, and the dialog would stay open.
 */
function closeFromSearch(event: TargetedKeyboardEvent<HTMLDialogElement>): void {
  const { target, currentTarget, key } = event;
  if (key !== "Escape" || !(target instanceof HTMLInputElement) || target.type !== "search" || target.value !== "") return;
  event.preventDefault();
  currentTarget.close();
}
