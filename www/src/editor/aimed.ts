/** The hosts that the open file is judged by: all of them, the page's own in the edition that is chosen for it. */
import { computed } from "@preact/signals";
import type { HostChoice } from "skillglass";
import { hosts } from "../engine/client.ts";
import { options } from "../store.ts";

export const aimed = computed((): HostChoice[] =>
  hosts.value.map(({ host, default: usual }) => ({ host, edition: host === options.value.host ? (options.value.edition ?? usual) : usual })),
);

export function labelOf(host: string): string {
  return hosts.peek().find((one) => one.host === host)?.label ?? host;
}
