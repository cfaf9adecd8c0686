/** The hosts that the engine knows, and those of them that a visitor compares. */
import type { ReadonlySignal } from "@preact/signals";
import { computed, signal } from "@preact/signals";
import type { HostEdition, HostEditions } from "skillglass";
import { recall, remember } from "../lib/remembered.ts";

/** The hosts that the engine knows; none before it is there. */
export const hosts = signal<readonly HostEditions[]>([]);

/** The label of a host. */
export function labelOf(host: string): string {
  return hosts.value.find((one) => one.host === host)?.label ?? host;
}

/** The same, for an element that is thrown away without a word and so must not subscribe. */
export function labelNow(host: string): string {
  return hosts.peek().find((one) => one.host === host)?.label ?? host;
}

// ---- aimed at ------------------------------------------------------------------------------------------------------

const KEY = "skillglass.aimed";

/** As `host edition`; null for each host in its usual edition. */
const chosen = signal<readonly string[] | null>(recall(KEY)?.split(",") ?? null);

const key = (host: string, edition: string) => `${host} ${edition}`;

/** The hosts aimed at: Compare sets them side by side and Problems speaks for them. In the order of hosts and editions; never none. */
export const aimed: ReadonlySignal<Required<HostEdition>[]> = computed(() => {
  const wanted = new Set(chosen.value ?? []);
  const all = hosts.value.flatMap(({ host, editions }) => editions.map((edition) => ({ host, edition })));
  const some = all.filter(({ host, edition }) => wanted.has(key(host, edition)));
  return some.length > 0 ? some : hosts.value.map(({ host, default: edition }) => ({ host, edition }));
});

export function isAimed(host: string, edition: string): boolean {
  return aimed.value.some((one) => one.host === host && one.edition === edition);
}

export function aim(host: string, edition: string, at: boolean): void {
  const all = aimed.peek().map((one) => key(one.host, one.edition ?? ""));
  choose(at ? [...all, key(host, edition)] : all.filter((one) => one !== key(host, edition)));
}

/** Aims at each host in the edition that most people run. */
export function aimAtUsual(): void {
  choose(hosts.peek().map(({ host, default: edition }) => key(host, edition)));
}

function choose(next: string[]): void {
  chosen.value = next;
  remember(KEY, next.join(","));
}

/** The label of a host; with its edition where one host is aimed at more than once. */
export function nameOf({ host, edition }: HostEdition): string {
  const label = labelOf(host);
  return edition && aimed.value.filter((one) => one.host === host).length > 1 ? `${label} ${edition}` : label;
}
