import type { Signal } from "@preact/signals";
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n/index.ts";
import { hosts } from "../../state/hosts.ts";
import type { Stage } from "./page.ts";
import { headingOf, hostPart, rulePage, sectionAt } from "./page.ts";

type PartText = string | null | undefined;

/**
 * The loaded sections of the documentation by name. A section is undefined until it is loaded, and
 * null if it does not exist.
 */
const parts = new Map<string, Signal<PartText>>();

function partOf(key: string, read: () => Promise<string | null>): Signal<PartText> {
  let part = parts.get(key);
  if (!part) {
    const fresh = (part = signal<PartText>(undefined));
    parts.set(key, fresh);
    void read().then((text) => (fresh.value = text));
  }
  return part;
}

/** The documentation page of a rule, in a part of the page that the visitor can open and close. */
export function RulePage({ code, open = false }: { code: string; open?: boolean }) {
  return <Part name={`rule ${code}`} title={t.value.explain.rulePage(code)} open={open} read={() => rulePage(code)} />;
}

/**
 * The section of a host's documentation that explains why the host does not load or use a skill, in
 * a part of the page that the visitor can open and close. `reason` is the host's reason, and
 * `stage` is the step at which the host stops, such as `parse`. Renders nothing if the
 * documentation has no such section.
 */
export function HostPart({ host, reason, stage }: { host: string; reason: string; stage: Stage }) {
  const heading = headingOf(host, reason, stage);
  if (heading === null) return null;
  const label = hosts.value.find((one) => one.host === host)?.label ?? host;
  return (
    <Part
      name={`host ${host} ${heading}`}
      title={t.value.explain.hostPage(label, heading.replaceAll("`", ""))}
      read={() => hostPart(host, heading)}
    />
  );
}

/**
 * The section of a host's documentation at an address such as `docs/hosts/codex.md#the-list`, in a
 * part of the page that the visitor can open and close.
 */
export function HostSection({ address, label }: { address: string; label: string }) {
  return <Part name={`section ${address}`} title={t.value.support.page(label)} read={() => sectionAt(address)} />;
}

function Part({ name, title, open: first = false, read }: { name: string; title: string; open?: boolean; read(): Promise<string | null> }) {
  const [open, setOpen] = useState(first);
  return (
    <details class="page-part" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && <Text name={name} read={read} />}
    </details>
  );
}

/** The module that renders Markdown; null until a visitor opens the first section. */
const renderer = signal<typeof import("./Markdown.tsx") | null>(null);

function Text({ name, read }: { name: string; read(): Promise<string | null> }) {
  useEffect(() => {
    if (!renderer.value) void import("./Markdown.tsx").then((module) => (renderer.value = module));
  }, []);
  const text = partOf(name, read).value;
  const loaded = renderer.value;
  if (text === null) return null;
  return loaded && text !== undefined ? <loaded.Markdown text={text} /> : <p class="nothing">{t.value.explain.reading}</p>;
}
