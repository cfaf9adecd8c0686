import type { JSX } from "preact";
import { catalog, ready, view } from "../store.ts";
import type { ViewName } from "../store.ts";
import { count } from "../text.ts";
import { Environment } from "./Environment.tsx";
import { ModelView } from "./ModelView.tsx";
import { SkillsView } from "./SkillsView.tsx";
import { TurnView } from "./TurnView.tsx";

interface View {
  name: ViewName;
  label: string;
  /** A number worth seeing before the view is open. */
  badge(): number | undefined;
  Content(): JSX.Element | null;
}

const VIEWS: readonly View[] = [
  { name: "skills", label: "Skills", badge: () => catalog.value?.skills.length, Content: SkillsView },
  { name: "model", label: "Model’s view", badge: () => undefined, Content: ModelView },
  { name: "turn", label: "Turn", badge: () => undefined, Content: TurnView },
];

/** What the chosen host makes of the files. */
export function HostPane() {
  const shown = VIEWS.find(({ name }) => name === view.value) ?? VIEWS[0]!;
  return (
    <section id="host" class="pane host" aria-label="What the host sees" tabIndex={-1}>
      <Environment />
      <div role="tablist" aria-label="Views" class="tabs" onKeyDown={(event) => switchByKey(event)}>
        {VIEWS.map(({ name, label, badge }) => {
          const number = badge();
          return (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={name === shown.name}
              aria-controls={`view-${name}`}
              tabIndex={name === shown.name ? 0 : -1}
              onClick={() => (view.value = name)}
            >
              {label}{number !== undefined && <> <span class="count">{count(number)}</span></>}
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id={`view-${shown.name}`} aria-labelledby={`tab-${shown.name}`} class="view" key={shown.name}>
        {ready.value ? <shown.Content /> : <p class="empty">The engine is loading…</p>}
      </div>
    </section>
  );
}

function switchByKey(event: KeyboardEvent): void {
  const at = VIEWS.findIndex(({ name }) => name === view.value);
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: VIEWS.length - 1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const { name } = VIEWS[(next + VIEWS.length) % VIEWS.length]!;
  view.value = name;
  document.getElementById(`tab-${name}`)?.focus();
}
