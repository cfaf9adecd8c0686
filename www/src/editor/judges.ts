/**
 * This module chooses the hosts whose diagnostics the editor shows: the target hosts, and the host
 * that is chosen on the page.
 */
import { computed } from "@preact/signals";
import type { HostEdition } from "skillglass";
import { aimed, hosts } from "../state/hosts.ts";
import { options } from "../state/options.ts";

/**
 * The host that is chosen on the page, with its edition; null before the list of hosts has been
 * loaded.
 */
const own = computed((): HostEdition | null => {
  const { host } = options.value;
  const edition = options.value.edition ?? hosts.value.find((one) => one.host === host)?.default;
  return edition === undefined ? null : { host, edition };
});

export const judges = computed((): HostEdition[] => {
  if (!own.value) return [];
  const { host, edition } = own.value;
  const others = aimed.value;
  return others.some((one) => one.host === host && one.edition === edition)
    ? others
    : [...others.filter((one) => one.host !== host), own.value];
});

/** The target hosts, and the host that is chosen on the page if it is not a target host. */
export const aimedAndOwn = computed((): HostEdition[] => {
  const [all, one] = [aimed.value, own.value];
  return one && !all.some(({ host, edition }) => host === one.host && edition === one.edition) ? [...all, one] : all;
});

/** One edition for each host, because two editions of the same host have nearly the same fields. */
export const oneOfEach = computed((): HostEdition[] => {
  const others = judges.value.filter(
    (one, at, all) => one.host !== own.value?.host && all.findIndex(({ host }) => host === one.host) === at,
  );
  return own.value ? [own.value, ...others] : others;
});
