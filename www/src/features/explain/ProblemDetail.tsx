import type { Diagnostic, Fix, Severity } from "skillglass";
import { FileLink } from "../../ui/FileLink.tsx";
import { applyFix } from "../problems/fixing.ts";
import { openFile } from "../../state/store.ts";
import { t } from "../../i18n/index.ts";
import { nameOf } from "../../state/hosts.ts";
import { RulePage } from "./PagePart.tsx";
import "../problems/problems.css";

/** Each severity has a shape of its own, so that colour is not all that tells. */
const SHAPES: Record<Severity, string> = {
  error: "M5.2 2h5.6L14 5.2v5.6L10.8 14H5.2L2 10.8V5.2zM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4",
  warning: "M8 2.2L14.4 13.6H1.6zM8 6.4v3.2M8 11.6v.1",
  info: "M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0M8 7.4V11M8 5v.1",
  hint: "M3 13l1-3.4L11 2.6l2.4 2.4L6.4 12z",
};

export function SeverityIcon({ severity }: { severity: Severity }) {
  return (
    <svg class="severity" data-severity={severity} viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
      <path d={SHAPES[severity]} fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}

/** One diagnostic: what, where, for whom, and what mends it. With its page where it is explained. */
export function ProblemDetail({ diagnostic, page = false, open = false }: { diagnostic: Diagnostic; page?: boolean; open?: boolean }) {
  const { path, code, severity, message, range: { start }, hosts, help, related, fixes } = diagnostic;
  const { problems: texts, figures } = t.value;
  return (
    <div class="problem-detail" data-severity={severity}>
      <p class="what"><SeverityIcon severity={severity} /><span><span class="unseen">{texts.severity[severity]}: </span>{message}</span></p>
      <p class="meta">
        <button type="button" class="link" onClick={() => openFile(path, start)}>{figures.line(start.line, start.column)}</button>
        <code>{code}</code>
        {hosts.map(({ host, editions }) => <span key={host} class="tag">{editions.length > 1 ? `${nameOf({ host })} ${editions.join(", ")}` : nameOf({ host, edition: editions[0] ?? null })}</span>)}
      </p>
      <p class="help">{help}</p>
      {related.map(({ message, path, range }, index) => <FileLink key={index} path={path} place={range.start}>{message}</FileLink>)}
      {fixes.length > 0 && <div class="fixes">{fixes.map((fix) => <FixButton key={fix.title} diagnostic={diagnostic} fix={fix} />)}</div>}
      {page && <RulePage code={code} open={open} />}
    </div>
  );
}

export function FixButton({ diagnostic, fix }: { diagnostic: Diagnostic; fix: Fix }) {
  const { problems: texts } = t.value;
  return (
    <button type="button" class="fix" title={fix.safe ? texts.safeHint : texts.unsafeHint} onClick={() => void applyFix(diagnostic, fix)}>
      {fix.title} <span class={fix.safe ? "tag selected" : "tag off"}>{fix.safe ? texts.safe : texts.unsafe}</span>
    </button>
  );
}
