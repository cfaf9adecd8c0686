/** What Compare compares: hosts, editions of a host, or two trees. The page's address has the choice. */
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

/** The visitor's choice; null for what fits. */
const chosenHost = signal(first.of);
const chosenFrom = signal(first.from);
const chosenTo = signal(first.to);

/** The skill whose editions are shown, by the path of its file; null for none. */
export const comparedSkill = signal(first.skill);

/** The hosts of which several editions are known. */
export const changing: ReadonlySignal<readonly HostEditions[]> = computed(() => hosts.value.filter(({ editions }) => editions.length > 1));

/** The host whose editions are compared; undefined before the engine is there. */
export const changingHost: ReadonlySignal<HostEditions | undefined> = computed(
  () => hostOf(chosenHost.value) ?? hostOf(options.value.host) ?? changing.value[0],
);

function hostOf(id: string | null): HostEditions | undefined {
  return changing.value.find(({ host }) => host === id);
}

/** The two editions; undefined before the engine is there. */
export const compared: ReadonlySignal<{ from: Required<HostEdition>; to: Required<HostEdition> } | undefined> = computed(() => {
  const known = changingHost.value;
  if (!known) return undefined;
  const { from, to } = pairOf(known, chosenFrom.value, chosenTo.value);
  return { from: { host: known.host, edition: from }, to: { host: known.host, edition: to } };
});

/** The last edition that counts for a skill; undefined before the engine is there. */
export const upTo: ReadonlySignal<Required<HostEdition> | undefined> = computed(() => {
  const known = changingHost.value;
  return known && { host: known.host, edition: known.editions.find((one) => one === chosenTo.value) ?? known.default };
});

/** Returns two different editions: the chosen ones if there are such, else the default edition and the one before it. */
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
    // The two trade places, or the other select would change to a third edition.
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

/** Counts the reports that the keyboard goes to. */
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

/** Returns true if a host has more than one edition, so that it can be asked since which edition something is so. */
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
