import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n/index.ts";
import { aim, aimAtAll, aimAtHost, aimAtUsual, aimed, hosts, isAimed, others } from "../state/hosts.ts";
import "./aimed.css";

/**
 * The buttons that add and remove target hosts, and a menu with a checkbox for each edition. Hosts
 * that read no folders of their own have a button only while they are targets.
 */
export function AimedHosts() {
  const { compare: texts } = t.value;
  const away = others.value;
  const editions = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (editions.current?.open && !editions.current.contains(target as Node)) editions.current.open = false;
    };
    for (const leaving of ["pointerdown", "focusin"]) document.addEventListener(leaving, close);
    return () => {
      for (const leaving of ["pointerdown", "focusin"]) document.removeEventListener(leaving, close);
    };
  }, []);
  const [last, all] = [hosts.value.length - away.length === 1, hosts.value.length];
  return (
    <div class="aimed">
      <div class="host-toggles" role="group" aria-label={texts.hosts}>
        {hosts.value.map(({ host, label, skillsFrom }) => {
          const on = !away.some((one) => one.host === host);
          if (!on && skillsFrom !== "folders") return null;
          return (
            <button key={host} type="button" aria-pressed={on} disabled={on && last} onClick={() => aimAtHost(host, !on)}>
              <span aria-hidden="true">{on ? "✓" : "+"}</span> {label}
            </button>
          );
        })}
      </div>
      <details ref={editions} onKeyDown={closeByKey}>
        <summary>
          <span role="status">{texts.notShown(away.length, all)}</span> · {texts.editions}
        </summary>
        <div class="aimed-hosts">
          {hosts.value.map(({ host, label, editions }) => (
            <fieldset key={host}>
              <legend>{label}</legend>
              {editions.map((edition) => {
                const on = isAimed(host, edition);
                return (
                  <label key={edition}>
                    <input
                      type="checkbox"
                      checked={on}
                      disabled={on && aimed.value.length === 1}
                      onChange={(event) => aim(host, edition, event.currentTarget.checked)}
                    />
                    {edition}
                  </label>
                );
              })}
            </fieldset>
          ))}
          <button type="button" class="quiet" onClick={aimAtUsual}>
            {texts.usual}
          </button>
          <button type="button" class="quiet" onClick={aimAtAll}>
            {texts.all}
          </button>
        </div>
      </details>
    </div>
  );
}

function closeByKey(event: KeyboardEvent): void {
  const details = event.currentTarget as HTMLDetailsElement;
  if (event.key !== "Escape" || !details.open) return;
  event.stopPropagation();
  // In a dialog, the key would also close the dialog.
  event.preventDefault();
  details.open = false;
  details.querySelector("summary")?.focus();
}
