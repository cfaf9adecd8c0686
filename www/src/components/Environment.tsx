import { EDITIONS } from "../host.ts";
import { options, optionsProblem, setOptions } from "../store.ts";

/** Which host, and where it was started. */
export function Environment() {
  const { host, edition, cwd, home, contextWindow } = options.value;
  return (
    <form class="environment" aria-label="Host and environment" onSubmit={(event) => event.preventDefault()}>
      <label class="field edition">
        <span>Host</span>
        <select
          value={`${host} ${edition}`}
          onChange={(event) => {
            const chosen = EDITIONS.find((one) => `${one.host} ${one.edition}` === event.currentTarget.value);
            if (chosen) setOptions({ host: chosen.host, edition: chosen.edition });
          }}
        >
          {EDITIONS.map((one) => <option key={one.edition} value={`${one.host} ${one.edition}`}>{one.label}</option>)}
        </select>
      </label>
      <Field label="Directory" hint="The working directory the host is started in" value={cwd} take={(cwd) => setOptions({ cwd })} />
      <Field label="Home" hint="The home directory of the user; none if empty" value={home ?? ""} take={(home) => setOptions({ home: home || null })} />
      <Field
        label="Window"
        hint="The context window of the model in tokens; unknown if empty"
        value={contextWindow?.toString() ?? ""}
        take={(tokens) => setOptions({ contextWindow: tokens === "" ? null : Number(tokens) })}
      />
      {optionsProblem.value && <p class="problem" role="alert">{optionsProblem.value}</p>}
    </form>
  );
}

function Field({ label, hint, value, take }: { label: string; hint: string; value: string; take: (text: string) => void }) {
  return (
    <label class="field" title={hint}>
      <span>{label}</span>
      <input type="text" spellcheck={false} autocomplete="off" value={value} onChange={(event) => take(event.currentTarget.value.trim())} />
    </label>
  );
}
