import type { Diagnostic } from "skillglass";
import { t } from "../../i18n/index.ts";
import { openFile } from "../../state/selection.ts";
import { RelatedPlaces } from "../../ui/RelatedPlaces.tsx";
import { Concerned } from "../problems/Concerned.tsx";
import { FixButton } from "../problems/FixButton.tsx";
import { SeverityIcon } from "../problems/SeverityIcon.tsx";
import { RulePage } from "./PagePart.tsx";
import "../problems/problems.css";

/** The maximum number of places in a problem's `related` list that are shown as links. */
const MOST_RELATED = 20;

/**
 * A diagnostic with its message, position, hosts and fixes. With `page`, the documentation of its
 * rule is added.
 */
export function ProblemDetail({ diagnostic, page = false, open = false }: { diagnostic: Diagnostic; page?: boolean; open?: boolean }) {
  const {
    path,
    code,
    severity,
    message,
    range: { start },
    hosts,
    help,
    related,
    fixes,
  } = diagnostic;
  const { problems: texts, figures } = t.value;
  return (
    <div class="problem-detail" data-severity={severity}>
      <p class="what">
        <SeverityIcon severity={severity} />
        <span>
          <span class="unseen">{texts.severity[severity]}: </span>
          {message}
        </span>
      </p>
      <p class="meta">
        <button type="button" class="link" onClick={() => openFile(path, start)}>
          {figures.line(start.line, start.column)}
        </button>
        <code>{code}</code>
        <Concerned hosts={hosts} />
      </p>
      <p class="help">{help}</p>
      <RelatedPlaces related={related} most={MOST_RELATED} />
      {fixes.length > 0 && (
        <div class="fixes">
          {fixes.map((fix) => (
            <FixButton key={fix.title} diagnostic={diagnostic} fix={fix} />
          ))}
        </div>
      )}
      {page && <RulePage code={code} open={open} />}
    </div>
  );
}
