import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n/index.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Example } from "./example.ts";
import { openExample } from "./open.ts";
import "./gallery.css";

/**
 * The dialog with the examples to open. The examples are loaded with this dialog, because most
 * visits need none.
 */
export function Gallery({ close }: { close: () => void }) {
  const [examples, setExamples] = useState<readonly Example[]>([]);
  const { gallery } = t.value;
  useEffect(() => void import("./index.ts").then(({ EXAMPLES }) => setExamples(EXAMPLES)), []);
  const choose = (example: Example) => {
    void openExample(example);
    close();
  };
  const list = (fault: boolean) => (
    <ul>
      {examples
        .filter((example) => example.fault === fault)
        .map((example) => {
          const { title, sentence } = gallery.examples[example.id];
          return (
            <li key={example.id}>
              <button type="button" data-example={example.id} aria-describedby={`example-${example.id}`} onClick={() => choose(example)}>
                {title}
              </button>
              <p id={`example-${example.id}`}>{sentence}</p>
            </li>
          );
        })}
    </ul>
  );
  return (
    <Dialog heading={gallery.heading} class="gallery" close={close} closeLabel={gallery.close}>
      <p class="lead">{gallery.lead}</p>
      <h3>{gallery.begin}</h3>
      {list(false)}
      <h3>{gallery.faults}</h3>
      {list(true)}
    </Dialog>
  );
}
