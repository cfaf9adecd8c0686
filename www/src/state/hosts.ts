/**
 * This module has the hosts that the engine knows, and the target hosts that the visitor compares.
 */
import type { ReadonlySignal } from "@preact/signals";
import { computed, signal } from "@preact/signals";
import type { HostEdition, HostEditions } from "skillglass";
import { recall, remember } from "../lib/remembered.ts";

/**
 * The hosts that the engine knows, with their editions; empty before the engine has been loaded.
 */
export const hosts = signal<readonly HostEditions[]>([]);

/**
 * Returns the label of a host, such as `Codex` for `codex`. Returns the id itself before the hosts
 * are known.
 */
export function labelOf(host: string): string {
  return hosts.value.find((one) => one.host === host)?.label ?? host;
}

/**
 * Returns the current label of a host. Unlike `labelOf`, does not subscribe to later changes of the
 * label. The cards of the editor use this function. The editor does not notify a card when it
 * removes the card, so a card could not end a subscription.
 */
export function labelNow(host: string): string {
  return hosts.peek().find((one) => one.host === host)?.label ?? host;
}

// ---- targets ------------------------------------------------------------------------------------------------------

const KEY = "skillglass.aimed";

/**
 * The target hosts that the visitor chose, each as `host edition`; null if the visitor has chosen
 * none, so that the default applies.
 */
const chosen = signal<readonly string[] | null>(recall(KEY)?.split(",") ?? null);

const key = (host: string, edition: string) => `${host} ${edition}`;

/**
 * The target hosts, which the views "Compare" and "Problems" show. There is always at least one
 * target host.
 */
export const aimed: ReadonlySignal<Required<HostEdition>[]> = computed(() => {
  const wanted = new Set(chosen.value ?? []);
  const all = hosts.value.flatMap(({ host, editions }) => editions.map((edition) => ({ host, edition })));
  const some = all.filter(({ host, edition }) => wanted.has(key(host, edition)));
  return some.length > 0 ? some : usual(hosts.value);
});

/** The target hosts, as the command line lists them after `--host`. */
export const aimedWords: ReadonlySignal<string> = computed(() => aimed.value.map(({ host, edition }) => `${host}@${edition}`).join(","));

/** The hosts that are not target hosts in any edition. */
export const others: ReadonlySignal<HostEditions[]> = computed(() =>
  hosts.value.filter(({ host }) => !aimed.value.some((one) => one.host === host)),
);

/**
 * Returns the target hosts before the visitor has chosen any: the most common hosts, each in its
 * default edition.
 */
function usual(all: readonly HostEditions[]): Required<HostEdition>[] {
  const some = all.filter(({ usual }) => usual);
  return (some.length > 0 ? some : all).map(({ host, default: edition }) => ({ host, edition }));
}

export function isAimed(host: string, edition: string): boolean {
  return aimed.value.some((one) => one.host === host && one.edition === edition);
}

export function aim(host: string, edition: string, at: boolean): void {
  const all = aimed.peek().map((one) => key(one.host, one.edition ?? ""));
  choose(at ? [...all, key(host, edition)] : all.filter((one) => one !== key(host, edition)));
}

/**
 * Adds the default edition of a host to the targets if `at` is true. Otherwise removes all editions
 * of the host from the targets, unless no target would remain.
 */
export function aimAtHost(host: string, at: boolean): void {
  const rest = aimed.peek().filter((one) => one.host !== host);
  const added = hosts.peek().filter((one) => at && one.host === host);
  const next = [...rest, ...added.map(({ host, default: edition }) => ({ host, edition }))];
  if (next.length > 0) choose(next.map((one) => key(one.host, one.edition ?? "")));
}

export function aimAtUsual(): void {
  choose(usual(hosts.peek()).map((one) => key(one.host, one.edition ?? "")));
}

export function aimAtAll(): void {
  choose(hosts.peek().map(({ host, default: edition }) => key(host, edition)));
}

function choose(next: string[]): void {
  chosen.value = next;
  remember(KEY, next.join(","));
}

/**
 * Returns the label of a host. If several editions of the host are targets, the label includes the
 * edition.
 */
export function nameOf({ host, edition }: HostEdition): string {
  const label = labelOf(host);
  return edition && aimed.value.filter((one) => one.host === host).length > 1 ? `${label} ${edition}` : label;
}
