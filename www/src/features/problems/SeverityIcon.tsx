import type { Severity } from "skillglass";
import "./problems.css";

/**
 * The shape of each severity's icon. The shapes differ, so that visitors need not distinguish
 * colours.
 */
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
