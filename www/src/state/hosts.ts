/** The hosts that a visitor aims at: those that Compare sets side by side and that Problems speaks for. */
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { HostChoice } from "skillglass";
import { hosts } from "../engine/client.ts";
import { recall, remember } from "../lib/remembered.ts";

const KEY = "skillglass.aimed";

/** As `host edition`; null for each host in its usual edition. */
const chosen = signal<readonly string[] | null>(recall(KEY)?.split(",") ?? null);

const key = (host: string, edition: string) => `${host} ${edition}`;

/** In the order of hosts and editions; never none. */
export const aimed: ReadonlySignal<Required<HostChoice>[]> = computed(() => {
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

/** Each host in the edition that most people run. */
export function aimAtUsual(): void {
  choose(hosts.peek().map(({ host, default: edition }) => key(host, edition)));
}

function choose(next: string[]): void {
  chosen.value = next;
  remember(KEY, next.join(","));
}

/** What a host is called; with its edition where one host stands there more than once. */
export function nameOf({ host, edition }: HostChoice): string {
  const label = hosts.value.find((one) => one.host === host)?.label ?? host;
  return edition && aimed.value.filter((one) => one.host === host).length > 1 ? `${label} ${edition}` : label;
}
