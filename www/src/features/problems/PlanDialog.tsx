import { useLayoutEffect, useRef } from "preact/hooks";
import type { FixedFile, FixPlan } from "../../engine/protocol/fixes.ts";
import { t } from "../../i18n/index.ts";
import { visible } from "../../lib/visible.ts";
import { applyPlan } from "./fixing.ts";

/** The maximum number of changed files that the dialog lists. Further files are only counted. */
const SHOWN = 100;

/**
 * The dialog that shows the changes that all safe fixes would make to files. The fixes are applied
 * only if the visitor confirms.
 */
export function PlanDialog({ plan, close }: { plan: FixPlan; close(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const { problems: texts } = t.value;
  return (
    <dialog ref={dialog} class="plan" aria-labelledby="plan-heading" onClose={close}>
      <h2 id="plan-heading">{texts.planHeading(plan.mended, plan.files.length)}</h2>
      <p class="help">{texts.planLead}</p>
      <div class="plan-files" tabIndex={0} role="group" aria-labelledby="plan-heading">
        {plan.files.slice(0, SHOWN).map((file) => (
          <File key={file.path} file={file} />
        ))}
        {plan.files.length > SHOWN && <p class="nothing">{texts.moreFiles(plan.files.length - SHOWN)}</p>}
        {plan.renames.map(({ from, to }) => (
          <p key={from} class="path">
            {from} → {to}
          </p>
        ))}
      </div>
      <div class="buttons">
        <button type="button" onClick={() => dialog.current?.close()}>
          {texts.cancel}
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => {
            applyPlan(plan);
            dialog.current?.close();
          }}
        >
          {texts.apply}
        </button>
      </div>
    </dialog>
  );
}

function File({
  file: {
    path,
    titles,
    change: { line, before, after },
  },
}: {
  file: FixedFile;
}) {
  return (
    <section>
      <h3 class="path">{visible(path)}</h3>
      <p class="help">{titles.join("; ")}</p>
      <pre>
        {before.map((text, index) => (
          <del key={`- ${index}`}>
            <span class="line-number">{line + index}</span> − {text}
            {"\n"}
          </del>
        ))}
        {after.map((text, index) => (
          <ins key={`+ ${index}`}>
            <span class="line-number">{line + index}</span> + {text}
            {"\n"}
          </ins>
        ))}
      </pre>
    </section>
  );
}
