import { useEffect } from "preact/hooks";
import { busy, failure, ready } from "../engine/client.ts";
import { Environment } from "../features/environment/Environment.tsx";
import { Explanation } from "../features/explain/Explanation.tsx";
import { t } from "../i18n/index.ts";
import { openView, pane, view } from "../state/selection.ts";
import { VIEWS } from "./views.tsx";

/**
 * The pane beside the editor: the choice of the host, and tabs that show how this host reads the
 * files.
 */
export function HostPane() {
  const texts = t.value;
  const shown = VIEWS.find(({ name }) => name === view.value) ?? VIEWS[0]!;
  // On a phone, the row of tabs is wider than the screen, so the tab may be out of sight. It is scrolled into view together with the pane.
  useEffect(() => {
    const tab = document.getElementById(`tab-${shown.name}`);
    const tabs = tab?.parentElement;
    if (tab && tabs) tabs.scrollLeft = tab.offsetLeft + tab.offsetWidth - tabs.clientWidth;
  }, [shown.name, pane.value]);
  return (
    <section id="host" class="pane host" aria-label={texts.host.pane} aria-busy={busy} tabIndex={-1}>
      <Environment />
      <div role="tablist" aria-label={texts.host.views} class="tabs" onKeyDown={(event) => switchByKey(event, shown.name)}>
        {VIEWS.map(({ name, badge }) => {
          const number = badge?.();
          return (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={name === shown.name}
              aria-controls="view"
              tabIndex={name === shown.name ? 0 : -1}
              onClick={() => openView(name)}
            >
              {texts.host.tabs[name]}
              {number !== undefined && (
                <>
                  {" "}
                  <span class="count">{texts.figures.count(number)}</span>
                </>
              )}
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id="view" aria-labelledby={`tab-${shown.name}`} class="view" key={shown.name}>
        {ready.value ? <shown.Content /> : failure.value === null && <p class="empty">{texts.host.loading}</p>}
      </div>
      {ready.value && <Explanation />}
    </section>
  );
}

function switchByKey(event: KeyboardEvent, shown: string): void {
  const at = VIEWS.findIndex(({ name }) => name === shown);
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: VIEWS.length - 1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const { name } = VIEWS[(next + VIEWS.length) % VIEWS.length]!;
  openView(name);
  document.getElementById(`tab-${name}`)?.focus();
}
