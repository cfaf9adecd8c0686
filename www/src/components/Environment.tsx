import { FIRST_HOST } from "../host.ts";
import { catalog, hosts, options, optionsProblem, setOptions } from "../store.ts";
import { plural } from "../text.ts";

/** Which host, and where it was started. */
export function Environment() {
  const { cwd, home, contextWindow } = options.value;
  return (
    <form class="environment" aria-label="Host and environment" onSubmit={(event) => event.preventDefault()}>
      <HostChoice />
      <Field label="Directory" hint="The working directory the host is started in" value={cwd} take={(cwd) => setOptions({ cwd })} />
      <Field label="Home" hint="The home directory of the user; none if empty" value={home ?? ""} take={(home) => setOptions({ home: home || null })} />
      <Field
        label="Window"
        hint="The context window of the model in tokens; unknown if empty"
        value={contextWindow?.toString() ?? ""}
        take={(tokens) => setOptions({ contextWindow: tokens === "" ? null : Number(tokens) })}
      />
      <Touched />
      {optionsProblem.value && <p class="problem" role="alert">{optionsProblem.value}</p>}
    </form>
  );
}

/** The host and, among its own, the edition. The engine knows them all; before it is there, one host is named. */
function HostChoice() {
  const { host, edition } = options.value;
  const known = hosts.value;
  const chosen = known.find((one) => one.host === host);
  const editions = chosen?.editions.toReversed() ?? [];
  return (
    <>
      <label class="field choice">
        <span>Host</span>
        <select value={host} disabled={known.length === 0} onChange={(event) => setOptions({ host: event.currentTarget.value, edition: null })}>
          {known.length === 0
            ? <option value={FIRST_HOST.host}>{FIRST_HOST.label}</option>
            : known.map(({ host, label }) => <option key={host} value={host}>{label}</option>)}
        </select>
      </label>
      <label class="field choice">
        <span>Edition</span>
        <select value={edition ?? chosen?.default ?? ""} disabled={known.length === 0} onChange={(event) => setOptions({ edition: event.currentTarget.value })}>
          {known.length === 0
            ? <option value="">Usual</option>
            : editions.map((edition) => <option key={edition} value={edition}>{dated(edition)}</option>)}
        </select>
      </label>
    </>
  );
}

const months = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

/** `2026-05` as `May 2026`; what is a version stays one. */
function dated(edition: string): string {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(edition) ? months.format(new Date(`${edition}-01T00:00:00Z`)) : edition;
}

/** Files that the model has touched, one in a line; said to matter where something waits for one. */
function Touched() {
  const { touched } = options.value;
  const waiting = waitingForFiles();
  const uses = waiting > 0 || (catalog.value?.skills.some((skill) => skill.frontmatter?.paths.length) ?? false);
  return (
    <details class="touched">
      <summary>
        Files touched <span class="count">{touched.length}</span>
        {waiting > 0 && <span class="waiting">{waiting === 1 ? "1 skill waits" : `${plural(waiting, "skill")} wait`} for one</span>}
      </summary>
      <label>
        <span class="unseen">Files touched, one in a line</span>
        <textarea
          rows={3}
          spellcheck={false}
          autocomplete="off"
          placeholder="One absolute path in a line"
          aria-describedby="touched-help"
          value={touched.join("\n")}
          onChange={(event) => setOptions({ touched: event.currentTarget.value.split("\n").map((line) => line.trim()).filter((line) => line !== "") })}
        />
      </label>
      <p id="touched-help" class="help">
        {uses && "The files that the model has read or changed in this conversation. This host looks for skills beside them, and switches on those whose paths match one."}
      </p>
    </details>
  );
}

/** How many skills the host would have, had a file been touched. */
function waitingForFiles(): number {
  const found = catalog.value;
  if (!found) return 0;
  return found.skills.filter(({ active }) => !active).length + found.leftOut.filter(({ reason }) => reason === "not-touched").length;
}

function Field({ label, hint, value, take }: { label: string; hint: string; value: string; take: (text: string) => void }) {
  return (
    <label class="field" title={hint}>
      <span>{label}</span>
      <input type="text" spellcheck={false} autocomplete="off" value={value} onChange={(event) => take(event.currentTarget.value.trim())} />
    </label>
  );
}
