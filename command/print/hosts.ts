// The names of hosts for people.
import type { ConcernedHost, HostEdition, HostId } from "skillglass";
import { hosts } from "skillglass";

const LABELS = new Map<HostId, string>();

export function labelOf(host: HostId): string {
  if (LABELS.size === 0) for (const one of hosts()) LABELS.set(one.host, one.label);
  return LABELS.get(host) ?? host;
}

/** Returns the title of a host, such as `Codex 2026-11`. */
export function titleOf({ host, edition }: HostEdition): string {
  return edition ? `${labelOf(host)} ${edition}` : labelOf(host);
}

/**
 * Returns the labels of the hosts that a finding concerns. A label includes the edition only if
 * `asked` has several editions of that host.
 */
export function concerned(some: readonly ConcernedHost[], asked: readonly HostEdition[]): string[] {
  return some.flatMap(({ host, editions }) => {
    const isMany = asked.filter((one) => one.host === host).length > 1;
    return isMany ? editions.map((edition) => `${labelOf(host)} ${edition}`) : [labelOf(host)];
  });
}
