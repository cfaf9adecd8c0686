/** The choice of a comparison in Compare: hosts, editions of a host, or two trees. The choice is in the page's address. */
import type { ReadonlySignal } from "@preact/signals";
import { batch, computed, effect, signal } from "@preact/signals";
import type { Edition, HostEdition, HostEditions, HostId } from "skillglass";
import { recallComparison, rememberComparison } from "./address.ts";
import { hosts } from "./hosts.ts";
import { options } from "./options.ts";
import { openView, pane } from "./selection.ts";

export const COMPARISONS = ["hosts", "editions", "since", "changelog", "trees"] as const;

export type Comparison = (typeof COMPARISONS)[number];

const first = recallComparison();

export const comparison = signal<Comparison>(COMPARISONS.find((one) => one === first.compare) ?? "hosts");

/** The host that the visitor chose; null for a default. */
const chosenHost = signal(first.of);
const chosenFrom = signal(first.from);
const chosenTo = signal(first.to);

/** The skill whose editions are shown, by the path of its file; null for none. */
export const comparedSkill = signal(first.skill);

/** The hosts with several editions. */
export const changing: ReadonlySignal<readonly HostEditions[]> = computed(() => hosts.value.filter(({ editions }) => editions.length > 1));

/** The host whose editions are compared; undefined before the engine has been loaded. */
export const changingHost: ReadonlySignal<HostEditions | undefined> = computed(
  () => hostOf(chosenHost.value) ?? hostOf(options.value.host) ?? changing.value[0],
);

function hostOf(id: string | null): HostEditions | undefined {
  return changing.value.find(({ host }) => host === id);
}

/** The two editions; undefined before the engine has been loaded. */
export const compared: ReadonlySignal<{ from: Required<HostEdition>; to: Required<HostEdition> } | undefined> = computed(() => {
  const known = changingHost.value;
  if (!known) return undefined;
  const { from, to } = pairOf(known, chosenFrom.value, chosenTo.value);
  return { from: { host: known.host, edition: from }, to: { host: known.host, edition: to } };
});

/** The last edition for which "Since when" shows a skill; undefined before the engine has been loaded. */
export const upTo: ReadonlySignal<Required<HostEdition> | undefined> = computed(() => {
  const known = changingHost.value;
  return known && { host: known.host, edition: known.editions.find((one) => one === chosenTo.value) ?? known.default };
});

/** Returns two different editions: the chosen editions if they exist, or else the default edition and the edition that precedes it. */
export function pairOf(
  { editions, default: usual }: Pick<HostEditions, "editions" | "default">,
  from: string | null,
  to: string | null,
): { from: Edition; to: Edition } {
  const after = editions.find((one) => one === to && one !== from) ?? (usual === from ? editions.findLast((one) => one !== from)! : usual);
  const before = editions.find((one) => one === from && one !== after);
  const at = editions.indexOf(after);
  return { from: before ?? editions[at - 1] ?? editions[at + 1]!, to: after };
}

export function chooseHost(host: string): void {
  batch(() => {
    chosenHost.value = host;
    chosenFrom.value = null;
    chosenTo.value = null;
  });
}

export function chooseFrom(edition: string): void {
  batch(() => {
    // The two editions are exchanged, because otherwise the other select would change to a third edition.
    if (compared.peek()?.to.edition === edition) chosenTo.value = compared.peek()!.from.edition;
    else chosenTo.value = compared.peek()?.to.edition ?? null;
    chosenFrom.value = edition;
  });
}

export function chooseTo(edition: string): void {
  batch(() => {
    if (compared.peek()?.from.edition === edition) chosenFrom.value = compared.peek()!.to.edition;
    chosenTo.value = edition;
  });
}

/** Is increased whenever a report is opened that should get the focus. */
export const reportAttention = signal(0);

/** Opens the comparison of two editions. */
export function openEditions(host: HostId, from: Edition, to: Edition): void {
  batch(() => {
    comparison.value = "editions";
    [chosenHost.value, chosenFrom.value, chosenTo.value] = [host, from, to];
    show();
  });
}

/** Opens a skill in each edition of a host. */
export function openSince(skill: string, host: string): void {
  batch(() => {
    comparison.value = "since";
    if (host !== changingHost.peek()?.host) chooseHost(host);
    comparedSkill.value = skill;
    show();
  });
}

function show(): void {
  openView("compare");
  pane.value = "host";
  reportAttention.value++;
}

/** Returns true if a host has more than one edition, so that "since which edition" is a useful question. */
export function hasEditions(host: string): boolean {
  return hostOf(host) !== undefined;
}

// Only the choices of the open comparison are in the address.
effect(() => {
  const now = comparison.value;
  const isOf = now === "editions" || now === "since" || now === "changelog";
  rememberComparison({
    compare: now === "hosts" ? null : now,
    of: isOf ? chosenHost.value : null,
    from: now === "editions" ? chosenFrom.value : null,
    to: now === "editions" || now === "since" ? chosenTo.value : null,
    skill: now === "since" ? comparedSkill.value : null,
  });
});
