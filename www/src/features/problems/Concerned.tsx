import { Fragment } from "preact";
import type { Diagnostic } from "skillglass";
import { nameOf } from "../../state/hosts.ts";

/**
 * The tags with the names of the hosts that report a problem. Hidden commas separate the names for
 * screen readers.
 */
export function Concerned({ hosts }: Pick<Diagnostic, "hosts">) {
  return (
    <>
      {hosts.map(({ host, editions }, index) => (
        <Fragment key={host}>
          {index > 0 && <span class="unseen">, </span>}
          <span class="tag">
            {editions.length > 1 ? `${nameOf({ host })} ${editions.join(", ")}` : nameOf({ host, edition: editions[0] ?? null })}
          </span>
        </Fragment>
      ))}
    </>
  );
}
