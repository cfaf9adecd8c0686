import { answer } from "../../engine/client.ts";
import { t } from "../../i18n/index.ts";
import { compared } from "../../state/comparing.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { EditionChoice, HostChoice } from "./choices.tsx";
import { DiffReport } from "./DiffReport.tsx";
import { useReportFocus } from "./focus.ts";
import { markdown, shownPaths } from "./markdown.ts";

const editions = answer("editions", () => compared.value);

/** The view that compares two editions of a host. */
export function EditionsView() {
  const { changes: texts } = t.value;
  const pair = compared.value;
  const found = editions.value;
  // The previous answer is shown until the next one arrives, but not under the names of other editions.
  const diff = found && found.host === pair?.to.host && found.from === pair.from.edition && found.to === pair.to.edition ? found : null;
  const heading = useReportFocus();
  if (!pair) return <p class="empty">{texts.loading}</p>;
  return (
    <>
      <div class="view-bar">
        <HostChoice />
        <div class="pair">
          <EditionChoice which="from" label={texts.from} value={pair.from.edition!} />
          <span aria-hidden="true">→</span>
          <EditionChoice which="to" label={texts.to} value={pair.to.edition!} />
        </div>
        {diff && <CopyButton label={texts.copy} hint={texts.copyHint} text={() => markdown.host(shownPaths(), diff)} />}
      </div>
      <div class="scroller padded changes" role="region" aria-labelledby="change-report" tabIndex={0}>
        {diff ? (
          <>
            <h3 class="section" id="change-report" ref={heading} tabIndex={-1}>
              {diff.label}{" "}
              <span class="edition">
                {diff.from} → {diff.to}
              </span>
            </h3>
            <DiffReport key={`${diff.host} ${diff.from} ${diff.to}`} diff={diff} before={diff.from} after={diff.to} live />
          </>
        ) : (
          <p class="empty" id="change-report">
            {texts.loading}
          </p>
        )}
      </div>
    </>
  );
}
