import { t } from "../i18n/index.ts";
import { aim, aimAtUsual, aimed, hosts, isAimed, nameOf } from "../state/hosts.ts";

/** The choice of hosts and editions, one box each. */
export function AimedHosts() {
  const { compare: texts } = t.value;
  return (
    <details class="aimed">
      <summary>
        {texts.hosts} <span class="count">{aimed.value.map(nameOf).join(", ")}</span>
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
      </div>
    </details>
  );
}
