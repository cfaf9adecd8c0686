/**
 * This module has the visitor's choices in the view "Compare": what is compared, and the chosen
 * hosts, editions or trees. The page's address contains these choices.
 */
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

/** The id of the host that the visitor chose; null for the default. */
const chosenHost = signal(first.of);
const chosenFrom = signal(first.from);
const chosenTo = signal(first.to);

/**
 * The path of the skill for the report "Since when", which shows how each edition of a host treats
 * the skill. Null if the visitor has chosen no skill.
 */
export const comparedSkill = signal(first.skill);

/** The hosts that have several editions. */
export const changing: ReadonlySignal<readonly HostEditions[]> = computed(() => hosts.value.filter(({ editions }) => editions.length > 1));

/** The host whose editions are compared; undefined before the list of hosts has been loaded. */
export const changingHost: ReadonlySignal<HostEditions | undefined> = computed(
  () => hostOf(chosenHost.value) ?? hostOf(options.value.host) ?? changing.value[0],
);

function hostOf(id: string | null): HostEditions | undefined {
  return changing.value.find(({ host }) => host === id);
}

/**
 * The two editions of a host that are compared; undefined before the list of hosts has been loaded.
 */
export const compared: ReadonlySignal<{ from: Required<HostEdition>; to: Required<HostEdition> } | undefined> = computed(() => {
  const known = changingHost.value;
  if (!known) return undefined;
  const { from, to } = pairOf(known, chosenFrom.value, chosenTo.value);
  return { from: { host: known.host, edition: from }, to: { host: known.host, edition: to } };
});

/**
 * The latest edition in the report "Since when", which shows since which edition a host lists a
 * skill. Undefined until the list of hosts is loaded.
 */
export const upTo: ReadonlySignal<Required<HostEdition> | undefined> = computed(() => {
  const known = changingHost.value;
  return known && { host: known.host, edition: known.editions.find((one) => one === chosenTo.value) ?? known.default };
});

/**
 * Returns two different editions to compare. The chosen editions are used if they exist. Otherwise
 * `to` is the host's default edition, and `from` is the edition before `to`.
 */
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

/**
 * A counter that increases whenever another view opens a report. Each increase moves the focus to
 * the report's heading.
 */
export const reportAttention = signal(0);

/** Opens the view that compares two editions of a host. */
export function openEditions(host: HostId, from: Edition, to: Edition): void {
  batch(() => {
    comparison.value = "editions";
    [chosenHost.value, chosenFrom.value, chosenTo.value] = [host, from, to];
    show();
  });
}

/** Opens the view that shows a skill in each edition of a host. */
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

/**
 * Returns true if a host has several editions. Only then can a visitor ask since which edition a
 * skill is loaded.
 */
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
