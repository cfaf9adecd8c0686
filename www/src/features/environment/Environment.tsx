import type { Edition, HostId, SkillsFrom } from "skillglass";
import { catalog } from "../../engine/client.ts";
import type { Texts } from "../../i18n/index.ts";
import { t } from "../../i18n/index.ts";
import { embedding } from "../../lib/embedding.ts";
import { FIRST_HOST } from "../../state/defaults.ts";
import { hosts } from "../../state/hosts.ts";
import { connectors, options, optionsProblem, setOptions } from "../../state/options.ts";
import { Field, Lines, splitAt } from "../../ui/fields.tsx";
import { countSet } from "./host-options.ts";
import { OwnOptions } from "./OwnOptions.tsx";
import "./environment.css";

/** The choice of the host, and of the directory where it was started. */
export function Environment() {
  const texts = t.value.host;
  return (
    <form class="environment" aria-label={texts.environment} onSubmit={(event) => event.preventDefault()}>
      <HostChoice />
      {!embedding && <Place />}
      {optionsProblem.value && (
        <p class="problem" role="alert">
          {optionsProblem.value}
        </p>
      )}
    </form>
  );
}

/** The directory in which the host was started, and all other options. A small frame has no room for these. */
function Place() {
  const { cwd, home, contextWindow } = options.value;
  const texts = t.value.host;
  return (
    <>
      <Field label={texts.directory} hint={texts.directoryHint} value={cwd} take={(cwd) => void setOptions({ cwd })} />
      <Field label={texts.home} hint={texts.homeHint} value={home ?? ""} take={(home) => void setOptions({ home: home || null })} />
      <Field
        label={texts.window}
        hint={texts.windowHint}
        value={contextWindow?.toString() ?? ""}
        numeric
        take={(tokens) => void setOptions({ contextWindow: tokens === "" ? null : Number(tokens) })}
      />
      <Touched />
      <More />
    </>
  );
}

/** The groups of hosts in the choice. */
const GROUPS: readonly SkillsFrom[] = ["folders", "program", "uploads"];

/** The host and its edition. Before the engine is loaded, only one host is named. */
function HostChoice() {
  const { host, edition } = options.value;
  const texts = t.value.host;
  const known = hosts.value;
  const chosen = known.find((one) => one.host === host);
  const editions = chosen?.editions.toReversed() ?? [];
  return (
    <>
      <label class="field choice">
        <span>{texts.host}</span>
        <select
          value={host}
          disabled={known.length === 0}
          onChange={(event) => void setOptions({ host: event.currentTarget.value as HostId, edition: null })}
        >
          {known.length === 0 ? (
            <option value={FIRST_HOST.host}>{FIRST_HOST.label}</option>
          ) : (
            GROUPS.map((group) => (
              <optgroup key={group} label={texts.groups[group]}>
                {known.map(
                  ({ host, label, skillsFrom }) =>
                    skillsFrom === group && (
                      <option key={host} value={host}>
                        {label}
                      </option>
                    ),
                )}
              </optgroup>
            ))
          )}
        </select>
      </label>
      <label class="field choice">
        <span>{texts.edition}</span>
        <select
          value={edition ?? chosen?.default ?? ""}
          disabled={known.length === 0}
          onChange={(event) => void setOptions({ edition: event.currentTarget.value as Edition })}
        >
          {known.length === 0 ? (
            <option value="">{texts.usualEdition}</option>
          ) : (
            editions.map((edition) => (
              <option key={edition} value={edition}>
                {dated(edition, t.value)}
              </option>
            ))
          )}
        </select>
      </label>
    </>
  );
}

/** Returns `2026-05` as `May 2026`. A version stays as it is. */
function dated(edition: string, { figures }: Texts): string {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(edition) ? figures.month(new Date(`${edition}-01T00:00:00Z`)) : edition;
}

/** Files that the model has touched, one on each line. If skills wait for a file, a note states that. */
function Touched() {
  const { touched } = options.value;
  const texts = t.value.host;
  const waiting = waitingForFiles();
  const uses = waiting > 0 || (catalog.value?.skills.some((skill) => skill.paths.length) ?? false);
  return (
    <details class="touched">
      <summary>
        {texts.touched} <span class="count">{touched.length}</span>
        {waiting > 0 && <span class="waiting">{texts.touchedWaiting(waiting)}</span>}
      </summary>
      <Lines
        name="touched"
        label={texts.touchedLabel}
        placeholder={texts.onePath}
        help={uses && texts.touchedHelp}
        lines={touched}
        take={(touched) => void setOptions({ touched })}
      />
    </details>
  );
}

/** Returns the number of skills that wait for a file to be touched. */
function waitingForFiles(): number {
  const found = catalog.value;
  if (!found) return 0;
  return found.skills.filter(({ active }) => !active).length + found.leftOut.filter(({ reason }) => reason === "not-touched").length;
}

/** The options that most visitors never set: the host's own options, variables, plugins, connected apps. */
function More() {
  const { variables, plugins } = options.value;
  const texts = t.value.host;
  const set = Object.keys(variables ?? {}).length + (plugins?.length ?? 0) + connectors.value.length + countSet(options.value);
  return (
    <details class="more">
      <summary>
        {texts.more} {set > 0 && <span class="count">{set}</span>}
      </summary>
      <OwnOptions />
      <Lines
        name="variables"
        title={texts.variables}
        label={texts.variablesLabel}
        placeholder="NAME=value"
        help={texts.variablesHelp}
        lines={Object.entries(variables ?? {}).map(([name, value]) => `${name}=${value}`)}
        wrong={(line) => (/^[^=\s]+=/.test(line) ? null : texts.variablesWrong(line))}
        take={(lines) => void setOptions({ variables: Object.fromEntries(lines.map((line) => splitAt(line, "="))) })}
      />
      <Lines
        name="plugins"
        title={texts.plugins}
        label={texts.pluginsLabel}
        placeholder="name@marketplace /directory"
        help={texts.pluginsHelp}
        lines={(plugins ?? []).map(({ id, root }) => `${id} ${root}`)}
        wrong={(line) => (/^\S+ \s*\//.test(line) ? null : texts.pluginsWrong(line))}
        take={(lines) =>
          void setOptions({ plugins: lines.map((line) => splitAt(line, " ")).map(([id, root]) => ({ id, root: root.trim() })) })
        }
      />
      <Lines
        name="connectors"
        title={texts.connectors}
        label={texts.connectorsLabel}
        placeholder="calendar"
        help={texts.connectorsHelp}
        lines={connectors.value}
        take={(lines) => (connectors.value = lines.map((line) => line.toLowerCase()))}
      />
    </details>
  );
}
